import DecantCore
import Testing

@Suite struct ResponseBytesTests {
    @Test func aSharedSuffixIsABodyByItself() {
        let whole = ResponseBytes("head, body".utf8)
        let suffix = whole.sharedSuffix(from: 6)
        #expect(suffix == Array("body".utf8) && suffix.start == 0)
        #expect(suffix.storage.count == 4 && suffix.storage[0] == UInt8(ascii: "b") && suffix.storage[4] == 0)
        // Other bytes follow this part, so it is copied.
        let part = whole.shared(0..<8).sharedSuffix(from: 6)
        #expect(part == Array("bo".utf8) && part.storage[2] == 0)
        #expect(whole.sharedSuffix(from: 10).isEmpty)
    }

    @Test func acceptsBytesFromAnySequence() {
        #expect(ResponseBytes([1, 2, 3]) == [1, 2, 3])
        #expect(ResponseBytes("abc".utf8) == [97, 98, 99])
        #expect(ResponseBytes([1, 2, 3, 4][1...2]) == [2, 3])
        #expect(ResponseBytes().isEmpty)
    }

    @Test func hasTheDocumentedNumberOfTrailingZeros() {
        for body in [
            ResponseBytes(), ResponseBytes([1]), ResponseBytes(Array(repeating: 7, count: 1000)).dropFirst(990),
        ] {
            let end = body.start + body.count
            #expect((end..<end + ResponseBytes.slack).allSatisfy { body.storage[$0] == 0 })
        }
    }

    @Test func isACollectionOfItsBytesWithoutACopy() {
        let body = ResponseBytes([9, 1, 2, 3]).dropFirst(1)
        #expect(body.startIndex == 0)
        #expect(Array(body) == [1, 2, 3])
        #expect(body[1...].elementsEqual([2, 3]))
        #expect(body.reversed() == [3, 2, 1])
        let addresses = [0, 1].map { _ in
            unsafe body.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) }
        }
        #expect(addresses[0] == addresses[1])
        #expect(ResponseBytes().isEmpty)
    }

    @Test func comparesAndHashesOnlyItsBytes() {
        #expect(ResponseBytes([1, 2]) != ResponseBytes([1, 2, 0]))
        #expect(ResponseBytes([1, 2]) != ResponseBytes([1, 3]))
        #expect(ResponseBytes([0, 1, 2]).dropFirst(1) == ResponseBytes([1, 2]))
        #expect(ResponseBytes([]) == ResponseBytes([1]).dropFirst(1))
    }

    @Test func returnsASpanOfItsBytes() {
        let body = ResponseBytes([1, 2, 3]).dropFirst(1)
        #expect(body.span.count == 2)
        #expect(body.span[0] == 2)
        #expect(body[1] == 3)
    }

    @Test func sharesItsStorageWhenAPrefixIsDropped() {
        let body = ResponseBytes(Array(0..<100))
        let rest = body.dropFirst(90).dropFirst(5)
        #expect(rest == [95, 96, 97, 98, 99])
        #expect(rest == ResponseBytes([95, 96, 97, 98, 99]))
        #expect(rest.hashValue == ResponseBytes([95, 96, 97, 98, 99]).hashValue)
        #expect(rest.prefix(2) == [95, 96])
        #expect(rest.dropFirst(5).isEmpty)
    }
}
