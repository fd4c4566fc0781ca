import DecantCore
import Testing

@Suite struct ResponseBodyTests {
    @Test func takesBytesFromAnySequence() {
        #expect(ResponseBody([1, 2, 3]).bytes == [1, 2, 3])
        #expect(ResponseBody("abc".utf8).bytes == [97, 98, 99])
        #expect(ResponseBody([1, 2, 3, 4][1...2]).bytes == [2, 3])
        #expect(ResponseBody().isEmpty)
    }

    @Test func hasTheStatedNumberOfZerosAfterItsBytes() {
        for body in [ResponseBody(), ResponseBody([1]), ResponseBody(Array(repeating: 7, count: 1000)).dropFirst(990)] {
            let end = body.start + body.count
            #expect((end..<end + ResponseBody.slack).allSatisfy { body.storage[$0] == 0 })
        }
    }

    @Test func isACollectionOfItsBytesWithoutACopy() {
        let body = ResponseBody([9, 1, 2, 3]).dropFirst(1)
        #expect(body.bytes.startIndex == 0)
        #expect(Array(body.bytes) == [1, 2, 3])
        #expect(body.bytes[1...].elementsEqual([2, 3]))
        #expect(body.bytes.reversed() == [3, 2, 1])
        let addresses = [0, 1].map { _ in
            unsafe body.bytes.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) }
        }
        #expect(addresses[0] == addresses[1])
        #expect(ResponseBody().bytes.isEmpty)
    }

    @Test func comparesAndHashesItsBytesAlone() {
        #expect(ResponseBody([1, 2]) != ResponseBody([1, 2, 0]))
        #expect(ResponseBody([1, 2]) != ResponseBody([1, 3]))
        #expect(ResponseBody([0, 1, 2]).dropFirst(1).bytes == ResponseBody([1, 2]).bytes)
        #expect(ResponseBody([]) == ResponseBody([1]).dropFirst(1))
    }

    @Test func givesASpanOfItsBytes() {
        let body = ResponseBody([1, 2, 3]).dropFirst(1)
        #expect(body.span.count == 2)
        #expect(body.span[0] == 2)
        #expect(body[1] == 3)
    }

    @Test func sharesItsStorageWhenAPrefixIsDropped() {
        let body = ResponseBody(Array(0..<100))
        let rest = body.dropFirst(90).dropFirst(5)
        #expect(rest.bytes == [95, 96, 97, 98, 99])
        #expect(rest == ResponseBody([95, 96, 97, 98, 99]))
        #expect(rest.hashValue == ResponseBody([95, 96, 97, 98, 99]).hashValue)
        #expect(rest.prefix(2).bytes == [95, 96])
        #expect(rest.dropFirst(5).isEmpty)
    }
}
