/// UTF-32 in either byte order (Unicode §3.10), which the WHATWG Encoding Standard leaves out.
struct UTF32Decoder: CharacterDecoder {
    static var isASCIITransparent: Bool { false }

    private let isBigEndian: Bool

    /// Creates a decoder.
    ///
    /// - Parameter isBigEndian: Whether the most significant byte comes first.
    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 3 < input.count else { return .incomplete }
        var value: UInt32 = 0
        for index in 0..<4 { value = value << 8 | UInt32(input[position + (isBigEndian ? index : 3 - index)]) }
        guard value <= 0x10FFFF, value & 0xFFFF_F800 != 0xD800 else { return .malformed(length: 4) }
        return .scalar(value, length: 4)
    }
}
