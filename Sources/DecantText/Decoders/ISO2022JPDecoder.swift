/// ISO-2022-JP (WHATWG Encoding §12.4.1), whose escape sequences change what all following bytes mean.
struct ISO2022JPDecoder: CharacterDecoder {
    private enum Mode {
        case ascii, roman, katakana, twoBytes
    }

    static var isASCIITransparent: Bool { false }

    private let table = IndexTables.jis0208
    private var mode = Mode.ascii
    /// Two escape sequences with nothing between them are an error, since they could hide text.
    private var follows = false

    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if byte == 0x1B { return escape(in: input, at: position) }
        switch mode {
        case .twoBytes:
            return twoBytes(in: input, at: position)
        case .ascii, .roman, .katakana:
            follows = false
            let scalar = oneByte(byte)
            return scalar.map { .scalar($0, length: 1) } ?? .malformed(length: 1)
        }
    }

    mutating func takeIncomplete(rest: Int) -> Int {
        follows = false
        return 1
    }

    private func oneByte(_ byte: UInt8) -> UInt32? {
        if mode == .katakana { return (0x21...0x5F).contains(byte) ? 0xFF61 + UInt32(byte) - 0x21 : nil }
        if byte >= 0x80 || byte == 0x0E || byte == 0x0F { return nil }
        if mode == .roman, byte == 0x5C { return 0xA5 }
        if mode == .roman, byte == 0x7E { return 0x203E }
        return UInt32(byte)
    }

    private mutating func twoBytes(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        guard (0x21...0x7E).contains(lead) else {
            follows = false
            return .malformed(length: 1)
        }
        guard position + 1 < input.count else { return .incomplete }
        follows = false
        let trail = input[position + 1]
        if trail == 0x1B { return .malformed(length: 1) }
        guard (0x21...0x7E).contains(trail) else { return .malformed(length: 2) }
        let scalar = table.codePoint((Int(lead) - 0x21) * 94 + Int(trail) - 0x21)
        return scalar == 0 ? .malformed(length: 2) : .scalar(scalar, length: 2)
    }

    private mutating func escape(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        guard second == 0x24 || second == 0x28 else { return malformedEscape() }
        guard position + 2 < input.count else { return .incomplete }
        guard let mode = Self.mode(second, input[position + 2]) else { return malformedEscape() }
        self.mode = mode
        defer { follows = true }
        return follows ? .malformed(length: 3) : .nothing(length: 3)
    }

    private mutating func malformedEscape() -> DecodedCharacter {
        follows = false
        return .malformed(length: 1)
    }

    private static func mode(_ second: UInt8, _ third: UInt8) -> Mode? {
        switch (second, third) {
        case (0x28, 0x42): .ascii
        case (0x28, 0x4A): .roman
        case (0x28, 0x49): .katakana
        case (0x24, 0x40), (0x24, 0x42): .twoBytes
        default: nil
        }
    }
}
