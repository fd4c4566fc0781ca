public import DecantCore
package import DecantDocument
import DecantText

/// A JSON text that was read and found valid: the body it stands in, and a flat list of where everything is.
///
/// Strings and numbers stay in the body until they are asked for. The document keeps the body alive; look at what it says
/// through ``root``, or make `Decodable` types from it.
public struct JSONDocument: Sendable {
    private let reference: DocumentReference

    init(_ flat: FlatDocument) {
        reference = DocumentReference(flat)
    }

    /// The values and names in the order of the text.
    @inline(__always)
    package var flat: FlatDocument { reference.flat }

    /// The quirks that the text needs.
    var quirksNeeded: JSONQuirks { JSONQuirks(rawValue: flat.notes) }
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
        self = try JSONParser.document(text.body, text.transcoding, JSONScanOptions(options, context.limits))
        if let finding = quirksNeeded.finding { context.report(finding) }
    }

    /// Whether nobody names a charset, and the body begins neither with a byte-order mark, which is not ASCII, nor with a
    /// zero byte among its first two, as all JSON in UTF-16 and UTF-32 does.
    @inline(__always)
    private static func isPlainlyUTF8(_ body: ResponseBody, _ options: borrowing TextOptions) -> Bool {
        guard options.charset == nil, options.malformed == .error else { return false }
        // Zeros follow the last byte, so that two can be read of any body.
        let (first, second) = unsafe (body.address[0], body.address[1])
        return body.count > 0 && first &- 1 < 0x7F && (second != 0 || body.count == 1)
    }
}

// MARK: - Texts that RFC 8259 allows and the caller does not

extension JSONDocument {
    /// Throws if the text is no array or object.
    func refuseFragment() throws(ResponseError) {
        guard !flat[0].kind.isContainer else { return }
        throw flat.error(.malformedBody, "expected an array or an object around everything", at: 0)
    }

    /// Throws if an object has the same name twice, with the place of the second one; the first such place of the text.
    func refuseDuplicateKeys() throws(ResponseError) {
        var first: Int?
        for index in 0..<flat.count where flat[index].kind == .object && flat[index].count > 1 {
            guard let duplicate = duplicateKey(in: index) else { continue }
            first = min(first ?? duplicate, duplicate)
        }
        guard let first else { return }
        throw flat.error(.malformedBody, "the name “\(flat.string(at: first).printable)” is there twice", at: first)
    }

    /// The node of the first name of an object that stands there for the second time.
    package func duplicateKey(in object: Int) -> Int? {
        var names: Set<UTF8Key> = []
        names.reserveCapacity(flat[object].count)
        var index = object + 1
        while index < flat[object].end {
            guard names.insert(UTF8Key(text: flat.string(at: index))).inserted else { return index }
            index = flat.next(after: index + 1)
        }
        return nil
    }
}
