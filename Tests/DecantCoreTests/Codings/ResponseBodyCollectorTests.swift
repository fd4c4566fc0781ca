import DecantCore
import Testing

@Suite struct ResponseBodyCollectorTests {
    @Test func collectsChunksInOrder() throws {
        var collector = ResponseBodyCollector(expectedCount: 5)
        for chunk in [[1, 2], [], [3, 4, 5]] as [[UInt8]] { try collector.append(chunk) }
        #expect(collector.count == 5)
        #expect(collector.finish() == [1, 2, 3, 4, 5])
    }

    @Test("Collects chunks of any size up to several megabytes") func collectsChunksOfAnySizeUpToSeveral() throws {
        var collector = ResponseBodyCollector()
        var expected: [UInt8] = []
        for size in (0..<20).map({ 1 << $0 }) {
            let chunk = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) }
            try collector.append(chunk)
            expected += chunk
        }
        let body = collector.finish()
        #expect(body == ResponseBytes(expected))
        #expect((0..<ResponseBytes.slack).allSatisfy { body.storage[body.count + $0] == 0 })
    }

    @Test func acceptsNoncontiguousChunks() throws {
        var collector = ResponseBodyCollector()
        try collector.append([1, 2, 3].lazy.map { $0 * 2 })
        #expect(collector.finish() == [2, 4, 6])
    }

    @Test func copiesAreIndependentValues() throws {
        var collector = ResponseBodyCollector()
        try collector.append([1, 2])
        var copy = collector
        try copy.append([3])
        try collector.append([4])
        var early = collector
        #expect(early.finish() == [1, 2, 4])
        try collector.append([5])
        #expect(collector.finish() == [1, 2, 4, 5])
        #expect(copy.finish() == [1, 2, 3])
    }

    @Test func makesAnEmptyBodyWithoutBytes() {
        var (empty, announced) = (ResponseBodyCollector(), ResponseBodyCollector(expectedCount: 100))
        #expect(empty.finish().isEmpty)
        #expect(announced.finish().isEmpty)
    }

    @Test func isEmptyAfterItsEnd() throws {
        var collector = ResponseBodyCollector()
        try collector.append([1, 2])
        let first = collector.finish()
        #expect(collector.count == 0)
        try collector.append([3])
        #expect(collector.finish() == [3])
        #expect(first == [1, 2])
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
        #expect(collector.finish() == [1])
    }
}
