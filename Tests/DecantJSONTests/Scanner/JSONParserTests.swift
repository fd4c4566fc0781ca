import DecantCore
import DecantJSON
import Foundation
import Testing

@Suite struct JSONLimitsTests {
    private func error(_ text: String, _ name: Limits.Name, _ value: Int) throws -> ResponseError? {
        var limits = Limits()
        limits[name] = value
        do throws(ResponseError) {
            _ = try JSON(parsing: ResponseBytes(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func allowsTheDepthOfTheLimitAndNoMore() throws {
        #expect(try error("[[{\"a\":[1]}],[[]]]", .jsonDepth, 4) == nil)
        let error = try #require(try error("[[{\"a\":[1]}],[[]]]", .jsonDepth, 3))
        #expect(error.code == .limitExceeded)
        #expect(error.limit == .jsonDepth)
        #expect(error.offset == 7)
        #expect(error.path == [.index(0), .index(0), .key("a")])
        #expect(try self.error("1", .jsonDepth, 0) == nil)
        #expect(try self.error("[]", .jsonDepth, 0)?.offset == 0)
    }

    @Test func stopsAtTheDefaultDepth() throws {
        let deep = String(repeating: "[", count: 100_000)
        let error = try #require(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(deep.utf8)) }
        #expect(error.limit == .jsonDepth)
        #expect(error.offset == 512)
        #expect(error.path.count == 512)
    }

    @Test(arguments: ["1234567890", "-123456789", "1.23456789", "12345678e9", "-0.000e-10"])
    func allowsNumbersOfTheLimitAndNoLonger(text: String) throws {
        #expect(try error("[0,\(text)]", .jsonNumberBytes, text.utf8.count) == nil)
        let error = try #require(try error("[0,\(text)]", .jsonNumberBytes, text.utf8.count - 1))
        #expect(error.limit == .jsonNumberBytes)
        #expect(error.offset == 3)
        #expect(error.path == [.index(1)])
    }

    /// The limit counts names, values, and containers, but not skipped content.
    @Test(arguments: [
        ("1", 1), ("[]", 1), ("[1,2,3]", 4), ("{\"a\":1,\"b\":[true]}", 6), ("{\"a\":{\"b\":{\"c\":1}}}", 7),
    ])
    func allowsTheNodesOfTheLimitAndNoMore(text: String, count: Int) throws {
        #expect(try error(text, .jsonNodes, count) == nil)
        for less in 0..<count {
            let error = try #require(try error(text, .jsonNodes, less))
            #expect(error.code == .limitExceeded)
            #expect(error.limit == .jsonNodes)
            #expect(error.offset.map { $0 < text.utf8.count } == true)
        }
    }

    /// The densest text has one node for every two bytes.
    @Test(arguments: [1, 2, 3, 10, 100, 1000, 5000, 100_000])
    func hasCapacityForTheDensestTexts(count: Int) throws {
        let text = "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
        #expect(try JSON(parsing: ResponseBytes(text.utf8)).count == count)
        let empty = Array(repeating: "[]", count: count).joined(separator: ",")
        #expect(try JSON(parsing: ResponseBytes("[\(empty)]".utf8)).count == count)
        let members = (0..<count).map { _ in "\"\":0" }.joined(separator: ",")
        #expect(try JSON(parsing: ResponseBytes("{\(members)}".utf8)).count == count)
        // Capacity is needed only late in the text.
        let late = "[\"" + String(repeating: "x", count: 20 * count) + "\"," + text.dropFirst()
        let json = try JSON(parsing: ResponseBytes(late.utf8))
        #expect(json.count == count + 1)
        #expect(json.array?.dropFirst().allSatisfy { $0.int == 1 } == true)
    }

    @Test func allowsAnythingWithoutLimits() throws {
        let depth = 20_000
        let text =
            String(repeating: "[", count: depth) + String(repeating: "9", count: 20_000)
            + String(repeating: "]", count: depth)
        #expect(try JSON(parsing: ResponseBytes(text.utf8), limits: .unlimited).count == 1)
    }
}

/// Very deep documents on a thread with a 512 kB stack: no operation on them recurses.
@Suite struct JSONDepthTests {
    private func onASmallThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    static let depth = 100_000
    static let texts = [
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth),
        String(repeating: "{\"b\":null,\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
        String(repeating: "[{\"b\":[],\"a\":", count: depth / 2) + "{}" + String(repeating: "}]", count: depth / 2),
    ]

    @Test("Parses, prints, compares, and releases deep documents", arguments: texts)
    func parsesPrintsComparesAndReleasesDeep(text: String) async throws {
        let isDone = try await onASmallThread {
            let body = ResponseBytes(text.utf8)
            let json = try JSON(parsing: body, limits: .unlimited)
            let other = try JSON(parsing: body, limits: .unlimited)
            #expect(json == other)
            #expect(json.hashValue == other.hashValue)
            #expect(json.description == text)
            #expect(json.bytes(.canonical).count <= text.utf8.count)
            #expect(json.bytes(JSON.Format(indentation: 0)).count > text.utf8.count)
            #expect(json.removingNulls(elements: true) == json.removingNulls(elements: true))
            let error = #expect(throws: ResponseError.self) { try JSON.Value(json) }
            #expect(error?.limit == .jsonDepth)
            return true
        }
        #expect(isDone)
    }

    @Test(arguments: texts)
    func locatesTheErrorInADeepDocument(text: String) async throws {
        let cut = text.dropLast(10)
        let error = try await onASmallThread {
            #expect(throws: ResponseError.self) { try JSON(parsing: ResponseBytes(cut.utf8), limits: .unlimited) }
        }
        #expect(error?.offset == cut.utf8.count)
        #expect((error?.path.count ?? 0) < 20)
    }

    @Test func ownsValuesUpToItsDepthLimit() async throws {
        let depth = 512
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let count = try await onASmallThread {
            let value = try JSON.Value(parsing: ResponseBytes(text.utf8))
            #expect(value == (try JSON.Value(parsing: ResponseBytes(text.utf8))))
            var count = 1
            var rest = value
            while case .array(let elements) = rest, let first = elements.first { (rest, count) = (first, count + 1) }
            return count
        }
        #expect(count == depth)
    }
}

/// The location of an error in a text that is long enough for its lines to be counted during the parse.
@Suite struct UnsafeJSONCountedLinesTests {
    private static let length = 4 << 20

    /// Returns the line and the column of an offset, for texts with one kind of line end.
    private func lineAndColumn(of offset: Int, in text: [UInt8], lineEnd: [UInt8]) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for byte in text[..<offset] {
            if byte == lineEnd[lineEnd.count - 1] {
                (line, column) = (line + 1, 1)
            } else if !UTF8.isContinuation(byte) {
                column += 1
            }
        }
        return (line, column)
    }

    private func check(_ text: String, lineEnd: String, options: JSON.Options = JSON.Options()) throws {
        let bytes = Array(text.utf8)
        #expect(bytes.count > Self.length)
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: ResponseBytes(bytes), options: options)
        }
        let position = try #require(error.position)
        let expected = lineAndColumn(of: position.offset, in: bytes, lineEnd: Array(lineEnd.utf8))
        #expect(bytes[position.offset] == UInt8(ascii: "?"))
        #expect((position.line, position.column) == expected)
    }

    private func rows(_ lineEnd: String) -> String {
        let row =
            "  {\"n\" :" + lineEnd + " \"é\"," + lineEnd + "\t\"list\": [1, " + lineEnd + "2 ]}" + lineEnd + ","
            + lineEnd
        return String(repeating: row, count: Self.length / row.utf8.count + 1)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func isCorrectForEveryLineEnd(lineEnd: String) throws {
        try check(lineEnd + "[" + lineEnd + rows(lineEnd) + "  ?]", lineEnd: lineEnd)
        try check("[" + rows(lineEnd) + "{\"a\"" + lineEnd + "?", lineEnd: lineEnd)
        try check("[" + rows(lineEnd) + "\"é?\"" + lineEnd + "?", lineEnd: lineEnd)
    }

    @Test func isCorrectOnALongLine() throws {
        let row = "[\"é\"],"
        let line = String(repeating: row, count: Self.length / row.utf8.count + 1)
        try check("[" + line + "?", lineEnd: "\n")
        try check("[\n\n" + line + "?", lineEnd: "\n")
    }

    @Test func isCorrectAfterComments() throws {
        var options = JSON.Options()
        options.quirks = .comments
        try check("[ // one\n/* two\nthree\n*/" + rows("\n") + "?", lineEnd: "\n", options: options)
    }

    @Test func isCorrectWithoutSpareNodeCapacity() throws {
        let text = Array(("[" + rows("\n") + "1]").utf8)
        var limits = Limits()
        limits.jsonNodes = 1000
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: ResponseBytes(text), limits: limits)
        }
        let position = try #require(error.position)
        #expect((position.line, position.column) == lineAndColumn(of: position.offset, in: text, lineEnd: [0x0A]))
    }
}
