/// The length of the body that a head announces, in bytes (RFC 9110 §8.6).
package enum ContentLength: Sendable, Hashable {
    /// The head announces no length, or a length that does not apply to the received bytes.
    case unknown

    /// All values are equal but not a number, so the length is unknown.
    case malformed(String)

    /// The values differ, so two readers may see two different bodies (RFC 9112 §6.3, rule 5).
    case conflicting(String)

    /// The number of bytes.
    case bytes(Int)

    /// A number of bytes that exceeds `Int`, as text.
    case immense(String)

    /// Parses the values of all field lines.
    ///
    /// A list of equal numbers counts as one (Fetch §2.2.2, “extract a length”).
    package init(fieldValues: [String]) {
        self.init(FieldValues(fieldValues))
    }

    /// Parses the values of all field lines.
    init(_ fieldValues: FieldValues) {
        guard fieldValues.first != nil else {
            self = .unknown
            return
        }
        // Fast path: nearly all servers send a single number.
        if let value = fieldValues.only, let count = value.withUTF8Bytes(Self.shortNumber) {
            self = .bytes(count)
            return
        }
        let text = fieldValues.all.joined(separator: ",")
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else {
            self = .conflicting(text)
            return
        }
        guard Self.isNumber(first.utf8) else {
            self = .malformed(text)
            return
        }
        self = Int(first).map(Self.bytes) ?? .immense(String(first).excerpt(40))
    }

    /// The length as sent, for messages.
    package var text: String {
        switch self {
        case .unknown: "unknown"
        case .malformed(let text), .conflicting(let text), .immense(let text): text
        case .bytes(let count): "\(count)"
        }
    }

    /// Parses a number of up to 18 digits, which always fits in an `Int64`.
    private static func shortNumber(_ digits: Span<UInt8>) -> Int? {
        guard (1...18).contains(digits.count) else { return nil }
        var number: Int64 = 0
        for index in digits.indices {
            guard digits[index].isDigit else { return nil }
            number = number * 10 + Int64(digits[index].digitValue)
        }
        return Int(exactly: number)
    }

    private static func isNumber(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(\.isDigit)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
