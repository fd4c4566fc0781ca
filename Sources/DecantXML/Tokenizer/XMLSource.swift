import DecantCore
import DecantText

/// The source of the text that is read: a body, or chunks of one that are transcoded to UTF-8 as they come.
struct XMLSource {
    /// The whole text in UTF-8; empty if it comes in chunks.
    let body: ResponseBytes
    /// The text with its source, if it was transcoded.
    let decodedText: DecodedText?
    /// The chunks, if the text comes in chunks.
    var stream: TextStream?
    /// The last offset whose position was asked for, from which the next one is counted on.
    private var lines = LineCounter()
    /// The same in the text as it was received, if it was transcoded.
    private var transcoding: TranscodingCursor?

    init(_ body: ResponseBytes, _ decodedText: DecodedText? = nil, stream: TextStream? = nil) {
        self.body = body
        self.decodedText = decodedText
        self.stream = stream
    }

    /// The whole text, with its source, if it does not come in chunks.
    var text: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        stream?.sourceOffset(ofUTF8Offset: offset) ?? text.sourceOffset(of: offset)
    }

    /// The offset in the body as received, if that is in UTF-8; else the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream { return stream.isInPlace ? stream.markLength + offset : offset }
        return decodedText == nil ? body.start + offset : offset
    }

    /// Returns where lines can be counted from to an offset: the last one asked for, unless it is after the offset or not held.
    func lines(before offset: Int, in window: borrowing XMLWindow) -> LineCounter {
        offset < lines.offset || lines.offset < window.start ? window.lines : lines
    }

    /// The position at which lines were counted up to.
    mutating func position(at lines: LineCounter) -> SourcePosition {
        self.lines = lines
        let source =
            if let decodedText {
                decodedText.sourceOffset(ofUTF8Offset: lines.offset, from: &transcoding)
            } else {
                stream?.sourceOffset(countingOnTo: lines.offset) ?? body.start + lines.offset
            }
        return SourcePosition(offset: source, line: lines.line, column: lines.column)
    }
}

// MARK: - Positions

extension XMLScanner {
    /// The site of an error at an offset in the text; `received` is the offset in the body as received, if it is known.
    func site(of offset: Int, received: Int? = nil) -> ErrorSite {
        guard source.stream != nil else { return .text(offset, source.text) }
        let held = offset - window.start
        let start = SourcePosition(
            offset: (received ?? source.sourceOffset(of: offset)) - held,
            line: window.lines.line,
            column: window.lines.column
        )
        return .text(held, SourceText(heldText, at: 0, position: start))
    }

    /// The position of an offset in the text; counted on from the last one that was asked for.
    mutating func position(at offset: Int) -> SourcePosition {
        source.position(at: counted(on: source.lines(before: offset, in: window), to: offset))
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
    private var heldText: ResponseBytes { unsafe ResponseBytes(documentText.all) }
}
