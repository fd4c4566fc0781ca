internal import DecantCore
internal import DecantJSON

/// The body of an entry: the `content` of its response (HAR 1.2).
///
/// The content coding is decoded already. The text is Unicode, whatever the charset of the head, or the bytes in
/// base64. Some writers omit the label of base64, label text as base64, or write each byte as the character with its
/// number.
struct HARContent {
    private let text: ResponseBytes?
    private let isLabeledBase64: Bool
    private let size: Int?
    private let context: ResponseContext

    /// The findings about the body.
    private(set) var findings: [Finding] = []

    /// Whether the body is text in UTF-8.
    private(set) var isText = false

    /// The body, until it is taken.
    private var body = ResponseBytes()

    /// Reads the content of a response.
    ///
    /// - Parameters:
    ///   - content: The member `content`; nil if it is missing.
    ///   - context: The head of the response.
    init(_ content: JSON?, of context: ResponseContext) {
        text = content?["text"]?.stringBytes
        size = content?["size"]?.int
        self.context = context
        let encoding = content?["encoding"]?.string ?? ""
        isLabeledBase64 = encoding.lowercased() == "base64"
        if !isLabeledBase64, !encoding.isEmpty {
            note(.irregularEntry, "unknown encoding “\(encoding.excerpt(40))” of the content")
        }
        read()
        checkSize()
    }

    /// Returns the body, and releases it here.
    mutating func take() -> ResponseBytes {
        defer { body = ResponseBytes() }
        return body
    }
}

extension HARContent {
    private mutating func read() {
        guard let text, !text.isEmpty else { return }
        if isLabeledBase64 {
            guard let bytes = Self.base64(text) else {
                note(.mislabeledBody, "the content is labeled as base64, but is text")
                return takeText(text)
            }
            body = ResponseBytes(bytes)
        } else if isBinary, let bytes = unlabeledBase64(text) {
            note(.mislabeledBody, "the content is base64, although it is not labeled")
            body = ResponseBytes(bytes)
        } else if isBinary, !text.isASCII, let bytes = Self.latin1(text) {
            note(.mislabeledBody, "each character of the content is a byte of the body")
            body = ResponseBytes(bytes)
        } else {
            takeText(text)
        }
    }

    private mutating func takeText(_ text: ResponseBytes) {
        body = text
        isText = true
    }

    private mutating func note(_ code: Finding.Code, _ message: String) {
        findings.append(Finding(code, .warning, message))
    }

    /// Reports a body that the capture omits or cuts off.
    ///
    /// Writers count bytes or characters, some of them before content decoding, so the size of text is not compared.
    private mutating func checkSize() {
        guard !context.forbidsBody else { return }
        if body.isEmpty, text == nil, let size, size > 0 {
            let message = "the capture omits the body of \(size.counted("byte"))"
            findings.append(Finding(.truncatedBody, .failure, message))
        } else if body.isEmpty, context.mediaType?.essence == "text/event-stream" {
            note(.irregularEntry, "the capture has no text of the event stream")
        } else if !isText, !body.isEmpty, let size, size > body.count {
            let message = "the capture has \(body.count) of \(size.counted("byte")) of the body"
            findings.append(Finding(.truncatedBody, .warning, message))
        }
    }
}

// MARK: - Encodings

extension HARContent {
    /// Whether the media type is one of binary data.
    private var isBinary: Bool { context.mediaType.map(Self.isBinary) ?? false }

    /// Returns whether bodies with a media type are not text.
    static func isBinary(_ type: ResponseMediaType) -> Bool {
        switch type.type {
        case "image": type.suffix != "xml"
        case "audio", "video", "font": true
        case "application": binarySubtypes.contains(type.subtype)
        default: false
        }
    }

    private static let binarySubtypes: Set<String> = [
        "octet-stream", "pdf", "zip", "gzip", "x-gzip", "wasm", "protobuf", "x-protobuf", "grpc", "grpc-web", "cbor",
        "msgpack", "x-msgpack", "font-woff", "font-woff2", "x-font-woff", "x-shockwave-flash", "x-bplist",
        "x-apple-binary-plist",
    ]

    /// Decodes base64, with or without padding; nil if the text is not base64.
    private static func base64(_ text: ResponseBytes) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + ResponseBytes.slack)
        var decoder = Base64Decoder()
        if decoder.decode(text.span, into: &bytes) { return bytes }
        let letters = text.reduce(0) { $0 + ($1.isLineEnd || $1.isOptionalWhiteSpace ? 0 : 1) }
        guard letters % 4 > 1, text.count > 1 else { return nil }
        bytes.removeAll(keepingCapacity: true)
        decoder = Base64Decoder()
        let padded = Array(text) + repeatElement(UInt8(ascii: "="), count: 4 - letters % 4)
        return decoder.decode(padded.elementSpan, into: &bytes) ? bytes : nil
    }

    /// Decodes text without a label if it is base64 of a file with a known signature.
    private func unlabeledBase64(_ text: ResponseBytes) -> [UInt8]? {
        guard text.count >= 16, text.isASCII, let bytes = Self.base64(text.prefix(16)) else { return nil }
        switch BodySignature(ResponseBytes(bytes)) {
        case .binary, .compressed: return Self.base64(text)
        default: return nil
        }
    }

    /// Returns the bytes of text whose characters all are below U+0100; nil for other text.
    private static func latin1(_ text: ResponseBytes) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                bytes.append(byte)
                index += 1
            } else {
                // RFC 3629 §3: the characters from U+0080 to U+00FF have the lead bytes C2 and C3.
                guard byte == 0xC2 || byte == 0xC3, index + 1 < text.count else { return nil }
                bytes.append(byte << 6 | text[index + 1] & 0x3F)
                index += 2
            }
        }
        return bytes
    }
}

extension ResponseBytes {
    /// Whether all bytes are ASCII.
    fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
