/// The evidence for deciding whether a body is still in the content codings that its head declares.
///
/// | first bytes | length | media type | result |
/// |---|---|---|---|
/// | of the coding | equals the body's | any | decoded |
/// | of the coding | differs, absent, chunked | of compressed files | left unchanged: the client has decoded it |
/// | of the coding | differs, absent, chunked | any other | decoded |
/// | of text or a known format | any | any | left unchanged; with a warning if the length equals the body's |
/// | neither; gzip, zstd | equals the body's | any | decoded, which fails |
/// | neither; gzip, zstd | differs, absent, chunked | any | left unchanged |
/// | neither; raw deflate, br | equals the body's | any | decoded |
/// | neither; raw deflate, br | differs, absent, chunked | any | decoded if possible, else left with a warning |
/// | other; unknown coding | equals the body's, or any for text | any | rejected: `unsupportedFormat` |
/// | other; unknown coding | differs, absent, chunked | not of text | left unchanged with a warning |
///
/// Codings that are not built in count as unknown. A body without content codings is never decoded.
package struct CodingEvidence {
    /// The classification of the first bytes of a body.
    package enum Bytes { case coded, plain, unclear }

    /// The result of comparing the announced length with the number of bytes received.
    package enum Length { case equal, different, unknown }

    /// The categories of media types that affect the decision.
    package enum Label { case compressedFile, text, other }

    /// The decision about a body.
    package enum Verdict: Hashable { case pass, passWithWarning, decode, tryToDecode, reject }

    /// The classification of the first bytes of a body.
    package var bytes: Bytes
    /// The result of comparing the announced length with the number of bytes received.
    package var length: Length
    /// The category of the media type.
    package var label: Label
    /// The outermost coding.
    package var coding: ContentCoding
    /// Whether this build can decode all codings.
    package var isSupported: Bool

    /// Creates evidence.
    package init(
        bytes: Bytes,
        length: Length,
        label: Label,
        coding: ContentCoding,
        isSupported: Bool
    ) {
        self.bytes = bytes
        self.length = length
        self.label = label
        self.coding = coding
        self.isSupported = isSupported
    }

    /// Returns the decision that follows from the evidence.
    ///
    /// - Parameter isDecoded: Whether the client has decoded the codings, or nil if it is unknown.
    package func verdict(isDecoded: Bool?) -> Verdict {
        switch isDecoded {
        case true?: return .pass
        case false? where bytes == .plain: return .passWithWarning
        case false?: return isSupported ? .decode : .reject
        case nil where bytes == .plain: return length == .equal ? .passWithWarning : .pass
        case nil where !isSupported:
            return bytes == .coded || length == .equal || label == .text ? .reject : .passWithWarning
        case nil where length == .equal: return .decode
        case nil where bytes == .coded: return label == .compressedFile ? .pass : .decode
        case nil: return hasMark ? .pass : .tryToDecode
        }
    }

    /// Whether all data in the coding starts with the same magic number.
    private var hasMark: Bool { coding == .gzip || coding == .zstd }
}

extension CodingEvidence {
    /// The number of first bytes that decide about a body.
    static let decisiveCount = 64

    /// Creates the evidence from a body and its head.
    init(_ body: ResponseBytes, _ context: ResponseContext, outermost: ContentCoding, isSupported: Bool) {
        self.init(
            bytes: Self.bytes(body.prefix(Self.decisiveCount), body, outermost),
            length: Self.length(body.count, context),
            label: Self.label(context.mediaType),
            coding: outermost,
            isSupported: isSupported
        )
    }

    private static func bytes(
        _ first: Slice<ResponseBytes>,
        _ body: ResponseBytes,
        _ coding: ContentCoding
    ) -> Bytes {
        if coding.isEvident(in: first), !CodingSignature.isText(first) {
            return .coded
        }
        if CodingSignature.isText(first) { return .plain }
        if case .binary = BodySignature(body) { return .plain }
        return .unclear
    }

    private static func length(_ count: Int, _ context: ResponseContext) -> Length {
        switch context.announcedLength {
        case .bytes(let announced): return announced == count ? .equal : .different
        case .immense: return .different
        case .unknown, .malformed, .conflicting: return .unknown
        }
    }

    private static func label(_ type: ResponseMediaType?) -> Label {
        guard let type else { return .other }
        if compressedSubtypes.contains(type.subtype) { return .compressedFile }
        let isText = type.type == "text" || textSubtypes.contains(type.subtype)
        return isText || textSuffixes.contains { type.subtype.hasSuffix($0) } ? .text : .other
    }

    private static let compressedSubtypes: Set = [
        "gzip", "x-gzip", "x-gunzip", "zlib", "x-deflate", "zstd", "x-zstd", "x-brotli", "brotli", "x-tgz", "x-gtar",
        "x-compressed", "x-compress", "x-tar-gz",
    ]
    private static let textSubtypes: Set = [
        "json", "xml", "javascript", "ecmascript", "x-javascript", "ld+json", "problem+json", "x-ndjson", "jsonl",
    ]
    private static let textSuffixes = ["+json", "+xml", "+yaml"]
}

extension ContentCoding {
    /// Returns whether the bytes start with the magic number of the coding; always false for brotli, which has none.
    package func isEvident(in bytes: some Collection<UInt8>) -> Bool {
        switch self {
        case .gzip: CodingSignature.isGzip(bytes)
        case .deflate: CodingSignature.isZlib(bytes)
        case .zstd: CodingSignature.isZstd(bytes)
        default: false
        }
    }
}
