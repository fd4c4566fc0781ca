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

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        TextLocator(body, at: element.offset).line
    }

    var malformedMessage: String { "the text is not valid UTF-8" }

    var malformedHint: String? { nil }
}
