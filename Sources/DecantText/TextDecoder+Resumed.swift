extension TextDecoder {
    /// Finds the place in a text that a place in its UTF-8 came from, from where the decoder stands.
    ///
    /// - Parameters:
    ///   - target: A number of bytes of UTF-8 from here on.
    ///   - bytes: The bytes that follow.
    /// - Returns: The number of bytes of the whole text before the character that has the byte at `target`.
    func sourceOffset(of target: Int, continuedBy bytes: [UInt8]) -> Int {
        let input = pending + bytes
        return offset + Self.sourceOffset(of: target, in: input.span, by: decodingEngine)
    }
}
