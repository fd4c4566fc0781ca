import DecantCore
import Testing

@Suite struct ResponseBodyCollectorTests {
    @Test func gathersChunksInOrder() throws {
        var collector = ResponseBodyCollector(expectedCount: 5)
        for chunk in [[1, 2], [], [3, 4, 5]] as [[UInt8]] { try collector.append(chunk) }
        #expect(collector.count == 5)
        #expect(collector.finish().bytes == [1, 2, 3, 4, 5])
    }

    @Test func namesTheLimitItStopsAt() throws {
        var limits = Limits()
        limits.bodyBytes = 3
        var collector = ResponseBodyCollector(limits: limits)
        try collector.append([1, 2])
        let error = #expect(throws: ResponseError.self) { try collector.append([3, 4]) }
        #expect(error?.limit == .bodyBytes)
        #expect(collector.count == 2)
        try collector.append([3])
        #expect(collector.finish().count == 3)
    }

    @Test(arguments: [-1, 0, Int.max, Int.min]) func doesNotTrustAnAnnouncedLength(length: Int) throws {
        var collector = ResponseBodyCollector(limits: .unlimited, expectedCount: length)
        try collector.append([1])
        #expect(collector.finish().bytes == [1])
    }
}
