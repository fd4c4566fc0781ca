internal import DecantCore

/// Hides the values of header fields, except those of a list.
struct HiddenFields {
    private let placeholders: Placeholders

    init(_ placeholders: Placeholders) { self.placeholders = placeholders }

    /// The fields whose value is a URL, in lowercase.
    private static let urls: Set<String> = [
        "location", "content-location", "referer", "origin", "access-control-allow-origin", "sourcemap", "x-sourcemap",
    ]

    /// The attributes of `Set-Cookie` (RFC 6265 §4.1.1), whose values stay.
    private static let cookieAttributes: Set<String> = [
        "expires", "max-age", "secure", "httponly", "samesite", "partitioned", "priority",
    ]

    /// The schemes of authentication.
    private static let schemes = [
        "basic", "bearer", "digest", "negotiate", "ntlm", "hoba", "mutual", "token", "apikey",
    ]

    /// The parameters of a media type whose values stay.
    private static let parameters: Set<String> = ["charset", "boundary", "version", "q", "odata", "ieee754compatible"]

    /// Returns the value of a field with its parts hidden.
    func hidden(_ value: String, of name: String) -> String {
        let name = name.lowercased()
        if CommonWords.harmlessFields.contains(name) { return harmless(value) }
        if Self.urls.contains(name) { return HiddenURL(placeholders).hidden(value) }
        var bytes = Array(value.utf8)
        switch name {
        case "host", ":authority": HiddenURL(placeholders).hideAuthority(bytes.indices, in: &bytes)
        case ":path": HiddenURL(placeholders).hide(bytes.indices, in: &bytes)
        case "content-type": return mediaType(value)
        case "cookie", "set-cookie": hideCookies(isSet: name == "set-cookie", in: &bytes)
        case "content-disposition": hideParameters(keeping: ["name"], in: &bytes)
        case "authorization", "proxy-authorization", "www-authenticate", "proxy-authenticate":
            let scheme = bytes.prefix { $0 != UInt8(ascii: " ") }
            let isKnown = Self.schemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
            placeholders.hide((isKnown ? scheme.count : 0)..<bytes.count, in: &bytes)
        default: placeholders.hide(bytes.indices, in: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hides the parts of a harmless value that look like a token.
    private func harmless(_ value: String) -> String {
        var bytes = Array(value.utf8)
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index].isNameLetter || "_-".utf8.contains(bytes[index]) { index += 1 }
            let part = bytes[start..<index]
            if !OrdinaryName.matches(start..<index, in: bytes), part.contains(where: { $0.isNameLetter && !$0.isDigit })
            {
                placeholders.hide(start..<index, in: &bytes)
            }
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hides the type, the subtype, and the parameters that are not words.
    func mediaType(_ value: String) -> String {
        var bytes = Array(value.utf8)
        hideParameters(keeping: Self.parameters, in: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hides the values of parameters (RFC 9110 §5.6.6), except some.
    private func hideParameters(keeping kept: Set<String>, in bytes: inout [UInt8]) {
        forEachItem(in: &bytes) { item, bytes in
            guard let equals = bytes[item].firstIndex(of: UInt8(ascii: "=")) else {
                if !OrdinaryName.matches(item, in: bytes) { placeholders.hide(item, in: &bytes) }
                return
            }
            let name = String(decoding: bytes[item.lowerBound..<equals], as: UTF8.self).lowercased()
            let isKept =
                kept.contains(name)
                && (name == "boundary" || OrdinaryName.isLabel(equals + 1..<item.upperBound, in: bytes))
            if !isKept { placeholders.hide(equals + 1..<item.upperBound, in: &bytes, .percent) }
        }
    }

    private func hideCookies(isSet: Bool, in bytes: inout [UInt8]) {
        var isAttribute = false
        forEachItem(in: &bytes) { item, bytes in
            let equals = bytes[item].firstIndex(of: UInt8(ascii: "="))
            let name = item.lowerBound..<(equals ?? item.lowerBound)
            let value = (equals.map { $0 + 1 } ?? item.lowerBound)..<item.upperBound
            let known = String(decoding: equals == nil ? bytes[item] : bytes[name], as: UTF8.self).lowercased()
            defer { isAttribute = isSet }
            if isAttribute, Self.cookieAttributes.contains(known) { return }
            if isAttribute, known == "path" { return HiddenURL(placeholders).hide(value, in: &bytes) }
            if isAttribute, known == "domain" { return HiddenURL(placeholders).hideAuthority(value, in: &bytes) }
            if !OrdinaryName.matches(name, in: bytes) { placeholders.hide(name, in: &bytes) }
            placeholders.hide(value, in: &bytes, .percent)
        }
    }

    /// Calls a closure with each part between semicolons, without the spaces around it.
    private func forEachItem(in bytes: inout [UInt8], _ body: (Range<Int>, inout [UInt8]) -> Void) {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ";") {
            var (first, end) = (start, index)
            while first < end, bytes[first].isWhitespace { first += 1 }
            while end > first, bytes[end - 1].isWhitespace { end -= 1 }
            if first < end { body(first..<end, &bytes) }
            start = index + 1
        }
    }
}

extension OrdinaryName {
    /// Returns whether a value is a short label, such as that of a charset.
    static func isLabel(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        range.count <= 24 && text[range].allSatisfy { $0 < 0x80 && $0 > 0x20 }
    }
}
