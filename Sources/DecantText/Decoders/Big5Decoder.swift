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
