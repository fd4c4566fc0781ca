#if Digests
internal import Crypto
internal import HTTPTypes

/// A function that computes a digest.
package enum DigestAlgorithm: String, Sendable {
    case sha1 = "SHA-1"
    case sha256 = "SHA-256"
    case sha512 = "SHA-512"

    /// Creates the algorithm with a name such as `sha-256`, or `sha256` in web archives, or nil for other names.
    package init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "sha1", "sha-1": self = .sha1
        case "sha256", "sha-256": self = .sha256
        case "sha512", "sha-512": self = .sha512
        default: return nil
        }
    }

    /// The number of bytes of a digest.
    package var count: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Returns the digest of bytes.
    package func digest(of bytes: Span<UInt8>) -> [UInt8] {
        switch self {
        case .sha1: Self.digest(of: bytes, by: Insecure.SHA1.self)
        case .sha256: Self.digest(of: bytes, by: SHA256.self)
        case .sha512: Self.digest(of: bytes, by: SHA512.self)
        }
    }

    // MARK: - Unsafe
    //
    // Why: swift-crypto takes pointers, or types that conform to a protocol of Foundation. Bound: the buffer is the
    // memory of the span, and is used only in the closure.

    private static func digest<Function: HashFunction>(of bytes: Span<UInt8>, by: Function.Type) -> [UInt8] {
        var function = Function()
        unsafe bytes.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        return Array(function.finalize())
    }
}

extension Finding.Code {
    /// The code for a digest in a head, or in a record of a web archive, that differs from the digest of the content.
    public static let digestMismatch: Self = "digestMismatch"

    /// The code for a digest that cannot be verified.
    public static let unverifiedDigest: Self = "unverifiedDigest"
}

// MARK: - Fields

/// The field that states digests of a content (RFC 9530 §2, §3).
private struct DigestField {
    private let name: String

    /// The algorithms as named in the field, and the digests, or nil if the field is malformed.
    private let members: [(algorithm: String, digest: [UInt8])]?

    /// Finds a field, or nil if the head does not have it.
    init?(_ name: String, in fields: HTTPFields) {
        guard let fieldName = HTTPField.Name(name), fields[fieldName] != nil else { return nil }
        self.name = name
        members = Self.members(of: fields[values: fieldName].joined(separator: ","))
    }

    /// RFC 9530 §2: a dictionary of byte sequences.
    ///
    /// RFC 9651 §3.2: `sf-dictionary = dict-member *( OWS "," OWS dict-member )`.
    private static func members(of text: String) -> [(String, [UInt8])]? {
        var members: [(String, [UInt8])] = []
        for member in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let member = self.member(member.drop(while: \.isWhitespace)) else { return nil }
            members.append(member)
        }
        return members
    }

    /// RFC 9651 §3.2, §3.3.5: `dict-member = key "=" ":" base64 ":" parameters`.
    private static func member(_ text: Substring.UTF8View) -> (String, [UInt8])? {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")), isKey(text[..<equals]) else { return nil }
        let value = text[equals...].dropFirst()
        guard value.first == UInt8(ascii: ":"), let end = value.dropFirst().firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let rest = value[end...].dropFirst().drop(while: \.isWhitespace)
        var digest: [UInt8] = []
        var decoder = Base64Decoder()
        guard rest.isEmpty || rest.first == UInt8(ascii: ";"),
            decoder.decode(Array(value[..<end].dropFirst()).span, into: &digest)
        else { return nil }
        return (String(decoding: text[..<equals], as: UTF8.self), digest)
    }

    /// RFC 9651 §3.1.2: `key = ( lcalpha / "*" ) *( lcalpha / DIGIT / "_" / "-" / "." / "*" )`.
    private static func isKey(_ text: Substring.UTF8View) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = text.first, letters.contains(first) || first == UInt8(ascii: "*") else { return false }
        return text.allSatisfy { letters.contains($0) || $0.isDigit || "_-.*".utf8.contains($0) }
    }

    /// Compares the digests with the digests of a content.
    ///
    /// - Parameters:
    ///   - content: The content, or nil for a stream, which is not kept.
    ///   - isAsSent: Whether the content has the bytes that were sent.
    func findings(about content: ResponseBytes?, isAsSent: Bool) -> [Finding] {
        guard let members else { return [Finding(.unverifiedDigest, .warning, "ignored \(name), which is malformed")] }
        // RFC 9651 §3.2: the last of several members with the same key counts, so the content is not digested for each.
        var known: [DigestAlgorithm: [UInt8]] = [:]
        for member in members {
            if let algorithm = DigestAlgorithm(name: member.algorithm) { known[algorithm] = member.digest }
        }
        guard !known.isEmpty else {
            let names = members.map(\.algorithm).joined(separator: ", ").excerpt(60)
            return [Finding(.unverifiedDigest, .note, "\(name) has only unknown algorithms: \(names)")]
        }
        guard let content else {
            let message = "\(name) is not verified, because the response is a stream"
            return [Finding(.unverifiedDigest, .note, message)]
        }
        let wrong = known.filter { $0.digest(of: content.span) != $1 }.keys.map(\.rawValue)
        guard let algorithm = wrong.min() else { return [] }
        guard isAsSent else {
            let message = "\(name) is not verified, because the client has decoded the content"
            return [Finding(.unverifiedDigest, .note, message)]
        }
        return [Finding(.digestMismatch, .failure, "the \(algorithm) of the content differs from \(name)")]
    }
}

extension DecodingContext {
    /// Compares the digests in the head with the content before content decoding.
    ///
    /// - Parameter body: The body, or nil for a stream.
    func digestFindings(about body: ResponseBytes?) -> [Finding] {
        guard let fields = response.head?.headerFields, !response.forbidsBody else { return [] }
        // The digest of a representation covers more than a part of it.
        let names = response.status == 206 ? ["Content-Digest"] : ["Content-Digest", "Repr-Digest"]
        let isAsSent = coded.map { $0.body.count == $0.count } ?? response.contentEncodings.isEmpty
        return names.compactMap { DigestField($0, in: fields) }.flatMap {
            $0.findings(about: coded?.body ?? body, isAsSent: isAsSent)
        }
    }
}
#endif
