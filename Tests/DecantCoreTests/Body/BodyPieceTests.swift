import DecantCore
import Testing

@Suite struct BodyPieceTests {
    private func count(_ piece: some BodyPiece) -> [UInt8] {
        piece.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    @Test func lendsTheBytesOfEachType() {
        #expect(count([1, 2, 3]) == [1, 2, 3])
        #expect(count([0, 1, 2, 3][1...]) == [1, 2, 3])
        #expect(count(ContiguousArray([1, 2, 3])) == [1, 2, 3])
        #expect(count(ResponseBytes([0, 1, 2, 3]).dropFirst(1)) == [1, 2, 3])
        #expect(count(Slice(base: [0, 1, 2, 3, 4] as [UInt8], bounds: 1..<4)) == [1, 2, 3])
        #expect(count(Slice(base: [0, 1, 2, 3, 4][1...], bounds: 2..<4)) == [2, 3])
        #expect(count([]) == [])
    }

    @Test func passesOnTheErrorOfTheClosure() {
        let error = #expect(throws: ResponseError.self) {
            try [1].withBytes { (_) throws(ResponseError) in throw ResponseError(.rejected, "no") }
        }
        #expect(error?.code == .rejected)
    }

    @Test func isGatheredUpToTheLimit() throws {
        var limits = Limits()
        limits.bodyBytes = 4
        var collector = ResponseBodyCollector(limits: limits)
        try collector.append(piece: [1, 2])
        let error = #expect(throws: ResponseError.self) { try collector.append(piece: [3, 4, 5][...]) }
        #expect(error?.limit == .bodyBytes)
        try collector.append(piece: [3, 4][...])
        #expect(collector.finish().bytes == [1, 2, 3, 4])
    }
}
