package import DecantCore
import DecantText

extension XMLTokenizer {
    /// Where in the body as received a place in the text came from.
    package func sourceOffset(of offset: Int) -> Int {
        if let transcoding { return transcoding.text.sourceOffset(ofUTF8Offset: offset) }
        return body.start + offset
    }

    /// Fills a place of the text into an error: offset as received, line, column and snippet.
    package func locate(_ error: inout ResponseError, at offset: Int) {
        error.locate(offset: sourceOffset(of: offset), in: body, at: offset)
    }

    /// Where a place in the text is in the body as received, if that is in UTF-8; else the place itself.
    func textOffset(of offset: Int) -> Int { transcoding == nil ? body.start + offset : offset }

    /// Where a place in the text is: offset as received, line and column; counted on from the last such place.
    mutating func position(at offset: Int) -> SourcePosition {
        if offset < place.offset { place = XMLPlace() }
        place.move(to: offset, in: documentText, from: window.start)
        return SourcePosition(offset: sourceOffset(of: offset), line: place.line, column: place.column)
    }

    /// How many elements are open.
    package var depth: Int { elements.count }

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        TextLocator(body, at: element.offset).line
    }

    var malformedMessage: String { "the text is not valid UTF-8" }

    var malformedHint: String {
        if let charsetHint { return charsetHint }
        let isDeclared = declaration?.encoding != nil
        return isDeclared
            ? "the document says that the text is in UTF-8" : "no charset is declared, so the text was taken for UTF-8"
    }
}
