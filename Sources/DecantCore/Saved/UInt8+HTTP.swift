extension UInt8 {
    /// RFC 5234: DIGIT.
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// RFC 9110 §5.6.3: a byte of OWS.
    var isOptionalWhiteSpace: Bool { self == 0x20 || self == 0x09 }

    /// RFC 5234: CTL, without HTAB.
    var isControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }

    /// RFC 9110 §5.6.2: tchar.
    var isToken: Bool { self < 0x80 && Unicode.Scalar(self).isHTTPToken }

    /// RFC 5234: the value of a HEXDIG, in either letter case.
    var hexDigitValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }
}
