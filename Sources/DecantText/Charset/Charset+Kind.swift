extension Charset {
    /// Whether a text's ASCII characters have the bytes of ASCII, so that a declaration can be read before its
    /// charset is known.
    package var isASCIICompatible: Bool {
        switch identifier {
        case .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian: false
        default: true
        }
    }
}
