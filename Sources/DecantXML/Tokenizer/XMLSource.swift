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
