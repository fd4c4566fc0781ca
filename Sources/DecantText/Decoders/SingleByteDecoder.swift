/// An encoding with one byte for each character (WHATWG Encoding §9.1).
struct SingleByteDecoder: CharacterDecoder {
    private let upperHalf: [UInt32]

    /// Creates a decoder.
    ///
    /// - Parameter table: The name of the encoding.
    init(table: String) {
        upperHalf = IndexTables.singleByte[table.lowercased()] ?? []
    }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if byte < 0x80 { return .scalar(UInt32(byte), length: 1) }
        let scalar = upperHalf.codePoint(Int(byte) - 0x80)
        return scalar == 0 ? .malformed(length: 1) : .scalar(scalar, length: 1)
    }
}
