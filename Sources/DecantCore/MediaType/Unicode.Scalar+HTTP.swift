extension Unicode.Scalar {
    /// Whether the scalar is an HTTP token code point (WHATWG MIME Sniffing §3, RFC 9110 §5.6.2).
    package var isHTTPToken: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }

    /// Whether the scalar is an HTTP quoted-string token code point (WHATWG MIME Sniffing §3).
    package var isHTTPQuotedString: Bool {
        switch value {
        case 0x09, 0x20...0x7E, 0x80...0xFF: true
        default: false
        }
    }

    /// Whether the scalar is HTTP white space (Fetch §2.2).
    package var isHTTPWhiteSpace: Bool {
        self == "\t" || self == "\n" || self == "\r" || self == " "
    }

    /// The scalar with an ASCII capital letter in lower case.
    package var asciiLowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | 0x20) : self
    }
}
