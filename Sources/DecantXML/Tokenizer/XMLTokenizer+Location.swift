package import DecantCore
import DecantText

extension XMLTokenizer {
    /// The whole text, with where it came from, if it is not read through a window.
    private var sourceText: SourceText { SourceText(body, decodedText?.transcoding) }

    /// The offset in the body as received that an offset in the text came from.
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
        if offset < lines.offset || lines.offset < window.start { lines = window.lines }
        lines = counted(on: lines, to: offset)
        return SourcePosition(offset: countedSourceOffset(of: offset), line: lines.line, column: lines.column)
    }

    private mutating func countedSourceOffset(of offset: Int) -> Int {
        if let decodedText { return decodedText.sourceOffset(ofUTF8Offset: offset, from: &sourceCursor) }
        return window.stream?.sourceOffset(countingOnTo: offset) ?? body.start + offset
    }

    /// How many elements are open.
    package var depth: Int { elements.count }

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        guard element.line == 0 else { return Int(element.line) }
        return counted(on: window.lines, to: element.offset).line
    }

    var malformedMessage: String { "the text is not valid UTF-8" }

    var malformedHint: String {
        if let charsetHint { return charsetHint }
        let isDeclared = declaration?.encoding != nil
        return isDeclared
            ? "the document says that the text is in UTF-8" : "no charset is declared, so the text was taken for UTF-8"
    }
}

extension XMLTokenizer {
    // MARK: - Unsafe
    //
    // Bound: the text does not change while a function looks at all of it.

    /// Counts lines on to an offset of the text.
    func counted(on lines: LineCounter, to offset: Int) -> LineCounter {
        var lines = lines
        unsafe lines.move(to: offset, in: documentText.all, from: window.start)
        return lines
    }

    /// A copy of what is held of the text.
    private var heldText: SourceText { unsafe SourceText(ResponseBody(documentText.all)) }
}
