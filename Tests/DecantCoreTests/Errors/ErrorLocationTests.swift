import DecantCore
import Testing

/// The location that a decoder attaches to an error.
@Suite struct ErrorLocationTests {
    private static func error(at site: ErrorSite?) -> ResponseError { ResponseError(.malformedBody, "no", at: site) }

    @Test func anOffsetInTextHasALineAndASnippet() {
        let error = Self.error(at: .text(4, SourceText(ResponseBytes("ab\ncd".utf8))))
        #expect(error.position == SourcePosition(offset: 4, line: 2, column: 2))
        #expect(error.snippet == Snippet(text: "cd", caret: 1, line: 2))
    }

    @Test func anOffsetInBytesHasNoLineAndNoSnippet() {
        let error = Self.error(at: .bytes(4))
        #expect(error.offset == 4)
        #expect(error.position == nil && error.snippet == nil)
        #expect("\(error)".contains("at byte 4"))
    }

    @Test func anErrorWithoutASiteHasNoOffset() {
        #expect(Self.error(at: nil).offset == nil)
    }

    @Test(arguments: [ErrorSite.body(-1), .bytes(-1)]) func aNegativeOffsetCountsAsZero(site: ErrorSite) {
        #expect(Self.error(at: site).offset == 0)
    }

    @Test func anOffsetInTheBodyIsLocatedOnce() {
        var error = Self.error(at: .body(3))
        #expect(error.position == nil)
        error.locate { .text($0, SourceText(ResponseBytes("ab\ncd".utf8))) }
        error.locate { _ in .bytes(9) }
        #expect(error.position == SourcePosition(offset: 3, line: 2, column: 1))
    }

    @Test func aMovedErrorLosesItsEarlierPosition() {
        let error = Self.error(at: .text(1, SourceText(ResponseBytes("abc".utf8)))).moved(to: .bytes(7))
        #expect(error.offset == 7)
        #expect(error.position == nil)
    }

    @Test(
        "Positions in a part of a text count from the known one",
        arguments: [(3, 8, 9, 7), (4, 9, 10, 1), (6, 11, 10, 3)]
    )
    func positionsInAPartOfATextCountFromTheKnown(offset: Int, received: Int, line: Int, column: Int) {
        let known = SourcePosition(offset: 7, line: 9, column: 6)
        let error = Self.error(at: .text(offset, SourceText(ResponseBytes("abc\nde".utf8), at: 2, position: known)))
        #expect(error.position == SourcePosition(offset: received, line: line, column: column))
        #expect(error.snippet?.text == (offset < 4 ? "abc" : "de"))
        #expect(error.snippet?.line == line)
    }

    @Test func aLongLineIsTruncatedOnBothSides() {
        let text = String(repeating: "a", count: 61) + "b" + String(repeating: "c", count: 41)
        let snippet = Self.error(at: .text(61, SourceText(ResponseBytes(text.utf8)))).snippet
        #expect(snippet?.text == "…" + text.dropFirst().dropLast(2) + "…")
        #expect(snippet?.caret == 61)
    }
}
