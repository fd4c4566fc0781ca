internal import HTTPTypes

/// The removal of credentials from recorded entries.
enum Redaction {
    /// The text that replaces a credential.
    static let mark = "redacted"

    /// The fields with credentials, in lowercase.
    private static let fields: Set<String> = [
        "authorization", "proxy-authorization", "authentication-info", "proxy-authentication-info", "cookie",
        "set-cookie",
        "set-cookie2",
    ]

    /// The fields whose value is a URL, or contains one, in lowercase.
    private static let links: Set<String> = ["location", "content-location", "link", "refresh"]

    /// The parts of names that indicate a credential.
    private static let words = ["token", "key", "secret", "signature", "password"]

    /// The same for a query or a fragment.
    private static let parameterWords = words + ["code"]

    /// Returns the value of a field without credentials.
    static func value(of name: HTTPField.Name, _ value: String) -> String {
        let name = name.canonicalName
        if fields.contains(name) || words.contains(where: { name.contains($0) }) { return mark }
        return links.contains(name) ? url(value) : value
    }

    /// Returns a URL without its user, and without the values of credentials in its query and fragment.
    ///
    /// Bytes are compared, because a combining character would hide the separator before it.
    static func url(_ text: String) -> String {
        // Most URLs have neither.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }) else { return text }
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        return String(decoding: withoutUser(bytes[..<start]) + parameters(bytes[start...]), as: UTF8.self)
    }

    private static func withoutUser(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "@")), let scheme = text.firstRange(of: "://".utf8) else { return text }
        let authority = text[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return text }
        return text[..<scheme.upperBound] + text[(at + 1)...]
    }

    /// Returns a query and a fragment, in which `?`, `#`, `&`, and `;` begin a name and `=` begins its value.
    private static func parameters(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let separators = Array("?#&;".utf8)
        var result: [UInt8] = []
        var rest = text
        while let separator = rest.popFirst() {
            result.append(separator)
            let pair = rest.prefix { !separators.contains($0) }
            rest = rest[pair.endIndex...]
            if let equals = pair.firstIndex(of: UInt8(ascii: "=")), isCredential(pair[..<equals]) {
                result += pair[...equals] + mark.utf8
            } else {
                result += pair
            }
        }
        return result
    }

    private static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
        // Most names are short and plain, and comparing bytes takes a tenth of the time.
        guard name.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) else {
            let name = percentDecoded(Array(name)).lowercased()
            return parameterWords.contains { name.contains($0) }
        }
        return parameterWords.contains { word in
            name.indices.dropLast(word.utf8.count - 1).contains { start in
                zip(name[start...], word.utf8).allSatisfy { $0 | 0x20 == $1 }
            }
        }
    }

    /// Decodes percent-encoded bytes (RFC 3986 §2.1), by which a name could be hidden.
    private static func percentDecoded(_ bytes: [UInt8]) -> String {
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexDigitValue,
                let low = bytes[index + 2].hexDigitValue
            {
                decoded.append(UInt8(truncatingIfNeeded: high << 4 | low))
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
