import DecantCore
import Testing

/// Finds positions in texts with every kind of line end.
struct LineCounterTests {
    /// The line and the column of every offset, computed byte by byte.
    private static func positions(in text: [UInt8]) -> [(line: Int, column: Int)] {
        var positions = [(line: 1, column: 1)]
        for (index, byte) in text.enumerated() {
            var (line, column) = positions[index]
            let isFirstOfPair = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !isFirstOfPair) {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            positions.append((line, column))
        }
        return positions
    }

    private static func located(_ text: ResponseBytes, at offset: Int, line: Int) -> SourcePosition? {
        ResponseError(.malformedBody, "no", at: .text(offset, SourceText(text), line: line)).position
    }

    @Test("Resuming the count matches counting from the start", arguments: [1, 2, 3, 4079, 4080, 5000])
    func resumingTheCountMatchesCounting(step: Int) {
        let text = Array(
            (0..<120).map { String(repeating: "aé", count: $0 % 37) + ["\n", "\r", "\r\n"][$0 % 3] }.joined().utf8
        )
        var counter = LineCounter()
        for offset in Swift.stride(from: 0, through: text.count, by: step) {
            counter.move(to: offset, in: text.elementSpan)
            let whole = LineCounter(text.elementSpan, upTo: offset)
            #expect((counter.line, counter.column, counter.lineStart) == (whole.line, whole.column, whole.lineStart))
        }
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\n\r", "\r\r\n", "\n\n"])
    func everyOffsetHasALineAndAColumn(lineEnd: String) {
        // Lines of many lengths, with line ends inside and across the blocks that are counted together.
        let text = Array((0..<50).map { String(repeating: "aé", count: $0 * $0 % 131) + lineEnd }.joined().utf8)
        let body = ResponseBytes(text)
        #expect(text.count > TextCounts.limit)
        for (offset, expected) in Self.positions(in: text).enumerated() {
            let locator = SourceText(body).position(of: offset)
            guard locator.line != expected.line || locator.column != expected.column else { continue }
            Issue.record("byte \(offset): line \(locator.line), column \(locator.column) instead of \(expected)")
        }
    }

    @Test(arguments: [1, 100, 3_000])
    func aKnownLineAvoidsCountingFromTheStart(length: Int) throws {
        let text = Array(
            (0..<12).map { String(repeating: "aé", count: $0 % 5 == 0 ? length : $0) + "\n" }.joined().utf8
        )
        let body = ResponseBytes(text)
        for (offset, expected) in Self.positions(in: text).enumerated() where offset % 7 == 0 {
            let locator = try #require(Self.located(body, at: offset, line: expected.line))
            guard locator.line != expected.line || locator.column != expected.column else { continue }
            Issue.record("byte \(offset): line \(locator.line), column \(locator.column) instead of \(expected)")
        }
    }

    @Test func aKnownLineIsTrusted() {
        #expect(Self.located(ResponseBytes("a\nb".utf8), at: 3, line: 7)?.line == 7)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4079, 4080, 4081, 100_000])
    func aSingleLongLineHasColumns(count: Int) {
        let text = ResponseBytes(Array(repeating: UInt8(ascii: "a"), count: count + 1))
        let locator = SourceText(text).position(of: count)
        #expect(locator.line == 1)
        #expect(locator.column == count + 1)
    }

    @Test func aTextOfOnlyLineEndsIsCounted() {
        let locator = SourceText(ResponseBytes(Array(repeating: 0x0A, count: 10_000))).position(of: 10_000)
        #expect(locator.line == 10_001)
        #expect(locator.column == 1)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 100, 4063, TextCounts.limit])
    func countingInGroupsMatchesCountingByBytes(count: Int) {
        let text = (0..<count).map { [0x0A, 0x0D, 0x61, 0x80, 0xBF, 0xC0, 0xFF, 0x00][$0 * $0 % 61 % 8] as UInt8 }
        #expect(TextCounts(of: text.elementSpan) == TextCounts(portably: text.elementSpan))
    }

    @Test(arguments: [0x0A, 0x0D, 0x61] as [UInt8])
    func countsTheMaximumNumberOfLines(byte: UInt8) {
        let text = Array(repeating: byte, count: TextCounts.limit)
        #expect(TextCounts(of: text.elementSpan) == TextCounts(portably: text.elementSpan))
    }
}
