/// UTF-16 in either byte order (WHATWG Encoding §14.2.1).
struct UTF16Decoder: CharacterDecoder {
    static var isASCIITransparent: Bool { false }

    private let high: Int

    /// Creates a decoder.
    ///
    /// - Parameter isBigEndian: Whether the most significant byte comes first.
    init(isBigEndian: Bool) {
        high = isBigEndian ? 0 : 1
    }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 1 < input.count else { return .incomplete }
        let unit = unit(in: input, at: position)
        guard unit & 0xF800 == 0xD800 else { return .scalar(unit, length: 2) }
        guard unit < 0xDC00 else { return .malformed(length: 2) }
        guard position + 3 < input.count else { return .incomplete }
        let trail = self.unit(in: input, at: position + 2)
        guard trail & 0xFC00 == 0xDC00 else { return .malformed(length: 2) }
        return .scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00), length: 4)
    }

    @inline(__always)
    private func unit(in input: borrowing Span<UInt8>, at position: Int) -> UInt32 {
        UInt32(input[position + high]) << 8 | UInt32(input[position + 1 - high])
    }
}
