/// The type of a PNG chunk, a WebP chunk, or an AVIF box: four ASCII characters.
struct FourCharacterCode: Equatable, ExpressibleByStringLiteral {
    /// The characters as a number, the first in the highest bits.
    let value: UInt32

    /// Creates the code of a literal with four ASCII characters.
    init(stringLiteral name: String) { value = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Reads the code at a position.
    init(in bytes: ImageBytes, at position: Int) { value = bytes.bigWord(at: position) }

    /// The characters, with a question mark for each that is not printable.
    var name: String {
        String(
            [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: value >> UInt32(shift))
                let isPrintable = (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
                return isPrintable ? Character(Unicode.Scalar(byte)) : "?"
            }
        )
    }
}
