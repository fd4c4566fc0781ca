extension UInt8 {
    /// Whether the byte is white space (XML 1.0 §2.3).
    @inline(__always)
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
