import DecantCaptures
import DecantCore
import HTTPTypes
import Testing

/// Whatever is cut from, or flipped in, a saved response, it is a value or an error with its place.
struct SavedResponseDamageTests {
    private static let fixtures = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 13\r\n\r\n{\"a\": [1, 2]}",
        "HTTP/2 404 \r\ncontent-type: application/problem+json\r\n\r\n{\"title\":\"Not here\"}",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5;a=\"b\"\r\nhello\r\n0\r\nT: u\r\n\r\n",
        "HTTP/1.0 200 OK\nA: b\n c\nContent-Length: 3, 3\n\nabc",
        "HTTP/1.1 302 Found\r\nContent-Length: 10\r\n\r\nHTTP/1.1 200 OK\r\n"
            + "Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\n\u{1F}x",
    ]

    @Test(arguments: fixtures)
    func everyPrefixIsAValueOrAnErrorWithItsPlace(text: String) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count { Self.check(Array(bytes[..<count])) }
    }

    @Test(arguments: fixtures)
    func everyFlippedBitLeavesAValueOrAnErrorWithItsPlace(text: String) {
        let bytes = Array(text.utf8)
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            Self.check(damaged)
        }
    }

    private static func check(_ bytes: [UInt8]) {
        do throws(ResponseError) {
            let saved = try SavedResponse(ResponseBody(bytes))
            #expect(saved.body.count <= bytes.count)
        } catch {
            let codes: [ResponseError.Code] = [.malformedHead, .malformedBody, .limitExceeded]
            #expect(codes.contains(error.code))
            #expect((0...bytes.count).contains(error.offset ?? -1))
        }
    }
}
