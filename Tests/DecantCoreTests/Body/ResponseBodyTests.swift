import DecantCore
import Testing

@Suite struct ResponseBodyTests {
    @Test func takesBytesFromAnySequence() {
        #expect(ResponseBody([1, 2, 3]).bytes == [1, 2, 3])
        #expect(ResponseBody("abc".utf8).bytes == [97, 98, 99])
        #expect(ResponseBody([1, 2, 3, 4][1...2]).bytes == [2, 3])
        #expect(ResponseBody().isEmpty)
    }

    @Test func lendsItsBytes() {
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
