import DecantCore
import DecantText

/// The charset of a stream of JSON texts.
///
/// The options or the first bytes decide on a charset other than UTF-8. Then the whole stream is transcoded. Otherwise,
/// each text that is valid UTF-8 is UTF-8 (RFC 8259 §8.1); the label of the response decides on the others.
struct JSONStreamText {
    private let options: TextOptions
    /// The context of the response, if it names a charset other than UTF-8.
    private let labeled: ResponseContext?
    /// The bytes received before the charset was determined.
    private var beginning: [UInt8] = []
    private var stream: TextStream?
    /// The text offset of the first retained source offset.
    private var forgotten = 0
    /// The number of bytes received before and with the last text.
    private var receivedCount = 0

    /// Whether the bytes received are the text.
    private(set) var isUnchanged = false

    /// Creates the text of a stream from which nothing was received.
    init(_ options: TextOptions, _ context: ResponseContext) {
        self.options = options
        let label = context.charsetLabel
        labeled = label == nil || label.flatMap(Charset.init(label:)) == .utf8 ? nil : context
    }

    /// Whether each text needs a separate check.
    var checksTexts: Bool { labeled != nil && isUnchanged }

    /// The findings about a transcoded stream.
    var findings: [Finding] { isUnchanged ? [] : stream?.findings ?? [] }

    /// The number of findings about a transcoded stream.
    private(set) var findingCount = 0

    /// The number of bytes held until the charset is determined.
    var heldBytes: Int { beginning.count }

    /// The error of the stream, at the end of the text before it.
    var failure: ResponseError? { stream?.failure }

    /// Returns whether the stream begins with two characters in UTF-8, as nearly all do, so nothing is decoded.
    mutating func isPlain(_ start: Span<UInt8>) -> Bool {
        guard stream == nil, beginning.isEmpty, options == TextOptions() else { return false }
        isUnchanged = start.count > 1 && Self.isCharacter(start[0]) && Self.isCharacter(start[1])
        return isUnchanged
    }

    private static func isCharacter(_ byte: UInt8) -> Bool { byte != 0 && UTF8.isASCII(byte) }

    /// Decodes bytes.
    ///
    /// - Parameter isLast: Whether no bytes follow.
    /// - Returns: The text that they complete.
    mutating func decode(_ bytes: [UInt8], isLast: Bool = false) throws(ResponseError) -> [UInt8] {
        var bytes = bytes
        if stream == nil {
            bytes = beginning + bytes
            beginning = []
            guard isLast || Self.decidesCharset(bytes) else {
                beginning = bytes
                return []
            }
            let text = try TextStream(ResponseBytes(bytes), label: nil, options: options, format: .json)
            stream = text
            isUnchanged = text.isUnchanged
            receivedCount = text.markLength
            if !isUnchanged { bytes = Array(bytes.dropFirst(text.markLength)) }
        }
        guard !isUnchanged else { return bytes }
        receivedCount += bytes.count
        var text = stream?.decode(bytes) ?? []
        if isLast { text += stream?.finish() ?? [] }
        findingCount = stream?.findings.count ?? 0
        return text
    }

    /// Returns whether the first bytes of a stream decide on its charset.
    ///
    /// Two of them suffice without a byte-order mark and a zero byte, so that a short text is not delayed.
    private static func decidesCharset(_ bytes: [UInt8]) -> Bool {
        guard bytes.count < 4 else { return true }
        return bytes.count > 1 && bytes.prefix(2).allSatisfy(isCharacter)
    }

    /// Returns an item in UTF-8, and a map to its bytes as received.
    ///
    /// - Parameter log: A log that receives the first finding of each kind.
    func decoded(_ item: ResponseBytes, _ log: inout FindingLog) throws(ResponseError) -> (ResponseBytes, Transcoding?)
    {
        guard let labeled else { return (item, nil) }
        var context = DecodingContext(labeled)
        let text = try DecodedText.decode(item, in: &context, options: options, format: .json, validatesUTF8: false)
        for finding in context.findings where !log.all.contains(where: { $0.code == finding.code }) {
            log.report(finding)
        }
        return (text.body, text.transcoding)
    }

    /// Discards the map of the text before an offset.
    mutating func forget(before offset: Int) {
        guard !isUnchanged, offset > forgotten else { return }
        forgotten = offset
        stream?.forget(before: offset)
    }

    /// Returns the offset in the body for an offset of the text, or nil if they are equal.
    func sourceOffset(of offset: Int) -> Int? {
        isUnchanged ? nil : stream.map { min($0.sourceOffset(ofUTF8Offset: offset), receivedCount) }
    }

    /// The length of the byte-order mark that was removed from the text.
    var markLength: Int? { isUnchanged ? nil : stream?.markLength }

    /// Returns a map from offsets in a part of the text, which need not be held, to offsets in the body.
    ///
    /// - Parameters:
    ///   - part: A part of the text.
    ///   - start: An offset in the part.
    ///   - received: The offset in the body for `start`.
    /// - Returns: The map, or nil if the text is the body.
    func map(of part: ResponseBytes, from start: Int, at received: Int) -> Transcoding? {
        guard !isUnchanged, let charset = stream?.charset else { return nil }
        return Transcoding { [receivedCount] offset in
            let text = String(decoding: part.dropFirst(start).prefix(max(0, offset - start)), as: UTF8.self)
            return min(received + charset.minLength(of: text), receivedCount)
        }
    }
}

extension Charset {
    /// The number of bytes of a text; the minimum if characters have encoded forms of several lengths.
    fileprivate func minLength(of text: String) -> Int {
        switch self {
        case .utf8: text.utf8.count
        case .utf16BigEndian, .utf16LittleEndian: text.utf16.count * 2
        case .utf32BigEndian, .utf32LittleEndian: text.unicodeScalars.count * 4
        default: text.unicodeScalars.count
        }
    }
}

extension ResponseError {
    /// Returns the error of a text that may have been transcoded, with its offset in the bytes as received.
    func mapped(by map: Transcoding?) -> ResponseError {
        guard let map, let offset else { return self }
        return moved(to: .body(map.sourceOffset(offset)))
    }
}
