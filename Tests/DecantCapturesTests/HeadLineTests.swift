import DecantCaptures
import DecantCore
import HTTPTypes
import Testing

/// Irregular lines of captured heads.
struct HeadLineTests {
    private static func parse(_ text: String, limits: Limits = Limits()) throws(ResponseError) -> SavedResponse {
        try SavedResponse(ResponseBytes(text.utf8), limits: limits)
    }

    /// Malformed lines, and the reasons why they are ignored.
    private static let malformed: [[String]] = [
        ["this line has no colon", "expected “:” after the name of a field"],
        ["X-Grüße: 1", "expected “:” after the name of a field"],
        ["X-A(b): 2", "expected “:” after the name of a field"],
        ["Bad Name: 1", "expected “:” after the name of a field"],
        ["Content Length: 3", "expected “:” after the name of a field"],
        ["Content-Length : 3", "whitespace between the field name Content-Length and its colon"],
        ["transfer-encoding\t: chunked", "whitespace between the field name transfer-encoding and its colon"],
        ["Content-Encoding : gzip", "whitespace between the field name Content-Encoding and its colon"],
        [": value", "expected the name of a field"],
        ["<!-- comment -->: 1", "expected the name of a field"],
        ["=====", "expected the name of a field"],
    ]

    @Test(arguments: malformed)
    func ignoresAMalformedLineOfASavedResponse(parts: [String]) throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nA: b\r\n\(parts[0])\r\nC: d\r\n\r\nbody")
        #expect(saved.head.headerFields.map(\.name.rawName) == ["A", "C"])
        #expect(String(decoding: saved.body, as: UTF8.self) == "body")
        let line = parts[0].replacing("\t", with: "␉")
        #expect(saved.findings.map(\.message) == ["ignored the line “\(line)” of the head: \(parts[1])"])
        #expect(saved.findings.map(\.code) == [.irregularHead])
    }

    @Test("Ignores a malformed line of an archived response", arguments: malformed)
    func ignoresAMalformedLineOfAnArchived(parts: [String]) throws {
        let block = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\(parts[0])\r\n\r\nbody"
        let entry = try #require(WARCTests.readEvenly(WARCTests.record(block)).records.first?.entry)
        #expect(try entry.value(as: .data.acceptingAnyMediaType()) == Array("body".utf8))
        #expect(entry.findings.map(\.code) == [.irregularHead])
        #expect(entry.findings.first?.message.hasSuffix(parts[1]) == true)
    }

    @Test("Ignores the lines that continue a malformed line") func ignoresTheLinesThatContinueAMalformed() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\nno colon\r\n Content-Length: 1\r\nA: b\r\n\r\nbody")
        #expect(saved.head.headerFields.count == 1)
        #expect(saved.body.count == 4)
        #expect(saved.findings.count == 1)
    }

    @Test(
        "Ignores lines with leading space before the first field",
        arguments: [" Content-Length: 1", "\tContent-Length: 1\r\n Transfer-Encoding: chunked", "   "]
    )
    func ignoresLinesWithLeadingSpace(lines: String) throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\(lines)\r\nA: b\r\n\r\nbody")
        #expect(saved.head.headerFields.map(\.name.rawName) == ["A"])
        #expect(saved.body.count == 4)
        #expect(saved.findings.map(\.code) == [.irregularHead])
    }

    @Test func quotesThePrefixOfALongLine() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\(String(repeating: "é ", count: 2000))\r\n\r\nbody")
        let message = try #require(saved.findings.first?.message)
        #expect(message.unicodeScalars.count < 200)
        #expect(message.contains("…"))
    }

    @Test func doesNotTakeABodyForTheHead() {
        for text in ["HTTP/1.1 200 OK\r\nA: b\r\n{\"a\":1}\r\n", "HTTP/1.1 200 OK\nA: b\n<html>\n</html>\n"] {
            let error = #expect(throws: ResponseError.self) { try Self.parse(text) }
            #expect(error?.code == .malformedHead)
            #expect((20...24).contains(error?.offset ?? 0))
        }
    }

    @Test(arguments: [
        (Limits.Name.fieldCount, String(repeating: "no colon\r\n", count: 1001)),
        (.headBytes, String(repeating: String(repeating: "x", count: 500) + "\r\n", count: 900)),
        (.fieldBytes, String(repeating: "x", count: 1 << 17) + "\r\n"),
        (.fieldBytes, "no colon\r\n" + String(repeating: " x\r\n", count: 20_000)),
        (.fieldBytes, String(repeating: " x\r\n", count: 20_000)),
    ])
    func countsIgnoredLinesTowardTheLimitsOfAHead(limit: Limits.Name, lines: String) {
        let error = #expect(throws: ResponseError.self) { try Self.parse("HTTP/1.1 200 OK\r\n\(lines)\r\n") }
        #expect(error?.limit == limit)
    }

    @Test func keepsABoundedNumberOfFindings() throws {
        let saved = try Self.parse("HTTP/1.1 200 OK\r\n\(String(repeating: "a\r\n", count: 900))\r\nbody")
        #expect(saved.findings.count == 101)
        #expect(saved.findings.last?.message == "omitted 800 more findings of the kind irregularHead")
    }

    @Test("Does not split a body at text that resembles a head") func doesNotSplitABodyAtTextThatResembles() throws {
        let text = "HTTP/1.1 200 OK\r\nA: b\r\n\r\nSee HTTP/1.1 200 in:\r\na: b\r\nno colon\r\n\r\nend"
        let entries = try SavedResponse.entries(of: text.utf8).map { try $0.get() }
        #expect(entries.map(\.body.count) == [43])
    }
}

// MARK: - Before the status line

extension HeadLineTests {
    @Test(arguments: ["ICY 200 OK\r\n", "ICY 200\r\n", "ICY 404 Resource Not Found\n"])
    func readsAnICYStatusLineAsHTTP10(line: String) throws {
        let text = "\(line)icy-name:Radio\r\ncontent-type:audio/mpeg\r\n\r\nabc"
        #expect(SavedResponse.begins(text.utf8))
        let saved = try Self.parse(text)
        #expect(saved.head.headerFields[.contentType] == "audio/mpeg")
        #expect(saved.findings.map(\.message).contains("the version ICY counts as HTTP/1.0"))
        let entry = try #require(WARCTests.readEvenly(WARCTests.record(text)).records.first?.entry)
        #expect(entry.context.head?.status == saved.head.status)
        #expect(entry.body == Array("abc".utf8))
    }

    @Test(arguments: [
        ("\u{FEFF}", [Finding.Code.byteOrderMark]), ("\r\n", [.irregularHead]), ("\n\n\n", [.irregularHead]),
        ("\u{FEFF}\r\n", [.byteOrderMark, .irregularHead]),
    ])
    func skipsAByteOrderMarkAndEmptyLines(prefix: String, codes: [Finding.Code]) throws {
        let text = "\(prefix)HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nbody"
        #expect(SavedResponse.begins(text.utf8))
        let saved = try Self.parse(text)
        #expect(saved.body == Array("body".utf8))
        #expect(saved.findings.map(\.code) == codes)
        let message = "a byte-order mark before the status line was skipped"
        #expect(saved.findings.contains { $0.message == message } == codes.contains(.byteOrderMark))
        let entry = try #require(WARCTests.readEvenly(WARCTests.record(text)).records.first?.entry)
        #expect(entry.findings.map(\.code) == codes)
    }

    @Test(arguments: [
        "ICY weather", "\nHTTP is a protocol", "\u{FEFF}{}", "ICY", "", "\n", "HTT", "{\"HTTP/1.1 200\"}",
    ])
    func otherTextIsNotASavedResponse(text: String) {
        #expect(!SavedResponse.begins(text.utf8))
    }

    @Test(arguments: [false, true])
    func namesAResponseInUTF16(isBigEndian: Bool) {
        let units = "\u{FEFF}HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nbody".utf16
        let bytes = units.flatMap { unit in
            [UInt8(unit >> 8), UInt8(unit & 0xFF)].reversed(if: !isBigEndian)
        }
        for bytes in [bytes, Array(bytes.dropFirst(2))] {
            #expect(SavedResponse.begins(bytes))
            let error = #expect(throws: ResponseError.self) { try SavedResponse(bytes) }
            #expect(error?.message == "the saved response is in UTF-16")
            let hint = "PowerShell’s “>” writes UTF-16 and changes the body; save it with curl’s option --output"
            #expect(error?.hint == hint)
        }
    }
}

extension [UInt8] {
    fileprivate func reversed(if condition: Bool) -> [UInt8] { condition ? reversed() : self }
}
