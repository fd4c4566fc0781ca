internal import DecantCore
internal import DecantText

/// The text of an archive as it arrives, which is converted to UTF-8 if it is in UTF-16 or UTF-32.
///
/// The first character of a JSON text is ASCII or a byte-order mark, so the zero bytes among the first four bytes show
/// the charset.
struct HARText {
    /// The bytes before the charset is known, fewer than four.
    private var beginning: [UInt8] = []
    private var decoder: TextDecoder?
    private var isDecided = false

    /// Whether the bytes are used without conversion.
    var isUTF8: Bool { isDecided && decoder == nil }

    /// The findings about the charset.
    var findings: [Finding] {
        guard let decoder else { return [] }
        let transcoded = Finding(.transcoded, .note, "the archive was transcoded from \(decoder.charset)")
        guard decoder.replacements > 0 else { return [transcoded] }
        let message = "malformed \(decoder.charset) was replaced by U+FFFD \(decoder.replacements.counted("time"))"
        return [transcoded, Finding(.replacedBytes, .warning, message)]
    }

    /// Returns the text of the next bytes in UTF-8.
    mutating func decode(_ chunk: Span<UInt8>) -> [UInt8] {
        var bytes = beginning
        for index in chunk.indices { bytes.append(chunk[index]) }
        guard isDecided || bytes.count >= 4 else {
            beginning = bytes
            return []
        }
        beginning = []
        return text(of: bytes)
    }

    /// Returns the text of the remaining bytes.
    mutating func finish() -> [UInt8] {
        let text = text(of: beginning)
        beginning = []
        return text + Array(((try? decoder?.finish()) ?? "").utf8)
    }

    private mutating func text(of bytes: [UInt8]) -> [UInt8] {
        if !isDecided {
            isDecided = true
            decoder = Self.charset(of: bytes).map { TextDecoder($0, replacesMalformed: true) }
        }
        // A decoder that replaces malformed bytes never throws.
        guard let text = try? decoder?.decode(bytes) else { return bytes }
        return Array(text.utf8)
    }

    /// Returns the charset of a JSON text that begins with some bytes; nil for UTF-8.
    private static func charset(of bytes: [UInt8]) -> Charset? {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        switch bytes.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false], [true, true, false, false]: return .utf32BigEndian
        case [false, true, true, true]: return .utf32LittleEndian
        case [true, false, true, false], [true, false]: return .utf16BigEndian
        case [false, true, false, true], [false, true]: return .utf16LittleEndian
        default: return nil
        }
    }
}
