internal import HTTPTypes

/// The length of the body that a head announces, in bytes (RFC 9110 §8.6).
package enum ContentLength: Sendable, Hashable {
    /// The head announces none, or what it announces is not the length of the bytes at hand.
    case unknown

    /// All values are the same, and it is no number; the length is then unknown.
    case malformed(String)

    /// The values differ from one another, so that two readers may see two different bodies (RFC 9112 §6.3, rule 5).
    case conflicting(String)

    /// The number of bytes.
    case bytes(Int)

    /// A number of bytes that is too large for any memory, as it was sent.
    case immense(String)

    /// Reads the length from a head; a list of equal numbers counts as one (Fetch §2.2.2, “extract a length”).
    package init(_ context: ResponseContext) {
        guard let fields = context.head?.headerFields else {
            self = .unknown
            return
        }
        self.init(fields)
    }

    /// Reads the length from the fields of a head.
    ///
    /// A transfer coding overrules it (RFC 9112 §6.3, rule 3), and with a content coding it may be that of other bytes.
    private init(_ fields: HTTPFields) {
        guard fields[.contentEncoding] == nil, fields[.transferEncoding] == nil else {
            self = .unknown
            return
        }
        self.init(fieldValues: fields[values: .contentLength])
    }

    /// Reads the length from the values of all field lines.
    package init(fieldValues: [String]) {
        guard !fieldValues.isEmpty else {
            self = .unknown
            return
        }
        let text = fieldValues.joined(separator: ",")
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else {
            self = .conflicting(text)
            return
        }
        guard !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            self = .malformed(text)
            return
        }
        self = Int(first).map(Self.bytes) ?? .immense(String(first).excerpt(40))
    }

    /// The length as it was sent, for messages.
    package var text: String {
        switch self {
        case .unknown: "unknown"
        case .malformed(let text), .conflicting(let text), .immense(let text): text
        case .bytes(let count): "\(count)"
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
