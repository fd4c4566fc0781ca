/// x-user-defined (WHATWG Encoding §14.5.1): the upper half goes to private code points.
struct UserDefinedDecoder: CharacterDecoder {
    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = UInt32(input[position])
        return .scalar(byte < 0x80 ? byte : 0xF780 + byte - 0x80, length: 1)
    }
}
