/// Shift_JIS with the extensions of Windows (WHATWG Encoding §12.3.1).
struct ShiftJISDecoder: CharacterDecoder {
    private let table = IndexTables.jis0208

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        switch lead {
        case 0x00...0x80: return .scalar(UInt32(lead), length: 1)
        case 0xA1...0xDF: return .scalar(0xFF61 + UInt32(lead) - 0xA1, length: 1)
        case 0x81...0x9F, 0xE0...0xFC: break
        default: return .malformed(length: 1)
        }
        guard position + 1 < input.count else { return .incomplete }
        return twoBytes(lead, input[position + 1])
    }

    /// The pointers 8836 to 10715 are those of characters that Windows leaves to its users.
    @inline(__always)
    private func twoBytes(_ lead: UInt8, _ trail: UInt8) -> DecodedCharacter {
        guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return .twoBytes(0, trail: trail) }
        let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
        let pointer = row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        if (8836...10715).contains(pointer) { return .scalar(0xE000 + UInt32(pointer - 8836), length: 2) }
        return .twoBytes(table.codePoint(pointer), trail: trail)
    }
}

/// EUC-JP (WHATWG Encoding §12.2.1).
struct EUCJPDecoder: CharacterDecoder {
    private let jis0208 = IndexTables.jis0208
    private let jis0212 = IndexTables.jis0212

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if lead < 0x80 { return .scalar(UInt32(lead), length: 1) }
        guard lead == 0x8E || lead == 0x8F || (lead >= 0xA1 && lead <= 0xFE) else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        if lead == 0x8E, (0xA1...0xDF).contains(second) { return .scalar(0xFF61 + UInt32(second) - 0xA1, length: 2) }
        guard lead == 0x8F, (0xA1...0xFE).contains(second) else {
            return .twoBytes(Self.scalar(lead, second, in: jis0208), trail: second)
        }
        guard position + 2 < input.count else { return .incomplete }
        return threeBytes(second, input[position + 2])
    }

    @inline(__always)
    private func threeBytes(_ lead: UInt8, _ trail: UInt8) -> DecodedCharacter {
        let scalar = Self.scalar(lead, trail, in: jis0212)
        if scalar != 0 { return .scalar(scalar, length: 3) }
        return .malformed(length: trail < 0x80 ? 2 : 3)
    }

    @inline(__always)
    private static func scalar(_ lead: UInt8, _ trail: UInt8, in table: [UInt32]) -> UInt32 {
        guard lead >= 0xA1, lead <= 0xFE, trail >= 0xA1, trail <= 0xFE else { return 0 }
        return table.codePoint((Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1)
    }
}

/// ISO-2022-JP (WHATWG Encoding §12.4.1), whose escape sequences change the meaning of all following bytes.
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

/// Big5 with the Hong Kong supplement (WHATWG Encoding §12.1.1).
struct Big5Decoder: CharacterDecoder {
    private let table = IndexTables.big5

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if lead < 0x80 { return .scalar(UInt32(lead), length: 1) }
        guard lead >= 0x81, lead <= 0xFE else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let trail = input[position + 1]
        guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return .twoBytes(0, trail: trail) }
        let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
        return switch pointer {
        case 1133: .pair(0xCA, 0x0304, length: 2)
        case 1135: .pair(0xCA, 0x030C, length: 2)
        case 1164: .pair(0xEA, 0x0304, length: 2)
        case 1166: .pair(0xEA, 0x030C, length: 2)
        default: .twoBytes(table.codePoint(pointer), trail: trail)
        }
    }
}

/// gb18030, and GBK, which is decoded alike (WHATWG Encoding §10.1.1, §10.2.1).
struct GB18030Decoder: CharacterDecoder {
    private let table = IndexTables.gb18030
    private let rangePointers = IndexTables.gb18030RangePointers
    private let rangeCodePoints = IndexTables.gb18030RangeCodePoints

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let first = input[position]
        if first < 0x80 { return .scalar(UInt32(first), length: 1) }
        if first == 0x80 { return .scalar(0x20AC, length: 1) }
        guard first != 0xFF else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        if (0x30...0x39).contains(second) { return fourBytes(in: input, at: position) }
        guard (0x40...0x7E).contains(second) || (0x80...0xFE).contains(second) else {
            return .twoBytes(0, trail: second)
        }
        let pointer = (Int(first) - 0x81) * 190 + Int(second) - (second < 0x7F ? 0x40 : 0x41)
        return .twoBytes(table.codePoint(pointer), trail: second)
    }

    private func fourBytes(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 2 < input.count else { return .incomplete }
        let third = input[position + 2]
        guard (0x81...0xFE).contains(third) else { return .malformed(length: 1) }
        guard position + 3 < input.count else { return .incomplete }
        let fourth = input[position + 3]
        guard (0x30...0x39).contains(fourth) else { return .malformed(length: 1) }
        let row = (Int(input[position]) - 0x81) * 10 + Int(input[position + 1]) - 0x30
        let scalar = scalar(ofPointer: (row * 126 + Int(third) - 0x81) * 10 + Int(fourth) - 0x30)
        return scalar == 0 ? .malformed(length: 4) : .scalar(scalar, length: 4)
    }

    /// WHATWG Encoding §5, “index gb18030 ranges code point”.
    private func scalar(ofPointer pointer: Int) -> UInt32 {
        if pointer == 7457 { return 0xE7C7 }
        guard pointer <= 39419 || (189000...1_237_575).contains(pointer) else { return 0 }
        var low = 0
        var high = rangePointers.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(rangePointers[middle]) <= pointer { low = middle } else { high = middle }
        }
        return rangeCodePoints[low] + UInt32(pointer) - rangePointers[low]
    }
}

/// EUC-KR with all of windows-949 (WHATWG Encoding §13.1.1).
struct EUCKRDecoder: CharacterDecoder {
    private let table = IndexTables.eucKr

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if lead < 0x80 { return .scalar(UInt32(lead), length: 1) }
        guard lead >= 0x81, lead <= 0xFE else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let trail = input[position + 1]
        guard (0x41...0xFE).contains(trail) else { return .twoBytes(0, trail: trail) }
        return .twoBytes(table.codePoint((Int(lead) - 0x81) * 190 + Int(trail) - 0x41), trail: trail)
    }
}
