package import DecantCore
import DecantText

/// What the slices of a document point into, and what knows where it came from.
package struct XMLStores: Sendable {
    /// The text in UTF-8.
    package let body: ResponseBody

    let transcoding: XMLTranscoding?

    /// What the document's declarations say.
    package let declared: [UInt8]

    /// What was put together.
    package let assembled: [UInt8]

    /// The names of namespaces by their numbers.
    package let namespaces: [String]
}

extension XMLStores {
    /// Where in the body as received a place in the text came from.
    ///
    /// - Parameter offset: The place in the text, in bytes.
    /// - Returns: The place in the body, in bytes.
    package func sourceOffset(of offset: Int) -> Int {
        transcoding?.text.sourceOffset(ofUTF8Offset: offset) ?? body.start + offset
    }

    /// Where a place in the text is: offset as received, line and column.
    ///
    /// - Parameter offset: The place in the text, in bytes.
    /// - Returns: The position.
    package func position(at offset: Int) -> SourcePosition {
        let locator = TextLocator(body, at: offset)
        return SourcePosition(offset: sourceOffset(of: offset), line: locator.line, column: locator.column)
    }

    /// Fills a place of the text into an error: offset as received, line, column and snippet.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - offset: The place in the text, in bytes.
    package func locate(_ error: inout ResponseError, at offset: Int) {
        error.locate(offset: sourceOffset(of: offset), in: body, at: offset)
    }
}
