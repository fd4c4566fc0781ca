/// UTF-8 (WHATWG Encoding §8.1.1): what is malformed is taken in the longest pieces that could have begun a character.
struct UTF8Decoder: CharacterDecoder {
    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if lead < 0x80 { return .scalar(UInt32(lead), length: 1) }
        guard let (needed, bounds) = Self.sequence(after: lead) else { return .malformed(length: 1) }
        var scalar = UInt32(lead) & (needed == 1 ? 0x1F : needed == 2 ? 0x0F : 0x07)
        for index in 1...needed {
            guard position + index < input.count else { return .incomplete }
            let byte = input[position + index]
            guard byte & 0xC0 == 0x80, index > 1 || bounds.contains(byte) else { return .malformed(length: index) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        return .scalar(scalar, length: needed + 1)
    }

    /// The number of bytes that follow a lead byte, and the bounds of the first of them.
    @inline(__always)
    private static func sequence(after lead: UInt8) -> (needed: Int, bounds: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (1, 0x80...0xBF)
        case 0xE0: (2, 0xA0...0xBF)
        case 0xED: (2, 0x80...0x9F)
        case 0xE1...0xEF: (2, 0x80...0xBF)
        case 0xF0: (3, 0x90...0xBF)
        case 0xF1...0xF3: (3, 0x80...0xBF)
        case 0xF4: (3, 0x80...0x8F)
        default: nil
        }
    }
}
