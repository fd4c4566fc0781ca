public import DecantCore
import DecantText

/// A JSON text that was read and found valid: the body it stands in, and a flat list of where everything is.
///
/// Strings and numbers stay in the body until they are asked for. The document keeps the body alive; look at what it says
/// through ``root``, or make `Decodable` types from it.
public struct JSONDocument: Sendable {
    /// The text in UTF-8, in which the nodes' offsets count.
    package let body: ResponseBody

    /// The values and names in the order of the text; never empty.
    package let nodes: UnsafeJSONNodeList

    @inline(__always)
    init(body: ResponseBody, nodes: UnsafeJSONNodeList) {
        self.body = body
        self.nodes = nodes
    }

    /// Creates a document of some of the nodes of another one.
    init(nodes: [JSONNode], of document: JSONDocument) {
        self.init(body: document.body, nodes: UnsafeJSONNodeList(nodes))
        self.nodes.transcoding = document.transcoding
        self.nodes.quirksNeeded = document.quirksNeeded
    }

    /// What knows where the text came from, if it was transcoded.
    var transcoding: Transcoding? { nodes.transcoding }

    /// What the text has although JSON forbids it.
    var quirksNeeded: JSONQuirks { nodes.quirksNeeded }
}

extension JSONDocument {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - body: The text, in UTF-8, UTF-16 or UTF-32, with or without a byte-order mark, or in the options' charset.
    ///   - options: What is accepted, and what is left out.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: borrowing JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        if Self.isPlainlyUTF8(body, options.text) {
            self = try JSONParser.document(body, nil, JSONScanOptions(options, limits))
        } else {
            self = try Self.transcoded(body, options, limits)
        }
    }

    @inline(never)
    private static func transcoded(
        _ body: ResponseBody,
        _ options: borrowing JSONOptions,
        _ limits: Limits
    ) throws(ResponseError) -> JSONDocument {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        return try JSONDocument(parsing: body, in: &context, options: options)
    }

    /// Reads the JSON text of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBody,
        in context: inout DecodingContext,
        options: borrowing JSONOptions
    ) throws(ResponseError) {
        let text = try DecodedText.decode(
            body,
            in: &context,
            options: options.text,
            format: .json,
            // The scanner does so.
            validatesUTF8: false
        )
        let isInPlace = text.charset == .utf8 && text.replacements == 0
        let transcoding = isInPlace ? nil : Transcoding(text)
        self = try JSONParser.document(text.body, transcoding, JSONScanOptions(options, context.limits))
        if let finding = quirksNeeded.finding { context.report(finding) }
    }

    /// Whether nobody names a charset, and the body begins neither with a byte-order mark, which is not ASCII, nor with a
    /// zero byte among its first two, as all JSON in UTF-16 and UTF-32 does.
    @inline(__always)
    private static func isPlainlyUTF8(_ body: ResponseBody, _ options: borrowing TextOptions) -> Bool {
        guard options.charset == nil, options.malformed == .error else { return false }
        // The first of the zeros behind the body stands in for what a body of fewer bytes has not.
        let first = body.storage[body.start]
        let second = body.storage[body.start + 1]
        return first &- 1 < 0x7F && (second != 0 || body.count < 2)
    }
}
