public import HTTPTypes

/// The credentials in names, texts, URLs, and header fields.
///
/// A name such as `access_token`, `password`, or `sessionId` marks the value after it, and everything in an object, an
/// array, or an element after it. The user of a URL and a JSON Web Token (RFC 7519) are found without a name. A program
/// that displays responses can hide them:
///
/// ```swift
/// print(Credentials.masked(#"{"access_token": "abc", "id": 7}"#))   // {"access_token": "•••", "id": 7}
/// ```
public enum Credentials {
    /// The text that replaces a credential in a URL or a field.
    private static let mark = "redacted"

    /// The fields whose value is a URL, or contains one, in lowercase.
    static let links: Set<String> = ["location", "content-location", "link", "refresh"]

    /// Returns whether the name of a member hides the text after it, such as `accessToken`.
    public static func hidesText(after name: String) -> Bool {
        CredentialName.scope(of: Array(name.utf8)[...], in: .body) != nil
    }

    /// Returns whether the name of a member also hides a number after it, such as `otp`.
    ///
    /// After other names a number is ordinary, such as a number of tokens.
    public static func hidesNumbers(after name: String) -> Bool {
        CredentialName.scope(of: Array(name.utf8)[...], in: .body) == .everything
    }

    /// Returns the ranges of the credentials in a text in UTF-8, ascending and without overlaps.
    ///
    /// The text may be JSON, XML, a property list, a head, a log, a URL, or a part of one, and may be malformed. The time
    /// is proportional to its length.
    public static func ranges(in text: [UInt8]) -> [Range<Int>] {
        CredentialRanges(in: text, isURL: false).all
    }

    /// Returns a text with a dot for each character of a credential.
    ///
    /// The text keeps its line breaks and its columns.
    public static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        guard !ranges.isEmpty else { return text }
        return replacing(ranges, in: bytes) { range in
            bytes[range].reduce(into: []) { dots, byte in
                if byte < 0x20 {
                    dots.append(byte)
                } else if !UTF8.isContinuation(byte) {
                    dots += "•".utf8
                }
            }
        }
    }

    /// Returns a message about a body with a dot for each character of a credential that it quotes.
    ///
    /// - Parameters:
    ///   - message: A message that quotes the body between “ and ”, as the messages of errors do.
    ///   - body: The body in UTF-8, which says what is a credential.
    public static func masked(_ message: String, quoting body: some Sequence<UInt8>) -> String {
        let body = Array(body)
        let ranges = ranges(in: body)
        guard !ranges.isEmpty else { return message }
        var result = ""
        var rest = message[...]
        while let start = rest.firstIndex(of: "“"), let end = rest[start...].firstIndex(of: "”") {
            let quoted = rest[rest.index(after: start)..<end]
            // A long quotation ends with an ellipsis.
            let text = Array((quoted.last == "…" ? quoted.dropLast() : quoted).utf8)
            let isCredential = ranges.contains { range in
                guard let first = text.first else { return false }
                return range.dropLast(text.count - 1).contains { body[$0] == first && body[$0...].starts(with: text) }
            }
            result += rest[...start]
            result += isCredential ? String(repeating: "•", count: quoted.count) : String(quoted)
            rest = rest[end...]
        }
        return result + rest
    }

    /// Returns a URL without its user, and with `redacted` in place of each credential.
    public static func redacted(url: String) -> String {
        let bytes = Array(url.utf8)
        let ranges = CredentialRanges(in: bytes, isURL: true)
        guard !ranges.all.isEmpty else { return url }
        let users = Set(ranges.users.map(\.lowerBound))
        return replacing(ranges.all, in: bytes) { users.contains($0.lowerBound) ? [] : Array(mark.utf8) }
    }

    /// Returns the value of a header field with `redacted` in place of each credential.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - name: The name of the field; the value of one such as `Set-Cookie` is a credential as a whole.
    public static func redacted(_ value: String, of name: HTTPField.Name) -> String {
        let name = name.canonicalName
        if CredentialName.scope(of: Array(name.utf8)[...], in: .field) != nil { return mark }
        guard !links.contains(name) else { return redacted(url: value) }
        let bytes = Array(value.utf8)
        return replacing(ranges(in: bytes), in: bytes) { _ in Array(mark.utf8) }
    }

    private static func replacing(
        _ ranges: [Range<Int>],
        in bytes: [UInt8],
        with replacement: (Range<Int>) -> [UInt8]
    ) -> String {
        var result: [UInt8] = []
        var copied = 0
        for range in ranges {
            result += bytes[copied..<range.lowerBound]
            result += replacement(range)
            copied = range.upperBound
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }
}
