import DecantCore

/// The parameters of a field `Content-Disposition` (RFC 6266 §4.1, RFC 7578 §4.2).
struct ContentDisposition {
    private var parameters: [(name: String, value: String)] = []

    /// Parses the value of a field; text that is no parameter is skipped.
    init(_ text: String) {
        var rest = Array(text.utf8)[...]
        Self.skip(&rest) { $0 != UInt8(ascii: ";") }
        while !rest.isEmpty {
            rest.removeFirst()
            Self.skip(&rest) { $0 == .space || $0 == .tab }
            let name = Self.skip(&rest) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            Self.skip(&rest) { $0 == .space || $0 == .tab }
            let value = rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Self.token(&rest)
            let key = String(decoding: name, as: UTF8.self).trimmingSpaces.lowercased()
            parameters.append((name: key, value: String(decoding: value, as: UTF8.self)))
        }
    }

    /// The value of the first parameter with a name in lowercase.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Returns the value of an extended parameter (RFC 8187 §3.2), or nil if it is missing, malformed, or in an unknown
    /// charset.
    func extended(_ name: String) -> String? {
        // RFC 8187 §3.2.1: `ext-value = charset "'" [ language ] "'" value-chars`.
        let parts = self["\(name)*"]?.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, let bytes = Self.percentDecoded(parts[2].utf8) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validUTF8: bytes)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    @discardableResult
    private static func skip(_ rest: inout ArraySlice<UInt8>, while isSkipped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let skipped = rest.prefix(while: isSkipped)
        rest = rest.dropFirst(skipped.count)
        return skipped
    }

    private static func token(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var token = Array(skip(&rest) { $0 != UInt8(ascii: ";") })
        while token.last == .space || token.last == .tab { token.removeLast() }
        return token
    }

    /// RFC 9110 §5.6.4: `quoted-string`.
    ///
    /// A backslash escapes a quotation mark or a backslash; others belong to paths of Windows, which some clients send.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var value: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != quote {
            guard byte == backslash, let next = rest.first, next == quote || next == backslash else {
                value.append(byte)
                continue
            }
            value.append(next)
            rest.removeFirst()
        }
        skip(&rest) { $0 != UInt8(ascii: ";") }
        return value
    }

    private static func percentDecoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension String {
    /// The text of a name that a browser has encoded: quotation marks and line ends (HTML §4.10.22.8).
    var unescaped: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        return replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
