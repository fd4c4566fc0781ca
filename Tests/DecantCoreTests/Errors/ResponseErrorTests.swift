import DecantCore
import DecantTesting
import Foundation
import HTTPTypes
import Testing

@Suite struct ResponseErrorTests {
    private func decodingError(_ bytes: [UInt8], offset: Int, path: CodingPath = []) throws -> ResponseError {
        struct Failing: ResponseSerializer {
            var error: ResponseError
            var handling = ResponseHandling(accepting: ["text/plain"])
            func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
                throw error
            }
        }
        let serializer = Failing(error: ResponseError(.malformedBody, "something is wrong", offset: offset, path: path))
        return try #require(serializer.error(for: ResponseSample(200, "text/plain", bytes: bytes)))
    }

    @Test(arguments: [-1, Int.min, 0]) func aCaretBeforeTheLineCountsAsItsStart(_ caret: Int) {
        var report = ResponseError(.malformedBody, "odd").report
        (report.snippet, report.snippetCaret) = ("ab", caret)
        report.position = SourcePosition(offset: 0, line: 1, column: 1)
        #expect(report.snippetLines == ["    1 | ab", "      | ^"])
    }

    @Test func describesTheWholeError() throws {
        let error = try decodingError(
            Array("one\ntwo three\nfour".utf8),
            offset: 8,
            path: [.key("users"), .index(2), .key("name")]
        )
        #expect(
            error.description == """
                malformedBody: something is wrong
                  response: 200, text/plain, 18 bytes, to GET https://api.example.com/sample
                  at users[2].name, line 2, column 5 (byte 8)
                    2 | two three
                      |     ^
                """
        )
    }

    @Test("U16: the description has no query and no secret of the URL, and at most a snippet of the body")
    func redacts() throws {
        let url = "https://user:secret@api.example.com/a@b?token=secret#secret"
        let body = String(repeating: "secret ", count: 1000)
        let error = try #require(LineCount().error(for: ResponseSample(500, "text/html", body, url: url)))
        #expect(!error.description.contains("secret"))
        #expect(error.description.contains("https://api.example.com/a@b…"))
        #expect(error.context?.url == url)
        let encoded = String(decoding: try JSONEncoder().encode(error), as: UTF8.self)
        #expect(!encoded.contains("secret"))
    }

    @Test func isBoundedAndContainsNoTerminalControls() throws {
        let nasty = "\u{1B}[31m\u{202E}\u{9B}\u{7F}\u{0}\u{2028}" + String(repeating: "e\u{301}\u{302}", count: 50_000)
        let sample = ResponseSample(500, "text/\(String(repeating: "x", count: 5000))", nasty, url: nasty)
        let serializer = LineCount().validating { _, _ in
            (0..<100).map { _ in Finding("x", .failure, nasty) }
        }
        let error = try #require(serializer.error(for: sample))
        #expect(error.description.utf8.count < 8192)
        #expect(error.description.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .format })
        let refused = ResponseError(.rejected, nasty)
        #expect(refused.message.unicodeScalars.count < 600)
    }

    @Test func snippetsShowLinesOfAnyLengthAndScript() throws {
        let long = try decodingError(Array(String(repeating: "a", count: 1000).utf8), offset: 500)
        #expect(long.snippet?.text.count == 102)
        #expect(long.snippet?.caret == 61)
        let wide = try decodingError(Array("日本語x".utf8), offset: 9)
        #expect(wide.position == SourcePosition(offset: 9, line: 1, column: 4))
        #expect(wide.description.hasSuffix("1 | 日本語x\n      |       ^"))
        let control = try decodingError([0x1B, 0x5B, 0x33, 0x31, 0x6D], offset: 4)
        #expect(control.snippet?.text == "␛[31m")
        let broken = try decodingError([0xFF, 0xFE, 0x41], offset: 2)
        #expect(broken.snippet?.text == "��A")
    }

    @Test(arguments: [
        ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("a\r\rb", 3, 3, 1), ("", 0, 1, 1),
        ("a\n", 2, 2, 1), ("a\r\nb", 2, 1, 3),
    ])
    func countsLinesByAnyEnding(text: String, offset: Int, line: Int, column: Int) throws {
        let error = try decodingError(Array("x\(text)".utf8), offset: offset + 1)
        #expect(error.position?.line == line)
        #expect(error.position?.column == (line == 1 ? column + 1 : column))
    }

    @Test("U17: codes can be matched in a switch, and are stable")
    func codes() throws {
        let error = try #require(LineCount().error(for: ResponseSample(404, nil)))
        switch error.code {
        case .unacceptableStatus: #expect(error.code.description == "unacceptableStatus")
        default: Issue.record("the code cannot be switched on")
        }
    }

    @Test func thePathIsACollectionThatPrintsAsText() throws {
        let error = try decodingError([0x61], offset: 0, path: [.index(0), .key("n"), .index(2)])
        #expect("\(error.path)" == "[0].n[2]")
        #expect(error.path == [.index(0), .key("n"), .index(2)])
        #expect(error.path.first == .index(0) && error.path.count == 3)
        #expect(try decodingError([0x61], offset: 0).path.description.isEmpty)
    }

    @Test func encodesToJSON() throws {
        let error = try decodingError(Array("one\ntwo".utf8), offset: 5, path: [.key("a")])
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(error)) as? [String: Any]
        #expect(object?["code"] as? String == "malformedBody")
        #expect(object?["status"] as? Int == 200)
        #expect(object?["line"] as? Int == 2)
        #expect(object?["path"] as? String == "a")
        #expect(object?["contentType"] as? String == "text/plain")
    }

    @Test func showsTheMessageOfTheServer() throws {
        struct Complaint: ErrorSummarizing, Sendable { let errorSummary = "out of\u{1B} stock" }
        let serializer = LineCount().failure(LineCount().map { _ in Complaint() })
        let error = try #require(serializer.error(for: ResponseSample(409, "text/plain", "a\n")))
        #expect(error.description.hasSuffix("  the server says: out of␛ stock"))
    }

    @Test(arguments: [-1, Int.min]) func aNegativeOffsetCountsAsZero(offset: Int) throws {
        #expect(try decodingError([0x61], offset: offset).offset == 0)
        let mapped = LineCount().map { _ throws(ResponseError) -> Int in
            throw ResponseError(.dataCorrupted, "x", offset: offset)
        }
        #expect(mapped.error(for: ResponseSample(200, "text/plain", "abc"))?.offset == 0)
    }
}
