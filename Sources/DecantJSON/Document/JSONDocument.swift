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
    package let nodes: [JSONNode]

    /// What knows where the text came from, if it was transcoded.
    let transcoding: DecodedText?

    init(body: ResponseBody, nodes: [JSONNode], transcoding: DecodedText?) {
        self.body = body
        self.nodes = nodes
        self.transcoding = transcoding
    }
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
        options: JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        if options.text == TextOptions(), Self.isPlainlyUTF8(body) {
            self = try JSONParser(body: body, transcoding: nil, options: options, limits: limits).document()
        } else {
            var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
            try self.init(parsing: body, in: &context, options: options)
        }
    }

    /// Reads the JSON text of a response, in the charset that the response names.
    package init(
        parsing body: ResponseBody,
        in context: inout DecodingContext,
        options: JSONOptions
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
        self = try JSONParser(
            body: text.body,
            transcoding: isInPlace ? nil : text,
            options: options,
            limits: context.limits
        ).document()
    }

    /// Whether there is neither a byte-order mark nor one of the zero bytes that UTF-16 and UTF-32 have at the beginning.
    private static func isPlainlyUTF8(_ body: ResponseBody) -> Bool {
        guard body.count >= 2 else { return body.isEmpty || body[0] < 0x80 }
        return body[0] < 0x80 && body[0] != 0 && body[1] != 0
    }
}
