internal import HTTPTypes

/// The length of the body that a head announces, in bytes (RFC 9110 §8.6).
package enum ContentLength: Sendable, Hashable {
    /// The head announces none, or what it announces is not the length of the bytes at hand.
    case unknown

    /// All values are the same, and it is no number; the length is then unknown.
    case malformed(String)

    /// The values differ from one another, so that two readers may see two different bodies (RFC 9112 §6.3, rule 5).
    case conflicting(String)

    /// The number of bytes; one too large for any memory is `Int.max`.
    case bytes(Int)

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
        self = Self.count(first).map(Self.bytes) ?? .malformed(text)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    private static func count(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits) ?? .max
    }
}
