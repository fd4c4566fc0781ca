/// A decoder of base64 (RFC 4648 §4).
///
/// Whitespace is allowed anywhere; padding is required.
package struct Base64Decoder {
    private var bits: UInt32 = 0
    private var letters = 0
    private var padding = 0
    private var isClosed = false

    /// Creates a decoder.
    package init() {}

    /// Decodes a whole text.
    ///
    /// - Parameter bytes: The array that receives the decoded bytes.
    /// - Returns: Whether the text is base64.
    package mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
        var position = 0
        while position < text.count {
            let decoded = letters > 0 || isClosed ? 0 : Self.appendGroups(of: text, from: position, to: &bytes)
            position &+= decoded
            guard decoded == 0 else { continue }
            guard take(text[position], into: &bytes) else { return false }
            position &+= 1
        }
        return letters == 0
    }

    // MARK: - Unsafe
    //
    // Why: most lines have no whitespace inside, and appending single bytes to an array takes four times as long.
    // Bound: a group reads four letters of the text and writes three bytes, and there are at most `maxGroups` groups.

    /// The maximum number of groups to decode at once.
    private static let maxGroups = 1024

    /// Appends the bytes of the complete groups from a position on, up to a letter outside of the alphabet.
    ///
    /// - Returns: The number of letters that were decoded.
    private static func appendGroups(of text: Span<UInt8>, from position: Int, to bytes: inout [UInt8]) -> Int {
        let groups = min((text.count - position) / 4, maxGroups)
        guard groups > 0 else { return 0 }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * groups) { output in
            let count = unsafe text.extracting(droppingFirst: position).withUnsafeBufferPointer { text in
                unsafe Base64Alphabet.values.withUnsafeBufferPointer { values in
                    unsafe decode(groups, of: text, into: output, values)
                }
            }
            unsafe bytes.append(contentsOf: output.prefix(3 * count))
            return 4 * count
        }
    }

    /// Decodes groups up to a letter outside of the alphabet, and returns their number.
    private static func decode(
        _ groups: Int,
        of text: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>,
        _ values: UnsafeBufferPointer<UInt8>
    ) -> Int {
        for group in 0..<groups {
            let first = unsafe values[Int(text[4 &* group])]
            let second = unsafe values[Int(text[4 &* group &+ 1])]
            let third = unsafe values[Int(text[4 &* group &+ 2])]
            let fourth = unsafe values[Int(text[4 &* group &+ 3])]
            guard (first | second | third | fourth) < 64 else { return group }
            unsafe output[3 &* group] = first << 2 | second >> 4
            unsafe output[3 &* group &+ 1] = second << 4 | third >> 2
            unsafe output[3 &* group &+ 2] = third << 6 | fourth
        }
        return groups
    }

    private mutating func take(_ letter: UInt8, into bytes: inout [UInt8]) -> Bool {
        switch Unicode.Scalar(letter) {
        case " ", "\t", "\n", "\r": return true
        case "=":
            guard letters >= 2 else { return false }
            padding += 1
            bits <<= 6
        default:
            let value = Base64Alphabet.values[Int(letter)]
            guard value < 64, padding == 0, !isClosed else { return false }
            bits = bits << 6 | UInt32(value)
        }
        letters += 1
        if letters == 4 { endGroup(into: &bytes) }
        return true
    }

    private mutating func endGroup(into bytes: inout [UInt8]) {
        for index in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))) }
        isClosed = padding > 0
        bits = 0
        letters = 0
        padding = 0
    }
}

/// The alphabet of base64 (RFC 4648 §4, table 1).
private enum Base64Alphabet {
    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each byte; 64 for a byte outside of the alphabet.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(truncatingIfNeeded: value) }
        return values
    }()
}

/// Returns bytes as base64 (RFC 4648 §4), with padding and without line ends.
package func base64(_ bytes: Span<UInt8>) -> String {
    let letters = Base64Alphabet.letters
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count / 3 + 1) * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        var group: UInt32 = 0
        for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
        for index in 0..<4 {
            let value = Int(group >> UInt32(18 - 6 * index) & 63)
            text.append(index <= count ? letters[value] : UInt8(ascii: "="))
        }
    }
    return String(decoding: text, as: UTF8.self)
}
