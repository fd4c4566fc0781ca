import DecantCore
import DecantJSON
import Testing

/// The place of a fault in texts so long that their lines are counted while they are read.
@Suite struct UnsafeJSONCountedLinesTests {
    private static let length = 4 << 20

    /// Lines as a person counts them, for texts whose lines end alike.
    private func place(of offset: Int, in text: [UInt8], lineEnd: [UInt8]) -> (line: Int, column: Int) {
        let lines = String(decoding: text[..<offset], as: UTF8.self).unicodeScalars
            .split(separator: Unicode.Scalar(lineEnd[lineEnd.count - 1]), omittingEmptySubsequences: false)
        return (lines.count, (lines.last?.count ?? 0) + 1)
    }

    private func check(_ text: String, lineEnd: String, options: JSON.Options = JSON.Options()) throws {
        let bytes = Array(text.utf8)
        #expect(bytes.count > Self.length)
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: ResponseBody(bytes), options: options)
        }
        let position = try #require(error.position)
        let expected = place(of: position.offset, in: bytes, lineEnd: Array(lineEnd.utf8))
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
    func isRightWhateverEndsTheLines(lineEnd: String) throws {
        try check(lineEnd + "[" + lineEnd + rows(lineEnd) + "  ?]", lineEnd: lineEnd)
        try check("[" + rows(lineEnd) + "{\"a\"" + lineEnd + "?", lineEnd: lineEnd)
        try check("[" + rows(lineEnd) + "\"é?\"" + lineEnd + "?", lineEnd: lineEnd)
    }

    @Test func isRightOnALongLine() throws {
        let row = "[\"é\"],"
        let line = String(repeating: row, count: Self.length / row.utf8.count + 1)
        try check("[" + line + "?", lineEnd: "\n")
        try check("[\n\n" + line + "?", lineEnd: "\n")
    }

    @Test func isRightBehindComments() throws {
        var options = JSON.Options()
        options.quirks = .comments
        try check("[ // one\n/* two\nthree\n*/" + rows("\n") + "?", lineEnd: "\n", options: options)
    }

    @Test func isRightWhereThereIsNoRoomForMoreNodes() throws {
        let text = Array(("[" + rows("\n") + "1]").utf8)
        var limits = Limits()
        limits.nodes = 1000
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: ResponseBody(text), limits: limits)
        }
        let position = try #require(error.position)
        #expect((position.line, position.column) == place(of: position.offset, in: text, lineEnd: [0x0A]))
    }
}
