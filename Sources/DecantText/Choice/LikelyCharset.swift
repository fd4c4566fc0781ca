package import DecantCore

/// The charset that malformed UTF-8 was probably written in.
package enum LikelyCharset {
    /// The number of bytes to check on each side of the malformed ones.
    private static let reach = 2048

    /// The bytes that windows-1252 has no character for (WHATWG Encoding, index windows-1252).
    private static let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

    /// Returns a hint that also says that the text reads as windows-1252; the same hint if it does not.
    ///
    /// It does not if the body is binary, or if the bytes around the malformed ones have control characters or a
    /// character in UTF-8.
    ///
    /// - Parameters:
    ///   - hint: The hint about the source of the charset.
    ///   - body: The body, which was read as UTF-8.
    ///   - offset: The offset of the malformed bytes in the body.
    package static func hint(_ hint: Hint, for body: ResponseBytes, malformedAt offset: Int) -> Hint {
        guard readsAsWindows1252(body, around: min(max(0, offset), body.count)) else { return hint }
        let explanation = [hint.explanation, "the text reads as \(Charset.windows1252)"].compactMap(\.self)
        var result = Hint(explanation.joined(separator: "; "), .windows1252)
        result.alternative = hint.remedy
        return result
    }

    private static func readsAsWindows1252(_ body: ResponseBytes, around offset: Int) -> Bool {
        switch BodySignature(body) {
        case .binary, .compressed: return false
        default: break
        }
        let bytes = body.span.extracting(max(0, offset - reach)..<min(body.count, offset + reach))
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isControl = byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains(byte) || byte == 0x7F
            if isControl || undefined.contains(byte) { return false }
            if UTF8Validator.length(of: byte, in: bytes, at: index) > 1 { return false }
            index += 1
        }
        return !bytes.isEmpty
    }
}

extension Remedy {
    /// Reads the text in windows-1252.
    fileprivate static var windows1252: Remedy {
        Remedy(.charset, Charset.windows1252.description, text: "`charset = .windows1252` in the text options reads it")
    }
}
