import DecantCaptures
import DecantCore
import HTTPTypes
import Testing

struct SavedResponseTests {
    private static func parse(_ text: String, limits: Limits = Limits()) throws(ResponseError) -> SavedResponse {
        try SavedResponse(ResponseBytes(text.utf8), limits: limits)
    }

    private static func text(_ response: SavedResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test(arguments: [
        "HTTP/1.0 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/2 200", "HTTP/2 200 ",
        "HTTP/2.0 200 OK", "HTTP/3 200",
    ])
    func readsTheStatusLinesOfEveryVersion(line: String) throws {
        let response = try Self.parse("\(line)\r\nContent-Type: text/plain\r\n\r\nbody")
        #expect(response.head.status.code == 200)
        #expect(response.head.headerFields[.contentType] == "text/plain")
        #expect(Self.text(response) == "body")
        #expect(response.findings == [])
    }

    @Test(arguments: [
        ("", 0), ("HTTQ/1.1 200\r\n\r\n", 3), ("HTTP/1 200\r\n\r\n", 6), ("HTTP/1.1\t200\r\n\r\n", 8),
        ("HTTP/1.1  200\r\n\r\n", 9), ("HTTP/1.1 20\r\n\r\n", 9), ("HTTP/1.1 -12\r\n\r\n", 9),
        ("HTTP/4 200\r\n\r\n", 5), ("HTTP/1.1 200 O\rK\r\n\r\n", 14), ("HTTP/1.1 200 O\0K\r\n\r\n", 14),
        ("HTTP/1.1 200 OK", 15), ("HTTP/1.1 200\r\n A: b\r\n", 14), ("HTTP/1.1 200\r\nA b\r\n", 15),
        ("HTTP/1.1 200\r\n: b\r\n", 14), ("HTTP/1.1 200\r\nA: \0\r\n\r\n", 17),
        ("HTTP/1.1 100 Continue\r\n\r\nno head", 25),
    ])
    func reportsWhereAHeadViolatesTheGrammar(text: String, offset: Int) {
        let error = #expect(throws: ResponseError.self) { try Self.parse(text) }
        #expect(error?.code == .malformedHead)
        #expect(error?.offset == offset)
        #expect(error?.position?.offset == offset)
    }

    @Test func rejectsAStatusOfTenThousandDigits() {
        let status = String(repeating: "2", count: 10_000)
        let error = #expect(throws: ResponseError.self) { try Self.parse("HTTP/1.1 \(status) OK\r\n\r\n") }
        #expect(error?.code == .malformedHead)
        #expect(error?.offset == 9)
    }

    @Test(arguments: [
        (Limits.Name.fieldBytes, "A: \(String(repeating: "x", count: 1 << 20))\r\n"),
        (.fieldBytes, "A: b\r\n\(String(repeating: " x\r\n", count: 20_000))"),
        (.headBytes, String(repeating: "Name: \(String(repeating: "x", count: 500))\r\n", count: 900)),
        (.fieldCount, String(repeating: "A: b\r\n", count: 1001)),
    ])
    func namesTheLimitThatAHeadExceeds(limit: Limits.Name, fields: String) {
        let error = #expect(throws: ResponseError.self) { try Self.parse("HTTP/1.1 200 OK\r\n\(fields)\r\n") }
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == limit)
        #expect(error?.offset != nil)
    }

    @Test func rejectsTooManyFieldsEvenWithoutLimits() {
        let fields = String(repeating: "a:\n", count: 65_535)
        let error = #expect(throws: ResponseError.self) {
            try Self.parse("HTTP/1.1 200 OK\n\(fields)\n", limits: .unlimited)
        }
        #expect(error?.limit == .fieldCount)
        #expect(error?.hint == "this bound is fixed")
    }

    @Test func limitsTheNumberOfInterimHeads() {
        let heads = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 17)
        let error = #expect(throws: ResponseError.self) { try Self.parse("\(heads)HTTP/1.1 200 OK\r\n\r\n") }
        #expect(error?.limit == .interimHeads)
    }

    @Test("Uses the last of interim, redirect, and proxy heads") func usesTheLastOfInterimRedirectAndProxy() throws {
        let response = try Self.parse(
            """
            HTTP/1.1 200 Connection established\r\n\r
            HTTP/1.1 100 Continue\r\n\r
            HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 400\r\n\r
            HTTP/1.1 401 Unauthorized\r\nContent-Length: 27\r\n\r
            HTTP/2 201 \r\ncontent-length: 2\r\n\r\nok
            """
        )
        #expect(response.head.status.code == 201)
        #expect(response.head.headerFields.count == 1)
        #expect(Self.text(response) == "ok")
        #expect(response.findings.map(\.code) == [.skippedHeads])
    }

    @Test func usesTheLastOfSeveralResponses() throws {
        let response = try Self.parse(
            "HTTP/1.1 401 No\r\nContent-Length: 3\r\n\r\nno\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nyes\n"
        )
        #expect(response.head.status.code == 200)
        #expect(Self.text(response) == "yes\n")
    }

    @Test func keepsABodyThatIsTheTextOfAResponse() throws {
        let body = "HTTP/1.1 404 Not Found\r\n\r\n"
        let response = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(response.head.status.code == 200)
        #expect(Self.text(response) == body)
    }

    @Test func endsWithASwitchOfProtocols() throws {
        let response = try Self.parse("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}")
        #expect(response.head.status.code == 101)
    }

    @Test func unfoldsFieldsWithAFinding() throws {
        let response = try Self.parse("HTTP/1.1 200 OK\r\nA: one\r\n \ttwo  \r\n\tthree\r\nB: x\r\n\r\n")
        #expect(response.head.headerFields[HTTPField.Name("A") ?? .accept] == "one two three")
        #expect(response.head.headerFields[HTTPField.Name("B") ?? .accept] == "x")
        #expect(response.findings.map(\.code) == [.irregularHead])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nbody",
        "\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Type : text/plain\r\n\r\nbody",
        "HTTP/1.1 200 \u{1}\r\nContent-Type: text/plain\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nA: b\u{1}c\r\n\r\nbody",
    ])
    func acceptsSmallQuirksWithFindings(text: String) throws {
        let response = try Self.parse(text)
        #expect(response.head.headerFields[.contentType] == "text/plain")
        #expect(Self.text(response) == "body")
        #expect(response.findings.map(\.code) == [.irregularHead])
    }

    @Test func keepsTheBytesOfAFieldThatAreNotUTF8() throws {
        let head = Array("HTTP/1.1 200 OK\r\nA: ".utf8) + [0xE9, 0x01] + Array("\r\n\r\n".utf8)
        let response = try SavedResponse(ResponseBytes(head))
        let value = response.head.headerFields.first.map { unsafe $0.withUnsafeBytesOfValue { unsafe Array($0) } }
        #expect(value == [0xE9, 0x01])
    }

    @Test(arguments: [
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5;a=\"b;\\\"\"; c\r\nhello\r\n6 \r\n world\r\n000\r\nX: y\r\n\r\n", "hello world"),
        ("5\nhello\n0\n\n", "hello"), ("0\r\n\r\n", ""), ("2\r\nab\r\n0\r\n", "ab"),
    ])
    func joinsChunks(chunks: String, body: String) throws {
        let response = try Self.parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        #expect(Self.text(response) == body)
        #expect(response.findings.contains { $0.code == .chunkedBody })
        let padding = response.findings.first { $0.code == .transferCoding }?.message
        #expect(padding == (chunks.contains("6 ") ? "whitespace follows the size of 1 chunk" : nil))
        #expect(!response.findings.contains { $0.severity == .failure })
    }

    @Test(arguments: ["{}", "5", "5\n", "hello", "12\nabc", "", "abcdef", "1\r"])
    func keepsABodyThatIsAlreadyDechunked(body: String) throws {
        let response = try Self.parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
        #expect(Self.text(response) == body)
        #expect(response.findings.map(\.code) == (body.isEmpty ? [] : [.transferCoding]))
    }

    @Test(arguments: [
        ("5\r\nhello\r\nzz\r\n", 57), ("5\r\nhello\r\n6\r\n worldly\r\n0\r\n\r\n", 66),
        ("5 a\r\nhello\r\n0\r\n\r\n", 49), ("5;a=\"b\r\nhello\r\n0\r\n\r\n", 51), ("1\r\na\r\n0\r\nA: \0\r\n\r\n", 59),
    ])
    func reportsWhereChunksViolateTheGrammar(chunks: String, offset: Int) {
        let error = #expect(throws: ResponseError.self) {
            try Self.parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        }
        #expect(error?.code == .malformedBody)
        #expect(error?.offset == offset)
    }

    @Test(arguments: ["5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n7", "FFFFFFFFFFFFFFFFFF\r\nhello"])
    func rejectsABodyThatIsTruncatedInItsChunks(chunks: String) throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        let error = #expect(throws: ResponseError.self) { try saved.response(as: DataResponseSerializer()) }
        #expect(error?.code == .truncatedBody)
        #expect(error?.status == .ok)
        #expect(error?.offset == saved.body.count)
    }

    @Test func dropsBytesAfterTheDeclaredLength() throws {
        let response = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody and more")
        #expect(Self.text(response) == "body")
        #expect(response.findings.map(\.code) == [.surplusBytes])
    }

    @Test("Leaves the report of a truncated body to the validation") func leavesTheReportOfATruncatedBody() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nbody")
        let error = #expect(throws: ResponseError.self) { try saved.response(as: DataResponseSerializer()) }
        #expect(error?.code == .truncatedBody)
    }

    @Test(arguments: ["Content-Length: 4\r\nContent-Length: 5", "Content-Length: 4, 5", "Content-Length: 4,"])
    func rejectsContradictoryLengths(fields: String) throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nbody")
        let error = #expect(throws: ResponseError.self) { try saved.response(as: DataResponseSerializer()) }
        #expect(error?.code == .malformedHead)
        #expect(error?.findings.first?.code == .malformedContentLength)
    }

    @Test(arguments: [
        "Content-Length: 4\r\nContent-Length: 4", "Content-Length: 04", "Content-Length: x", "Content-Length: -1",
    ])
    func acceptsLengthsThatAgreeOrAreEmpty(fields: String) throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nbody")
        #expect(try saved.value(as: DataResponseSerializer()).count == 4)
    }

    @Test func letsATransferCodingOverruleALength() throws {
        let saved = try Self.parse(
            "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: gzip, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
        )
        #expect(saved.findings.map(\.code) == [.irregularHead, .transferCoding, .chunkedBody])
        #expect(try saved.value(as: DataResponseSerializer()).count == 4)
    }

    /// RFC 9112 §6.1: chunked is applied once, and last.
    @Test(arguments: ["chunked, chunked", "chunked, gzip, chunked", "Chunked\r\nTransfer-Encoding: chunked"])
    func warnsAboutABodyThatIsChunkedTwice(codings: String) throws {
        let saved = try Self.parse(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n4\r\nbody\r\n0\r\n\r\n"
        )
        #expect(Self.text(saved) == "body")
        #expect(saved.findings.map(\.code) == [.transferCoding, .chunkedBody])
        #expect(saved.findings.first?.severity == .warning)
    }

    @Test func warnsAboutACodingAfterChunked() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nbody")
        #expect(Self.text(saved) == "body")
        #expect(saved.findings.map(\.code) == [.transferCoding])
    }

    @Test func doesNotTruncateABodyThatIsAlreadyDecoded() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\ninflated")
        #expect(Self.text(saved) == "inflated")
        #expect(try saved.value(as: DataResponseSerializer()).count == 8)
    }

    @Test func detectsATruncatedEncodedBody() throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: gzip\r\n\r\n".utf8)
        let saved = try SavedResponse(ResponseBytes(head + [0x1F, 0x8B, 0x08, 0x00]))
        let error = #expect(throws: ResponseError.self) { try saved.response(as: DataResponseSerializer()) }
        #expect(error?.code == .truncatedBody)
    }

    @Test func doesNotExpectABodyInAResponseToHEAD() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n")
        let response = try saved.response(as: DataResponseSerializer(), method: .head)
        #expect(response.isEmpty)
    }

    @Test func countsBodyOffsetsFromTheStartOfTheBody() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\r\nbody")
        #expect(saved.body == ResponseBytes(Array("body".utf8)))
        let serializer = DataResponseSerializer().validating { _, _ in [Finding(.rejected, .failure, "here", offset: 2)]
        }
        let error = #expect(throws: ResponseError.self) { try saved.response(as: serializer) }
        #expect(error?.position == SourcePosition(offset: 2, line: 1, column: 3))
    }

    /// A saved response with interim heads, fields and chunks.
    private static let saved = """
        HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n\
        3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n
        """

    @Test(arguments: [Limits.Name.headBytes, .fieldBytes, .fieldCount, .interimHeads, .bodyBytes, .errorBodyBytes])
    func aSavedResponseObservesAnyLimit(name: Limits.Name) {
        for value in [0, 1, -1, Int.min, Int.max] {
            var limits = Limits()
            limits[name] = value
            do throws(ResponseError) {
                _ = try SavedResponse(ResponseBytes(Self.saved.utf8), limits: limits)
                #expect(value == .max || ![.headBytes, .fieldBytes].contains(name))
            } catch {
                #expect(error.code == .limitExceeded)
                #expect(error.limit == name)
                #expect(error.message.contains("\(limits[name])"))
            }
        }
    }
}

/// Cut and bit-flipped saved responses, which decode to a value or to an error with an offset.
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
    func everyPrefixIsAValueOrAnErrorWithAnOffset(text: String) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count { Self.check(Array(bytes[..<count])) }
    }

    @Test("Every flipped bit leaves a value or an error with an offset", arguments: fixtures)
    func everyFlippedBitLeavesAValueOrAnError(text: String) {
        let bytes = Array(text.utf8)
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            Self.check(damaged)
        }
    }

    private static func check(_ bytes: [UInt8]) {
        do throws(ResponseError) {
            let saved = try SavedResponse(ResponseBytes(bytes))
            #expect(saved.body.count <= bytes.count)
        } catch {
            let codes: [ResponseError.Code] = [.malformedHead, .malformedBody, .limitExceeded]
            #expect(codes.contains(error.code))
            #expect((0...bytes.count).contains(error.offset ?? -1))
        }
    }

    /// The cut has an offset in the coded bytes only, but the error shows the decoded bytes.
    @Test(arguments: ["Content-Length: 50\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n15\r\n"])
    func hasNoOffsetForATruncatedCodedBody(framing: String) throws {
        let coded: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0x33, 4, 0, 0xB7, 0xEF, 0xDC, 0x83, 1, 0, 0, 0,
        ]
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        let saved = try SavedResponse(ResponseBytes(Array((head + framing).utf8) + coded))
        let error = #expect(throws: ResponseError.self) { try saved.response(as: DataResponseSerializer()) }
        #expect(error?.code == .truncatedBody)
        #expect(error?.bodyCount == 1)
        #expect(error?.codedBodyCount == 21)
        #expect(error?.offset == nil)
    }
}
