/// The algorithm of one encoding: what stands at a place of a text.
///
/// The standard writes its decoders as machines fed byte by byte, which put bytes back when a character turns out to be
/// malformed. Here each looks ahead instead, at most four bytes, and says how many it took: bytes put back are bytes
/// not taken. Only what lasts longer than a character is state.
protocol CharacterDecoder: Sendable {
    /// Whether ASCII bytes stand for themselves wherever a character begins.
    static var isASCIITransparent: Bool { get }

    /// Decodes the character that begins at a position.
    ///
    /// - Parameters:
    ///   - input: The bytes at hand.
    ///   - position: An index of `input`.
    /// - Returns: What stands there.
    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter

    /// Decides what is wrong with an incomplete character at the end of the text.
    ///
    /// - Parameter rest: The number of bytes that are left.
    /// - Returns: The number of bytes that count as one error.
    mutating func takeIncomplete(rest: Int) -> Int
}

extension CharacterDecoder {
    static var isASCIITransparent: Bool { true }

    mutating func takeIncomplete(rest: Int) -> Int { rest }
}
