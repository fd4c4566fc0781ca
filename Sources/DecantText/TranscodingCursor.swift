import DecantCore

/// An offset in a text in another charset, with the offset in the UTF-8 it gives; moves forward only.
///
/// Mapping many offsets in their order costs one pass over the text, and not one for each.
package struct TranscodingCursor: Sendable {
    private var engine: DecodingEngine

    /// The number of bytes of the text before the cursor.
    private(set) var position = 0

    /// The number of bytes of UTF-8 that they give.
    private(set) var count = 0

    /// Creates a cursor at the start of a text.
    ///
    /// - Parameter charset: The charset of the text.
    init(_ charset: Charset) {
        self.init(engine: DecodingEngine(charset))
    }

    /// Creates a cursor from the state of an algorithm.
    init(engine: DecodingEngine) {
        self.engine = engine
    }

    /// Moves on to the character that has a byte of the UTF-8.
    ///
    /// - Parameters:
    ///   - target: The number of bytes of UTF-8 before that byte; not fewer than ``count``.
    ///   - source: The text, always the same.
    mutating func move(to target: Int, in source: borrowing Span<UInt8>) {
        while position < source.count {
            var next = engine
            let (written, taken) = Self.size(of: next.next(in: source, at: position))
            if count + written > target { return }
            count += written
            position += taken ?? next.takeIncomplete(rest: source.count - position)
            engine = next
        }
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

extension TextDecoder {
    /// Maps an offset in the UTF-8 of a text back to the text, by decoding it once more.
    ///
    /// - Parameters:
    ///   - target: A number of bytes of UTF-8.
    ///   - source: The text in its charset.
    ///   - charset: The charset.
    /// - Returns: The number of bytes of `source` before the character that has the byte at `target`.
    static func sourceOffset(of target: Int, in source: borrowing Span<UInt8>, _ charset: Charset) -> Int {
        var cursor = TranscodingCursor(charset)
        cursor.move(to: target, in: source)
        return cursor.position
    }
}
