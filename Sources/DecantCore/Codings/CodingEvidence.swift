/// The evidence for deciding whether a body is still in the content codings that its head names.
///
/// | first bytes | length | media type | the body |
/// |---|---|---|---|
/// | of the coding | that of the body | any | is undone |
/// | of the coding | another, absent, chunked | of compressed files | is left: the client has undone a coding |
/// | of the coding | another, absent, chunked | any other | is undone |
/// | of text or a known format | any | any | is left; with the length of the body, a warning |
/// | neither; gzip, zstd | that of the body | any | is undone, which fails |
/// | neither; gzip, zstd | another, absent, chunked | any | is left |
/// | neither; raw deflate, br | that of the body | any | is undone |
/// | neither; raw deflate, br | another, absent, chunked | any | is undone if that succeeds, else left with a warning |
/// | other; unknown coding | that of the body, or any for text | any | is refused: `unsupportedFormat` |
/// | other; unknown coding | another, absent, chunked | not of text | is left with a warning |
///
/// An unknown coding is also one that is not built in. Without a coding in the head nothing is undone.
package struct CodingEvidence {
    /// The things that the first bytes show.
    package enum Bytes { case coded, plain, unclear }

    /// The relation of the announced length to the bytes received.
    package enum Length { case equal, different, unknown }

    /// The kinds of media types that matter.
    package enum Label { case compressedFile, text, other }

    /// The things that can be done.
    package enum Verdict: Hashable { case leave, leaveWithWarning, undo, tryToUndo, refuse }

    /// The things that the first bytes show.
    package var bytes: Bytes
    /// The relation of the announced length to the bytes received.
    package var length: Length
    /// The kind of the media type.
    package var label: Label
    /// The outermost coding.
    package var coding: ContentCoding
    /// Whether all codings can be undone here.
    package var isUndoable: Bool

    /// Creates evidence.
    package init(
        bytes: Bytes,
        length: Length,
        label: Label,
        coding: ContentCoding,
        isUndoable: Bool
    ) {
        self.bytes = bytes
        self.length = length
        self.label = label
        self.coding = coding
        self.isUndoable = isUndoable
    }

    /// Weighs the evidence.
    package func verdict(_ state: CodingState) -> Verdict {
        switch state {
        case .decoded: return .leave
        case .asReceived where bytes == .plain: return .leaveWithWarning
        case .asReceived: return isUndoable ? .undo : .refuse
        case .byEvidence where bytes == .plain:
            return length == .equal ? .leaveWithWarning : .leave
        case .byEvidence where !isUndoable:
            return bytes == .coded || length == .equal || label == .text ? .refuse : .leaveWithWarning
        case .byEvidence where length == .equal: return .undo
        case .byEvidence where bytes == .coded: return label == .compressedFile ? .leave : .undo
        case .byEvidence: return hasMark ? .leave : .tryToUndo
        }
    }

    /// Whether all data in the coding begins alike.
    private var hasMark: Bool { coding == .gzip || coding == .zstd }
}

extension CodingEvidence {
    /// The number of bytes that are looked at.
    private static let reach = 64

    /// Looks at a body and its head.
    init(_ body: ResponseBytes, _ context: ResponseContext, outermost: ContentCoding, isUndoable: Bool) {
        self.init(
            bytes: Self.bytes(body.prefix(Self.reach), body, outermost),
            length: Self.length(body.count, context),
            label: Self.label(context.mediaType),
            coding: outermost,
            isUndoable: isUndoable
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
    /// Returns whether bytes begin as those of the coding do, and others hardly ever; brotli has no mark.
    package func isEvident(in bytes: some Collection<UInt8>) -> Bool {
        switch self {
        case .gzip: CodingSignature.isGzip(bytes)
        case .deflate: CodingSignature.isZlib(bytes)
        case .zstd: CodingSignature.isZstd(bytes)
        default: false
        }
    }
}
