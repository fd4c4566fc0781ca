/// The values of all field lines with one name; usually a single one.
package struct FieldValues {
    /// The first value, or nil if the list is empty.
    private(set) var first: String?

    private var others: [String] = []

    /// Creates an empty list.
    package init() {}

    /// Creates a list of values.
    package init(_ values: [String]) {
        first = values.first
        others = Array(values.dropFirst())
    }

    /// The value, if the list has exactly one; otherwise nil.
    package var only: String? { others.isEmpty ? first : nil }

    /// All values, in order.
    package var all: [String] { first.map { [$0] + others } ?? [] }

    /// Adds a value.
    package mutating func append(_ value: String) {
        if first == nil { first = value } else { others.append(value) }
    }
}

extension UInt8 {
    /// Whether the byte is a token character (WHATWG MIME Sniffing §3, RFC 9110 §5.6.2): a letter, a digit, or one of
    /// `!#$%&'*+-.^_|~` and the backquote.
    @inlinable
    package var isHTTPToken: Bool {
        // One bit per ASCII character, in two 64-bit words.
        let (low, high): (UInt64, UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)
        return UTF8.isASCII(self) && (self < 64 ? low : high) >> UInt64(self % 64) & 1 == 1
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an HTTP token code point (WHATWG MIME Sniffing §3, RFC 9110 §5.6.2).
    package var isHTTPToken: Bool { isASCII && UInt8(truncatingIfNeeded: value).isHTTPToken }

    /// Whether the scalar is an HTTP quoted-string token code point (WHATWG MIME Sniffing §3).
    var isHTTPQuotedString: Bool {
        switch self {
        case "\t", " "..."~", "\u{80}"..."\u{FF}": true
        default: false
        }
    }

    /// Whether the scalar is HTTP whitespace (Fetch §2.2).
    var isHTTPWhitespace: Bool {
        self == "\t" || self == "\n" || self == "\r" || self == " "
    }

    /// The scalar in lowercase if it is an ASCII letter; otherwise the scalar itself.
    package var asciiLowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | .letterCase) : self
    }
}

// MARK: - Unsafe
//
// Bound: the closure borrows the bytes, and the string that owns them lives until it returns. The bytes of a span are
// read only inside the closure that receives them.

extension String {
    /// Calls a closure with the UTF-8 bytes of the string; only strings bridged from Objective-C are copied.
    @inlinable
    package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let result = unsafe utf8.withContiguousStorageIfAvailable { body(unsafe Span(_unsafeElements: $0)) }
        if let result { return result }
        var native = self
        return native.withUTF8 { body(unsafe Span(_unsafeElements: $0)) }
    }
}

extension Span<UInt8> {
    /// The bytes, which are valid UTF-8, as a string.
    @inlinable
    package var text: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Returns whether the bytes equal others.
    @inlinable
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}

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
    init(_ fieldValues: borrowing FieldValues) {
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

/// Named ASCII bytes of text formats.
extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var formFeed: UInt8 { UInt8(ascii: "\u{C}") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

    /// The bit that distinguishes lowercase from uppercase ASCII letters.
    @inlinable package static var letterCase: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The numeric value of an ASCII digit.
    var digitValue: UInt8 { self &- UInt8(ascii: "0") }

    /// Whether the byte is an uppercase ASCII letter.
    var isCapitalLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Whether the byte is whitespace in JSON (RFC 8259 §2), XML (§2.3), and mail: a space, a tab, LF, or CR.
    var isWhitespace: Bool {
        switch self {
        case .space, .lineFeed, .carriageReturn, UInt8(ascii: "\t"): true
        default: false
        }
    }
}
