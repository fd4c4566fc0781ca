extension ResponseBody {
    /// Whether the bytes are nothing but a byte-order mark and white space, in UTF-8, UTF-16 or UTF-32.
    package var isWhiteSpace: Bool {
        let text = hasUTF8Mark ? dropFirst(3) : self
        return text.span.indices.allSatisfy { index in
            switch text[index] {
            case 0x20, 0x09, 0x0A, 0x0D: true
            default: false
            }
        }
    }

    /// Whether the body begins with the UTF-8 byte-order mark.
    package var hasUTF8Mark: Bool { hasPrefix([0xEF, 0xBB, 0xBF]) }

    /// Whether the body begins with some bytes.
    package func hasPrefix(_ bytes: [UInt8]) -> Bool {
        count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
    }
}
