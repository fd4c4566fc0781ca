/// The decoder of Shift_JIS with the extensions of Windows (WHATWG Encoding §12.3.1).
struct ShiftJISDecoder: CharacterDecoder {
    private static let leads = CodeBytes(0x81...0x9F, 0xE0...0xFC)
    private static let trails = CodeBytes(.asciiTrails, .firstNonASCII...0xFC)
    /// The pointers of the user-defined characters of Windows.
    private static let userDefinedPointers = 8836...10715
    private let table = IndexTables.jis0208

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if lead <= .firstNonASCII { return .scalar(UInt32(lead), length: 1) }
        if let index = ClosedRange.halfwidthKatakana.index(of: lead) {
            return .scalar(.firstHalfwidthKatakana + UInt32(index), length: 1)
        }
        guard let row = Self.leads.index(of: lead) else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let trail = input[position + 1]
        guard let column = Self.trails.index(of: trail) else { return .twoBytes(0, trail: trail) }
        let pointer = row * Self.trails.count + column
        if Self.userDefinedPointers.contains(pointer) {
            return .scalar(0xE000 + UInt32(pointer - Self.userDefinedPointers.lowerBound), length: 2)
        }
        return .twoBytes(table.codePoint(pointer), trail: trail)
    }
}

/// The decoder of EUC-JP (WHATWG Encoding §12.2.1).
struct EUCJPDecoder: CharacterDecoder {
    /// The single shift of ISO/IEC 2022 (SS2) before a halfwidth katakana.
    private static let katakanaShift: UInt8 = 0x8E
    /// The single shift of ISO/IEC 2022 (SS3) before a character of JIS X 0212.
    private static let jis0212Shift: UInt8 = 0x8F
    private let jis0208 = IndexTables.jis0208
    private let jis0212 = IndexTables.jis0212

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if UTF8.isASCII(lead) { return .scalar(UInt32(lead), length: 1) }
        guard lead == Self.katakanaShift || lead == Self.jis0212Shift || ClosedRange.rightGraphic.contains(lead) else {
            return .malformed(length: 1)
        }
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        if lead == Self.katakanaShift, let index = ClosedRange.halfwidthKatakana.index(of: second) {
            return .scalar(.firstHalfwidthKatakana + UInt32(index), length: 2)
        }
        guard lead == Self.jis0212Shift, ClosedRange.rightGraphic.contains(second) else {
            return .twoBytes(Self.scalar(lead, second, in: jis0208), trail: second)
        }
        guard position + 2 < input.count else { return .incomplete }
        return threeBytes(second, input[position + 2])
    }

    private func threeBytes(_ lead: UInt8, _ trail: UInt8) -> DecodedCharacter {
        let scalar = Self.scalar(lead, trail, in: jis0212)
        if scalar != 0 { return .scalar(scalar, length: 3) }
        return .malformed(length: UTF8.isASCII(trail) ? 2 : 3)
    }

    private static func scalar(_ lead: UInt8, _ trail: UInt8, in table: [UInt32]) -> UInt32 {
        let bytes = ClosedRange.rightGraphic
        guard let row = bytes.index(of: lead), let column = bytes.index(of: trail) else { return 0 }
        return table.codePoint(row * bytes.count + column)
    }
}

/// The decoder of ISO-2022-JP (WHATWG Encoding §12.4.1).
///
/// Its escape sequences change the meaning of all following bytes.
struct ISO2022JPDecoder: CharacterDecoder {
    private enum Mode {
        case ascii, roman, katakana, twoBytes
    }

    static var isASCIITransparent: Bool { false }
    private static let escape = UInt8(ascii: "\u{1B}")
    private static let shifts = UInt8(ascii: "\u{0E}")...UInt8(ascii: "\u{0F}")
    /// The halfwidth katakana of JIS X 0201 in the left half.
    private static let katakana = UInt8(ascii: "!")...UInt8(ascii: "_")
    private let table = IndexTables.jis0208
    private var mode = Mode.ascii
    /// Whether the previous bytes are an escape sequence.
    ///
    /// Two consecutive escape sequences are an error, because they could hide text.
    private var follows = false

    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if byte == Self.escape { return escape(in: input, at: position) }
        switch mode {
        case .twoBytes:
            return twoBytes(in: input, at: position)
        case .ascii, .roman, .katakana:
            follows = false
            let scalar = oneByte(byte)
            return scalar.map { .scalar($0, length: 1) } ?? .malformed(length: 1)
        }
    }

    mutating func consumeIncomplete(rest: Int) -> Int {
        follows = false
        return 1
    }

    private func oneByte(_ byte: UInt8) -> UInt32? {
        if mode == .katakana {
            return Self.katakana.index(of: byte).map { .firstHalfwidthKatakana + UInt32($0) }
        }
        guard UTF8.isASCII(byte), !Self.shifts.contains(byte) else { return nil }
        if mode == .roman, byte == UInt8(ascii: "\\") { return ("¥" as Unicode.Scalar).value }
        if mode == .roman, byte == UInt8(ascii: "~") { return ("‾" as Unicode.Scalar).value }
        return UInt32(byte)
    }

    private mutating func twoBytes(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let bytes = ClosedRange.leftGraphic
        guard let row = bytes.index(of: input[position]) else {
            follows = false
            return .malformed(length: 1)
        }
        guard position + 1 < input.count else { return .incomplete }
        follows = false
        let trail = input[position + 1]
        if trail == Self.escape { return .malformed(length: 1) }
        guard let column = bytes.index(of: trail) else { return .malformed(length: 2) }
        let scalar = table.codePoint(row * bytes.count + column)
        return scalar == 0 ? .malformed(length: 2) : .scalar(scalar, length: 2)
    }

    private mutating func escape(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        guard second == UInt8(ascii: "$") || second == UInt8(ascii: "(") else { return malformedEscape() }
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
        switch (Unicode.Scalar(second), Unicode.Scalar(third)) {
        case ("(", "B"): .ascii
        case ("(", "J"): .roman
        case ("(", "I"): .katakana
        case ("$", "@"), ("$", "B"): .twoBytes
        default: nil
        }
    }
}

/// The decoder of Big5 with the Hong Kong supplement (WHATWG Encoding §12.1.1).
struct Big5Decoder: CharacterDecoder {
    private static let leads = ClosedRange.eastAsianLeads
    private static let trails = CodeBytes(.asciiTrails, .rightGraphic)
    private let table = IndexTables.big5

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if UTF8.isASCII(lead) { return .scalar(UInt32(lead), length: 1) }
        guard let row = Self.leads.index(of: lead) else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let trail = input[position + 1]
        guard let column = Self.trails.index(of: trail) else { return .twoBytes(0, trail: trail) }
        let pointer = row * Self.trails.count + column
        return switch pointer {
        case 1133: .pair("Ê", "\u{304}")
        case 1135: .pair("Ê", "\u{30C}")
        case 1164: .pair("ê", "\u{304}")
        case 1166: .pair("ê", "\u{30C}")
        default: .twoBytes(table.codePoint(pointer), trail: trail)
        }
    }
}

extension DecodedCharacter {
    /// Returns the result for a two-byte Big5 code of a letter and a combining character.
    fileprivate static func pair(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> DecodedCharacter {
        .pair(letter.value, mark.value, length: 2)
    }
}

/// The decoder of gb18030 and GBK (WHATWG Encoding §10.1.1, §10.2.1).
struct GB18030Decoder: CharacterDecoder {
    private static let leads = ClosedRange.eastAsianLeads
    private static let trails = CodeBytes(.asciiTrails, .firstNonASCII...0xFE)
    private let table = IndexTables.gb18030
    private let rangePointers = IndexTables.gb18030RangePointers
    private let rangeCodePoints = IndexTables.gb18030RangeCodePoints

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let first = input[position]
        if UTF8.isASCII(first) { return .scalar(UInt32(first), length: 1) }
        if first == .firstNonASCII { return .scalar(("€" as Unicode.Scalar).value, length: 1) }
        guard let row = Self.leads.index(of: first) else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let second = input[position + 1]
        if let digit = ClosedRange.digits.index(of: second) {
            return fourBytes(row * ClosedRange.digits.count + digit, in: input, at: position)
        }
        guard let column = Self.trails.index(of: second) else { return .twoBytes(0, trail: second) }
        return .twoBytes(table.codePoint(row * Self.trails.count + column), trail: second)
    }

    /// Decodes a four-byte code from the row of its first two bytes.
    private func fourBytes(_ row: Int, in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 2 < input.count else { return .incomplete }
        guard let third = Self.leads.index(of: input[position + 2]) else { return .malformed(length: 1) }
        guard position + 3 < input.count else { return .incomplete }
        guard let fourth = ClosedRange.digits.index(of: input[position + 3]) else { return .malformed(length: 1) }
        let pointer = (row * Self.leads.count + third) * ClosedRange.digits.count + fourth
        let scalar = scalar(ofPointer: pointer)
        return scalar == 0 ? .malformed(length: 4) : .scalar(scalar, length: 4)
    }

    /// Returns a code point by the algorithm “index gb18030 ranges code point” (WHATWG Encoding §5).
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

/// The decoder of EUC-KR with all of windows-949 (WHATWG Encoding §13.1.1).
struct EUCKRDecoder: CharacterDecoder {
    private static let leads = ClosedRange.eastAsianLeads
    private static let trails = UInt8(ascii: "A")...0xFE
    private let table = IndexTables.eucKr

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if UTF8.isASCII(lead) { return .scalar(UInt32(lead), length: 1) }
        guard let row = Self.leads.index(of: lead) else { return .malformed(length: 1) }
        guard position + 1 < input.count else { return .incomplete }
        let trail = input[position + 1]
        guard let column = Self.trails.index(of: trail) else { return .twoBytes(0, trail: trail) }
        return .twoBytes(table.codePoint(row * Self.trails.count + column), trail: trail)
    }
}
