package import DecantCore
import DecantDocument

/// A parser of the JSON texts of a stream, one after another, each of which is UTF-8 without a byte-order mark.
package struct JSONItemParser: Sendable {
    private let options: JSONScanOptions

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - options: The ways in which the texts are read.
    ///   - limits: The bounds of depth, length and number.
    package init(_ options: JSON.Options, _ limits: Limits) {
        self.options = JSONScanOptions(options, limits)
    }

    /// Reads a text.
    ///
    /// - Parameter body: The text; a zero byte and others that can be read follow it.
    /// - Returns: The value, and the finding that quirks were needed.
    /// - Throws: ``ResponseError`` with the position in the text.
    package func parse(_ body: ResponseBody) throws(ResponseError) -> JSON {
        try JSONParser.document(body, nil, options)
    }

    /// The finding that a text is not JSON but was accepted.
    package static func finding(_ json: JSON) -> Finding? {
        let notes = json.flat.notes
        return notes == 0 ? nil : JSON.Quirks(rawValue: notes).finding
    }
}
