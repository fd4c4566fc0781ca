extension TextDecoder {
    /// Finds the place in a text that a place in its UTF-8 came from, by decoding once more.
    ///
    /// - Parameters:
    ///   - target: A number of bytes of UTF-8.
    ///   - source: The text in its charset.
    ///   - charset: The charset.
    /// - Returns: The number of bytes of `source` before the character that has the byte at `target`.
    static func sourceOffset(of target: Int, in source: borrowing Span<UInt8>, _ charset: Charset) -> Int {
        sourceOffset(of: target, in: source, by: DecodingEngine(charset))
    }

    /// The same from where an algorithm stands.
    static func sourceOffset(of target: Int, in source: borrowing Span<UInt8>, by start: DecodingEngine) -> Int {
        var place = TextPlace(engine: start)
        place.move(to: target, in: source)
        return place.position
    }
}
