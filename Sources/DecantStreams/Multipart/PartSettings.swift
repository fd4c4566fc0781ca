import DecantCore

/// The settings of a splitter of multipart bodies.
struct PartSettings {
    /// The maximum length of a boundary by RFC 2046 §5.1.1.
    static let maxRegularBoundary = 70

    /// The boundary; empty without a usable one.
    let boundary: [UInt8]

    /// The error of a missing boundary, or of one that is too long.
    let boundaryError: ResponseError?

    /// The media type of the body.
    let mediaType: ResponseMediaType?

    /// Whether a part stays in memory until its end.
    let keepsParts: Bool

    /// Whether the body may end without a closing delimiter.
    let isEndless: Bool
    let skipsBadParts: Bool
    let forbidsBody: Bool
    let maxPartBytes: Int
    let partLimit: Limits.Name
    let maxHeadBytes: Int
    let maxParts: Int

    init(_ settings: StreamSettings, _ options: MultipartOptions, keepsParts: Bool) {
        let (limits, mediaType) = (settings.limits, settings.mediaType)
        let text = options.boundary ?? mediaType?["boundary"] ?? ""
        let maxCount = limits.boundaryBytes
        if text.isEmpty {
            boundaryError = .missingBoundary(of: mediaType)
        } else if text.utf8.count > maxCount {
            let message = "the boundary has more than \(maxCount.counted("byte"))"
            boundaryError = ResponseError(.limitExceeded, message, at: nil, limit: .boundaryBytes)
                .needing(text.utf8.count)
        } else {
            boundaryError = nil
        }
        boundary = boundaryError == nil ? Array(text.utf8) : []
        self.mediaType = mediaType
        self.keepsParts = keepsParts
        // HTML §7.4 (“multipart/x-mixed-replace”): each part replaces the one before, as long as the server sends.
        isEndless = mediaType?.essence == "multipart/x-mixed-replace"
        skipsBadParts = settings.options.skipsBadItems
        forbidsBody = settings.context.forbidsBody
        partLimit = settings.options.itemLimit
        maxPartBytes = limits[partLimit]
        maxHeadBytes = limits.partHeadBytes
        maxParts = isEndless ? .max : limits.parts
    }
}

/// The first bytes of a multipart body, which show its boundary.
struct MultipartBeginning {
    private static let maxCount = 512

    private var bytes: [UInt8] = []

    /// Whether more bytes change nothing.
    var isComplete: Bool { bytes.count == Self.maxCount }

    /// Appends bytes, until there are enough.
    mutating func append(_ chunk: Span<UInt8>) {
        if !isComplete { bytes.append(chunk.extracting(first: Self.maxCount - bytes.count)) }
    }

    /// Returns an error with the boundary of the first line that looks like a delimiter.
    func explaining(_ error: ResponseError, _ mediaType: ResponseMediaType?) -> ResponseError {
        guard error.limit == nil, let boundary else { return error }
        let text = ".multipart(options: MultipartOptions(boundary: \"\(boundary)\")) reads it"
        var error = error
        error.details.hint = Hint(
            "the body has a line “--\(boundary)”",
            Remedy(.option, "boundary", text: text)
        )
        // Whoever cannot set the option declares the media type.
        let type = "\(mediaType?.essence ?? "multipart/mixed"); boundary=\"\(boundary)\""
        error.details.hint.alternative = Remedy(.mediaType, type, text: "declare the media type \(type)")
        return error
    }

    /// The boundary of the first line that looks like a delimiter, if it consists of the characters of RFC 2046 §5.1.1.
    private var boundary: String? {
        for line in bytes.split(whereSeparator: { $0 == .lineFeed || $0 == .carriageReturn }).prefix(8) {
            var line = line
            while line.last == .space || line.last == .tab { line.removeLast() }
            guard line.count > 2, line.starts(with: "--".utf8), line.endIndex < bytes.count else { continue }
            let boundary = line.dropFirst(2)
            guard boundary.count <= PartSettings.maxRegularBoundary, boundary.allSatisfy(Self.isBoundaryCharacter)
            else {
                continue
            }
            return String(decoding: boundary, as: UTF8.self)
        }
        return nil
    }

    /// RFC 2046 §5.1.1: `bchars`.
    private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}

extension ResponseError {
    fileprivate static func missingBoundary(of mediaType: ResponseMediaType?) -> ResponseError {
        let type = mediaType.map { "the media type \($0.essence)" } ?? "a multipart body without a media type"
        return ResponseError(.malformedMediaType, "\(type) has no boundary", at: nil)
    }
}
