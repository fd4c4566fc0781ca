/// The values of the field lines of one name, of which there is rarely more than one.
package struct FieldValues {
    /// The first value, if there is one.
    private(set) var first: String?

    private var others: [String] = []

    /// Creates a list without a value.
    package init() {}

    /// Takes values, in order.
    package init(_ values: [String]) {
        (first, others) = (values.first, Array(values.dropFirst()))
    }

    /// The only value, if there is one and no other.
    package var only: String? { others.isEmpty ? first : nil }

    /// All values, in order.
    package var all: [String] { first.map { [$0] + others } ?? [] }

    /// Adds a value.
    package mutating func append(_ value: String) {
        if first == nil { first = value } else { others.append(value) }
    }
}

extension UInt8 {
    /// Whether a byte is a character of a token (WHATWG MIME Sniffing §3, RFC 9110 §5.6.2): a letter, a digit, or one of
    /// `!#$%&'*+-.^_|~` and the backquote.
    package var isHTTPToken: Bool {
        // A bit for each character of ASCII, in two words of 64 bits.
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

    /// Whether the scalar is HTTP white space (Fetch §2.2).
    package var isHTTPWhiteSpace: Bool {
        self == "\t" || self == "\n" || self == "\r" || self == " "
    }

    /// The scalar with an ASCII capital letter in lower case.
    package var asciiLowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | .letterCase) : self
    }
}

// MARK: - Unsafe
//
// Bound: the bytes are lent to a closure, and the string that has them is there until it returns.

extension String {
    /// Lends the bytes of the string in UTF-8, without a copy unless it is one of Objective-C.
    package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let result = unsafe utf8.withContiguousStorageIfAvailable { body(unsafe Span(_unsafeElements: $0)) }
        if let result { return result }
        var native = self
        return native.withUTF8 { body(unsafe Span(_unsafeElements: $0)) }
    }
}
