/// A built-in step that runs before decoding.
package enum BodyPreparation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Removes a UTF-8 byte-order mark and reports a finding.
    case byteOrderMark

    /// Removes a prefix of JSON that prevents cross-site script inclusion, and reports a finding.
    case xssiPrefix

    /// Decompresses a body that is a file in gzip or zstd, and reports a finding.
    case compressedContent

    /// Removes the call of a function around JSON, and reports a finding.
    case jsonpCallback

    /// Removes the text before the document, and reports a finding.
    case textBeforeDocument
}

extension BodyPreparation {
    /// Applies the step to a body.
    ///
    /// - Parameter format: The format of the document, or nil if its beginning cannot be recognized.
    package func apply(
        to body: ResponseBytes,
        before format: DocumentFormat?,
        in context: inout DecodingContext
    ) throws(ResponseError) -> ResponseBytes {
        switch self {
        case .compressedContent: try Self.decompressed(body, in: &context)
        case .jsonpCallback: Self.withoutCall(body, in: &context)
        default: removePrefix(of: body, before: format, isWhole: true, in: &context)
        }
    }

    /// Applies a step that removes a prefix to a body, or to the first bytes of a stream; other steps change nothing.
    package func removePrefix(
        of first: ResponseBytes,
        before format: DocumentFormat?,
        isWhole: Bool = false,
        in context: inout DecodingContext
    ) -> ResponseBytes {
        switch self {
        case .byteOrderMark:
            guard first.hasUTF8Mark else { return first }
            context.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was removed", offset: 0))
            return first.dropFirst(3)
        case .xssiPrefix: return Self.withoutXSSIPrefix(first, in: &context)
        case .textBeforeDocument:
            let text = format.flatMap { TextBeforeDocument(first, before: $0, isWhole: isWhole) }
            return text?.removed(from: first, in: &context) ?? first
        case .compressedContent, .jsonpCallback: return first
        }
    }

    private static func withoutXSSIPrefix(_ body: ResponseBytes, in context: inout DecodingContext) -> ResponseBytes {
        let length = XSSIPrefix.length(in: body)
        guard length > 0 else { return body }
        let message = "a prefix of \(length.counted("byte")) against cross-site inclusion was removed"
        context.report(Finding(.xssiPrefix, .note, message, offset: body.start))
        return body.dropFirst(length)
    }

    private static func decompressed(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> ResponseBytes
    {
        guard let coding = ContentCoding(fileIn: body) else { return body }
        if !coding.isBuiltIn { throw ContentCodingList.unsupported(coding) }
        try context.limits.checkLayers(of: [coding])
        try context.limits.checkCodedSize(of: body)
        let decoded = BodyDecoder([coding], context.limits).decode(body)
        if var error = decoded.failure {
            // The body of the error is the file.
            error.details.location = ErrorLocation(.bytes(body.start + (error.details.codedOffset ?? body.count)))
            throw error
        }
        for finding in decoded.findings { context.report(finding) }
        return decoded.body
    }

    private static func withoutCall(_ body: ResponseBytes, in context: inout DecodingContext) -> ResponseBytes {
        guard let call = JSONPCall(body) else { return body }
        let message = "a call of “\(call.name.excerpt(40))” around the JSON was removed"
        context.report(Finding(.jsonpCallback, .note, message, offset: body.start))
        // The zeros after a body end its text, so the end of the call cannot be dropped without a copy.
        let end = body.start + call.argument.upperBound
        return ResponseBytes(body.whole.span.extracting(first: end)).dropFirst(body.start + call.argument.lowerBound)
    }
}

extension BodyPreparation {
    /// The media types of files that can be decompressed.
    static let compressedTypes: [MediaTypePattern] = [
        "application/gzip", "application/x-gzip", "application/zstd", "application/x-zstd",
    ]

    /// The media types of scripts.
    static let scriptTypes: [MediaTypePattern] = [
        "application/javascript", "text/javascript", "application/x-javascript", "application/ecmascript",
    ]
}

extension [BodyPreparation] {
    /// The steps in the order in which they run: decompression first, because the others need the text.
    package var inOrder: [BodyPreparation] { filter { $0 == .compressedContent } + filter { $0 != .compressedContent } }
}

extension ContentCoding {
    /// The compression of a file, by its first bytes; nil for other data.
    ///
    /// - Parameter first: The first four bytes of the data, or more.
    package init?(fileIn first: some Collection<UInt8>) {
        guard let coding = [ContentCoding.gzip, .zstd].first(where: { $0.isEvident(in: first) }) else { return nil }
        self = coding
    }
}
