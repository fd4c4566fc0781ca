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
