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
        var engine = start
        var position = 0
        var count = 0
        while position < source.count {
            let (written, taken) = size(of: engine.next(in: source, at: position))
            if count + written > target { return position }
            count += written
            position += taken ?? engine.takeIncomplete(rest: source.count - position)
        }
        return position
    }

    /// How many bytes of UTF-8 a character has, and how many it was made from if that is known.
    private static func size(of character: DecodedCharacter) -> (written: Int, taken: Int?) {
        switch character {
        case .scalar(let scalar, let length): (size(of: scalar), length)
        case .pair(let first, let second, let length): (size(of: first) + size(of: second), length)
        case .nothing(let length): (0, length)
        case .malformed(let length): (3, length)
        case .incomplete: (3, nil)
        }
    }

    private static func size(of scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }
}
