// An offset in the text becomes one in the body as received, and a line and a column, by counting on from a known one.

package import DecantCore
import DecantText

/// The last offset whose position was asked for, from which the next one is counted on.
struct XMLPositionCursor {
    private var lines = LineCounter()
    /// The same in the text as it was received, if it was transcoded.
    private var transcoding: TranscodingCursor?

    /// The place from which an offset can be counted on to: the last one, unless it is after the offset or not held.
    func start(for offset: Int, in window: borrowing XMLWindow) -> LineCounter {
        offset < lines.offset || lines.offset < window.start ? window.lines : lines
    }

    mutating func move(to lines: LineCounter) { self.lines = lines }

    mutating func sourceOffset(of offset: Int, in text: DecodedText) -> Int {
        text.sourceOffset(ofUTF8Offset: offset, from: &transcoding)
    }
}

extension XMLTokenizer {
    /// The whole text, with its source, if it is not read through a window.
    private var sourceText: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(of offset: Int) -> Int {
        window.stream?.sourceOffset(ofUTF8Offset: offset) ?? sourceText.sourceOffset(of: offset)
    }

    /// Fills offset, position and snippet into an error.
    package func locate(_ error: inout ResponseError, at offset: Int) {
        guard window.stream != nil else { return sourceText.locate(&error, at: offset) }
        let lines = counted(on: window.lines, to: offset)
        let source = error.details.offset ?? sourceOffset(of: offset)
        let position = SourcePosition(offset: source, line: lines.line, column: lines.column)
        heldText.locate(&error, at: position, held: offset - window.start)
    }

    /// The offset in the body as received, if that is in UTF-8; else the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream = window.stream { return stream.isInPlace ? stream.markLength + offset : offset }
        return decodedText == nil ? body.start + offset : offset
    }

    /// The position of an offset in the text; counted on from the last one that was asked for.
    mutating func position(at offset: Int) -> SourcePosition {
        let start = cursor.start(for: offset, in: window)
        let lines = counted(on: start, to: offset)
        cursor.move(to: lines)
        let source =
            if let decodedText {
                cursor.sourceOffset(of: offset, in: decodedText)
            } else {
                window.stream?.sourceOffset(countingOnTo: offset) ?? body.start + offset
            }
        return SourcePosition(offset: source, line: lines.line, column: lines.column)
    }

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        guard element.line == 0 else { return Int(element.line) }
        return counted(on: window.lines, to: element.offset).line
    }

    // MARK: - Unsafe
    //
    // Bound: the text does not change while a function looks at all of it.

    /// Counts lines on to an offset of the text.
    func counted(on lines: LineCounter, to offset: Int) -> LineCounter {
        var lines = lines
        unsafe lines.move(to: offset, in: documentText.all, from: window.start)
        return lines
    }

    /// A copy of the held text.
    private var heldText: SourceText { unsafe SourceText(ResponseBody(documentText.all)) }
}
