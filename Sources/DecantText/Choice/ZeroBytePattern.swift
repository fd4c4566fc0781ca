import DecantCore

/// Tells UTF-16 and UTF-32 from UTF-8 by the zero bytes that ASCII characters have there.
enum ZeroBytePattern {
    /// The charset of a JSON text without a mark (RFC 4627 §3): its first character is ASCII, and no text has a zero
    /// byte.
    ///
    /// The second character of a string at the top need not be ASCII, so two bytes decide on UTF-16 where four do not
    /// decide on UTF-32.
    static func charset(of body: ResponseBody) -> Charset? {
        let isZero = (0..<4).map { $0 < body.count && body[$0] == 0 }
        switch (isZero[0], isZero[1], isZero[2], isZero[3]) {
        case (true, true, true, false) where body.count >= 4: return .utf32BigEndian
        case (false, true, true, true): return .utf32LittleEndian
        case (true, false, _, _) where body.count >= 2: return .utf16BigEndian
        case (false, true, _, _): return .utf16LittleEndian
        default: return nil
        }
    }

    /// The charset of a document without a mark that begins with `<` (XML 1.0 appendix F.1).
    static func charset(ofMarkup body: ResponseBody) -> Charset? {
        if body.hasPrefix([0x00, 0x3C, 0x00]) { return .utf16BigEndian }
        if body.hasPrefix([0x3C, 0x00, 0x00, 0x00]) { return .utf32LittleEndian }
        if body.hasPrefix([0x00, 0x00, 0x00, 0x3C]) { return .utf32BigEndian }
        return body.count >= 4 && body.hasPrefix([0x3C, 0x00]) && body[3] == 0 ? .utf16LittleEndian : nil
    }
}
