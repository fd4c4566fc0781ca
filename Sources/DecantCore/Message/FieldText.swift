/// The values of all field lines with one name; usually a single one.
package struct FieldValues {
    /// The first value; nil if the list is empty.
    private(set) var first: String?

    private var others: [String] = []

    /// Creates an empty list.
    package init() {}

    /// Creates a list of values.
    package init(_ values: [String]) {
        (first, others) = (values.first, Array(values.dropFirst()))
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
    package var isHTTPQuotedString: Bool {
        switch self {
        case "\t", " "..."~", "\u{80}"..."\u{FF}": true
        default: false
        }
    }

    /// Whether the scalar is HTTP whitespace (Fetch §2.2).
    package var isHTTPWhiteSpace: Bool {
        self == "\t" || self == "\n" || self == "\r" || self == " "
    }

    /// The scalar in lowercase if it is an ASCII letter; otherwise the scalar itself.
    package var asciiLowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | .letterCase) : self
    }
}

// MARK: - Unsafe
//
// Bound: the closure borrows the bytes, and the string that owns them lives until it returns.

extension String {
    /// Calls a closure with the UTF-8 bytes of the string; only strings bridged from Objective-C are copied.
    package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let result = unsafe utf8.withContiguousStorageIfAvailable { body(unsafe Span(_unsafeElements: $0)) }
        if let result { return result }
        var native = self
        return native.withUTF8 { body(unsafe Span(_unsafeElements: $0)) }
    }
}
