package import DecantCore
import DecantText

extension XMLTokenizer {
    /// Where in the body as received a place in the text came from.
    package func sourceOffset(of offset: Int) -> Int {
        if let stream = window.stream { return stream.sourceOffset(ofUTF8Offset: offset) }
        if let transcoding { return transcoding.text.sourceOffset(ofUTF8Offset: offset) }
        return body.start + offset
    }

    /// Fills a place of the text into an error: offset as received, line, column and snippet.
    package func locate(_ error: inout ResponseError, at offset: Int) {
        guard window.stream != nil else { return error.locate(offset: sourceOffset(of: offset), in: body, at: offset) }
        let source = error.details.offset ?? sourceOffset(of: offset)
        var place = window.place
        place.move(to: offset, in: documentText, from: window.start)
        var held = [UInt8]()
        for index in 0..<window.bytes.count { held.append(window.bytes[index]) }
        // Only a little of what is held is shown.
        var snippet = TextLocator(ResponseBody(held), at: offset - window.start).snippet
        snippet.line = place.line
        error.details.offset = source
        error.details.position = SourcePosition(offset: source, line: place.line, column: place.column)
        error.details.snippet = snippet
    }

    /// Where a place in the text is in the body as received, if that is in UTF-8; else the place itself.
    func textOffset(of offset: Int) -> Int {
        if let stream = window.stream { return stream.isInPlace ? stream.markLength + offset : offset }
        return transcoding == nil ? body.start + offset : offset
    }

    /// Where a place in the text is: offset as received, line and column; counted on from the last such place.
    mutating func position(at offset: Int) -> SourcePosition {
        if offset < place.offset || place.offset < window.start { place = window.place }
        place.move(to: offset, in: documentText, from: window.start)
        return SourcePosition(offset: countedSourceOffset(of: offset), line: place.line, column: place.column)
    }

    /// Where in the body as received a place in the text came from; counted on from the last such place.
    private mutating func countedSourceOffset(of offset: Int) -> Int {
        if let transcoding { return transcoding.text.sourceOffset(ofUTF8Offset: offset, from: &sourcePlace) }
        return window.stream?.sourceOffset(countingOnTo: offset) ?? body.start + offset
    }

    /// How many elements are open.
    package var depth: Int { elements.count }

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        guard element.line == 0 else { return Int(element.line) }
        var place = window.place
        place.move(to: element.offset, in: documentText, from: window.start)
        return place.line
    }

    var malformedMessage: String { "the text is not valid UTF-8" }

    var malformedHint: String {
        if let charsetHint { return charsetHint }
        let isDeclared = declaration?.encoding != nil
        return isDeclared
            ? "the document says that the text is in UTF-8" : "no charset is declared, so the text was taken for UTF-8"
    }
}
