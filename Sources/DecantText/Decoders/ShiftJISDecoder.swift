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
