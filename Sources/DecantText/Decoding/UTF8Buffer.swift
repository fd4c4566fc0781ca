/// A buffer of UTF-8 that grows in blocks, to avoid a capacity check for each character.
struct UTF8Buffer: Sendable {
    /// The maximum number of UTF-8 bytes per input byte, reached by U+FFFD and by characters of the Basic Multilingual
    /// Plane.
    private static let growth = 3
    private var bytes: ContiguousArray<UInt8> = []
    /// The number of bytes written.
    private(set) var count = 0

    /// Reserves memory for a whole text.
    ///
    /// Two bytes of an East Asian encoding or UTF-16 become at most three.
    mutating func reserve(forTextOf length: Int) { bytes.reserveCapacity(length + length / 2 + (64 << 10)) }

    /// Decodes the characters that begin before `end`, and moves `position` past them.
    ///
    /// Returns the malformed or incomplete character that stopped decoding, or nil at `end`.
    @inline(__always)
    mutating func write<Decoder: CharacterDecoder>(
        _ decoder: inout Decoder,
        from input: borrowing Span<UInt8>,
        at position: inout Int,
        upTo end: Int
    ) -> DecodedCharacter? {
        reserve(for: (end - position + 4) * Self.growth)
        var count = count
        defer { self.count = count }
        var output = bytes.mutableSpan
        while position < end {
            if Decoder.isASCIITransparent, UTF8.isASCII(input[position]) {
                let length = UnsafeASCII.copy(from: input, at: position, upTo: end, to: &output, at: count)
                position += length
                count += length
                continue
            }
            let character = decoder.next(in: input, at: position)
            switch character {
            case .scalar(let scalar, let length):
                count += output.write(scalar, at: count)
                position += length
            case .pair(let first, let second, let length):
                count += output.write(first, at: count)
                count += output.write(second, at: count)
                position += length
            case .nothing(let length):
                position += length
            case .malformed, .incomplete:
                return character
            }
        }
        return nil
    }

    /// Drops the characters that XML does not allow from the text after an index.
    ///
    /// Returns their number, and the index of the first one.
    mutating func dropControls(from start: Int) -> (count: Int, first: Int)? {
        let end = count
        var result: (count: Int, first: Int)?
        var kept = start
        var position = start
        var output = bytes.mutableSpan
        while position < end {
            if let length = XMLControls.length(in: output.span, at: position) {
                result = result.map { ($0.count + 1, $0.first) } ?? (1, position)
                position += length
            } else {
                output[kept] = output[position]
                kept += 1
                position += 1
            }
        }
        count = kept
        return result
    }

    mutating func writeReplacement() {
        reserve(for: 3)
        let start = count
        var output = bytes.mutableSpan
        let length = output.write(0xFFFD, at: start)
        count += length
    }

    private mutating func reserve(for length: Int) {
        let missing = length - (bytes.count - count)
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// The bytes written so far.
    var copy: [UInt8] { Array(bytes[..<count]) }

    consuming func finish() -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        return Array(bytes)
    }
}

extension MutableSpan<UInt8> {
    /// Writes a scalar value in UTF-8 (RFC 3629 §3), and returns its length.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func write(_ scalar: UInt32, at index: Int) -> Int {
        let length = UTF8Sequence.length(of: scalar)
        if length == 1 {
            self[index] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        let bits = UTF8Sequence.payloadBits
        self[index + length - 1] = UTF8Sequence.continuation(scalar)
        if length > 2 { self[index + length - 2] = UTF8Sequence.continuation(scalar &>> bits) }
        if length > 3 { self[index + 1] = UTF8Sequence.continuation(scalar &>> (2 * bits)) }
        self[index] = UTF8Sequence.lead(scalar &>> (bits * UInt32(length - 1)), length: length)
        return length
    }
}
