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
