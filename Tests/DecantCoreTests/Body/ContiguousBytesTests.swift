import DecantCore
import Testing

@Suite struct ContiguousBytesTests {
    private func bytes(of chunk: some Sequence<UInt8>) -> [UInt8] {
        withContiguousBytes(of: chunk) { bytes in bytes.indices.map { bytes[$0] } }
    }

    @Test func borrowsTheBytesOfEachType() {
        #expect(bytes(of: [1, 2, 3]) == [1, 2, 3])
        #expect(bytes(of: [0, 1, 2, 3][1...]) == [1, 2, 3])
        #expect(bytes(of: ContiguousArray([1, 2, 3])) == [1, 2, 3])
        #expect(bytes(of: ResponseBytes([0, 1, 2, 3]).dropFirst(1)) == [1, 2, 3])
        #expect(bytes(of: Slice(base: [0, 1, 2, 3, 4] as [UInt8], bounds: 1..<4)) == [1, 2, 3])
        #expect(bytes(of: Slice(base: [0, 1, 2, 3, 4][1...], bounds: 2..<4)) == [2, 3])
        #expect(bytes(of: []) == [])
        #expect(bytes(of: AnySequence(sequence(first: 1) { $0 < 3 ? $0 + 1 : nil })) == [1, 2, 3])
    }

    @Test func rethrowsTheErrorOfTheClosure() {
        let error = #expect(throws: ResponseError.self) {
            try withContiguousBytes(of: [1]) { (_) throws(ResponseError) in throw ResponseError(.rejected, "no") }
        }
        #expect(error?.code == .rejected)
    }

    @Test func isCollectedUpToTheLimit() throws {
        var limits = Limits()
        limits.bodyBytes = 4
        var collector = ResponseBodyCollector(limits: limits)
        try collector.append([1, 2])
        let error = #expect(throws: ResponseError.self) { try collector.append([3, 4, 5][...]) }
        #expect(error?.limit == .bodyBytes)
        try collector.append([3, 4][...])
        #expect(collector.finish() == [1, 2, 3, 4])
    }
}
