internal import DecantCore
internal import DecantJSON
internal import DecantText

/// The body of an entry: the `content` of its response (HAR 1.2).
///
/// The content coding is decoded already. The text is Unicode, whatever the charset of the head, or the bytes in
/// base64. Some writers omit the label of base64, label text as base64, or write each byte as the character with its
/// number in Latin-1 or windows-1252.
struct HARContent {
    private let text: ResponseBytes?
    private let isLabeledBase64: Bool
    private var size: Int?
    private let context: ResponseContext

    /// The findings about the body.
    private(set) var findings: [Finding] = []

    /// Whether the body is text in UTF-8.
    private(set) var isText = false

    /// Whether the media type is one of binary data.
    private let isBinary: Bool

    /// The body, until it is taken.
    private var body = ResponseBytes()

    /// Reads the content of a response.
    ///
    /// - Parameters:
    ///   - content: The member `content`, or nil if it is missing.
    ///   - context: The head of the response.
    init(_ content: JSON?, of context: ResponseContext) {
        let member = content?["text"]
        text = member?.stringBytes
        self.context = context
        isBinary = context.mediaType.map(Self.isBinary) ?? false
        let encoding = content?["encoding"]?.string ?? ""
        isLabeledBase64 = encoding.lowercased() == "base64"
        if !isLabeledBase64, !encoding.isEmpty {
            report(.irregularEntry, "unknown encoding “\(encoding.excerpt(40))” of the content")
        }
        readSize(content?["size"])
        if text == nil, let member, member.kind != .null {
            report(.irregularEntry, "the text of the content is not a string")
        }
        read()
        checkSize()
    }

    /// The size of a body that the capture omits, or nil if it does not.
    var omittedSize: Int? { body.isEmpty ? size.flatMap { $0 > 0 ? $0 : nil } : nil }

    /// Returns the body, and releases it here.
    mutating func removeBody() -> ResponseBytes {
        defer { body = ResponseBytes() }
        return body
    }
}

extension HARContent {
    /// Reads the size, as a number or in a string.
    private mutating func readSize(_ member: JSON?) {
        size = member?.int
        guard let text = member?.string, let number = Int(text) else { return }
        size = number
        report(.irregularEntry, "the size of the content is a string")
    }

    private mutating func read() {
        guard let text, !text.isEmpty else { return }
        if isLabeledBase64 {
            guard let bytes = Self.base64(text) else {
                report(.mislabeledBody, "the content is labeled as base64, but is text")
                return useText(text)
            }
            body = ResponseBytes(bytes)
        } else if isBinary, let bytes = unlabeledBase64(text) {
            report(.mislabeledBody, "the content is base64, although it is not labeled")
            body = ResponseBytes(bytes)
        } else if let bytes = base64OfSize(text) {
            guard fits(bytes) else {
                let type = context.mediaType?.essence ?? ""
                report(.mislabeledBody, "the content looks like base64 of its size, but not like base64 of \(type)")
                return useText(text)
            }
            report(.mislabeledBody, "the content is base64, although it is not labeled")
            body = bytes
        } else if isBinary, !text.isASCII, let bytes = SingleByteText.bytes(of: text) {
            report(.mislabeledBody, "each character of the content is a byte of the body")
            body = ResponseBytes(bytes)
        } else {
            useText(text)
            if isBinary { checkReplacements(in: text) }
        }
    }

    /// Rejects binary data that the writer of the capture has converted to text.
    private mutating func checkReplacements(in text: ResponseBytes) {
        var (count, index) = (0, 0)
        let span = text.span
        while let next = span.firstOffset(of: 0xEF, in: index..<span.count) {
            // U+FFFD in UTF-8.
            if next + 2 < span.count, span[next + 1] == 0xBF, span[next + 2] == 0xBD { count += 1 }
            index = next + 1
        }
        guard count > 0 else { return }
        let bytes = count.counted("sequence of bytes", "sequences of bytes")
        let message = "the capture has the binary body as text, and lost \(bytes), which became U+FFFD"
        findings.append(Finding(.replacedBytes, .failure, message))
    }

    private mutating func useText(_ text: ResponseBytes) {
        body = text
        isText = true
    }

    private mutating func report(_ code: Finding.Code, _ message: String) {
        findings.append(Finding(code, .warning, message))
    }

    /// Reports a body that the capture omits or cuts off.
    ///
    /// Writers count bytes or characters, some of them before content decoding, so the size of text is not compared.
    private mutating func checkSize() {
        guard !context.forbidsBody else { return }
        if body.isEmpty, let size, size > 0 {
            let message = "the capture omits the body of \(size.counted("byte"))"
            findings.append(Finding(.truncatedBody, .failure, message))
        } else if body.isEmpty, context.mediaType?.essence == "text/event-stream" {
            report(.irregularEntry, "the capture has no text of the event stream")
        } else if !isText || isBinary, !body.isEmpty, let size, size > body.count {
            let message = "the capture has \(body.count) of \(size.counted("byte")) of the body"
            findings.append(Finding(.truncatedBody, .warning, message))
        }
    }
}

// MARK: - Encodings

extension HARContent {
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

    /// Decodes base64, with or without padding, or nil if the text is not base64.
    private static func base64(_ text: ResponseBytes) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + ResponseBytes.slack)
        var decoder = Base64Decoder()
        if decoder.decode(text.span, into: &bytes) { return bytes }
        let letters = text.reduce(0) { $0 + ($1.isLineEnd || $1.isOptionalWhitespace ? 0 : 1) }
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

    /// Decodes text without a label if it is base64 of as many bytes as the size, or nil for all other text.
    ///
    /// Text whose own length is the size is never base64.
    private func base64OfSize(_ text: ResponseBytes) -> ResponseBytes? {
        guard let size, size > 0, size < text.count else { return nil }
        // Four characters encode three bytes, and line ends may follow each 64 characters.
        guard text.count / 4 * 3 >= size - 2, text.count <= size / 3 * 4 + size / 16 + 8, text.isASCII,
            let bytes = Self.base64(text), bytes.count == size
        else { return nil }
        return ResponseBytes(bytes)
    }

    /// Returns whether bytes may be a body of the declared media type.
    private func fits(_ bytes: ResponseBytes) -> Bool {
        guard let type = context.mediaType, type.subtype != "octet-stream" else { return true }
        let isText = CodingSignature.isText(bytes)
        if Self.isBinary(type) {
            switch BodySignature(bytes) {
            case .binary, .compressed: return true
            default: return !isText
            }
        }
        // Text in another charset cannot be checked.
        guard isText else { return type.charset.map { $0.lowercased() != "utf-8" } ?? false }
        let text = bytes.dropFirst(bytes.hasUTF8Mark ? 3 : 0)
        let first = text.first { !$0.isLineEnd && !$0.isOptionalWhitespace } ?? UInt8(ascii: " ")
        let format = type.suffix ?? type.subtype
        if format.contains("json") { return "{[\"-0123456789tfn".utf8.contains(first) }
        return format != "xml" || first == UInt8(ascii: "<")
    }
}

/// Text whose characters each stand for one byte.
private enum SingleByteText {
    /// The bytes of the characters from U+0080: Latin-1, and windows-1252, whose characters replace controls.
    private static let bytes: [Unicode.Scalar: UInt8] = {
        var bytes: [Unicode.Scalar: UInt8] = [:]
        for byte in UInt8(0x80)...0xFF {
            bytes[Unicode.Scalar(byte)] = byte
            var decoder = TextDecoder(.windows1252)
            if let scalar = (try? decoder.decode([byte]))?.unicodeScalars.first { bytes[scalar] = byte }
        }
        return bytes
    }()

    /// Returns the bytes of a text, or nil if one of its characters does not stand for a byte.
    static func bytes(of text: ResponseBytes) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard let byte = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : Self.bytes[scalar] else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}

extension ResponseBytes {
    /// Whether all bytes are ASCII.
    fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
