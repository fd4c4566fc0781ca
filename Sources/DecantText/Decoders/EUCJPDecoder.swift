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
