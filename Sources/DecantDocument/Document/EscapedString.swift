import CDecantScan
import DecantCore

// Digits are random, so that a branch for each would often be predicted wrong. Four characters are looked at as one word,
// each in a byte of its own; the highest bit of a byte, which no ASCII character has, holds the answer to a comparison.
//
// Example: "00e9" is 0x3965_3030. Its digits are 0x0905_0000, and 9 more where bit 6 is that of a letter: 0x090E_0000.
// Neighbours together are 0x__E9__00, and so 0x00E9.

/// The escapes of JSON strings (RFC 8259 §7).
@usableFromInline
package enum JSONEscape {
    /// A mark for four characters that are not all hexadecimal digits; greater than any unit of UTF-16.
    @inlinable package static var invalidUnit: UInt32 { 0xFFFF_0000 }

    /// Reads the four hexadecimal digits after `\u`.
    ///
    /// - Parameter characters: The characters, the first in the lowest bits.
    /// - Returns: The unit of UTF-16, or ``invalidUnit``.
    @inlinable
    @inline(__always)
    package static func unit(in characters: UInt32) -> UInt32 {
        areDigits(characters) ? validUnit(in: characters) : invalidUnit
    }

    /// Reads four characters that are known to be hexadecimal digits.
    @inlinable
    @inline(__always)
    package static func validUnit(in characters: UInt32) -> UInt32 {
        let digits = (characters & 0x0F0F_0F0F) &+ (characters >> 6 & 0x0101_0101) &* 9
        let pairs = digits << 4 | digits >> 8
        return (pairs & 0xFF) << 8 | pairs >> 16 & 0xFF
    }

    /// Returns whether eight characters are hexadecimal digits, of two units neither of which begins with the digit D.
    ///
    /// Each unit is a character then: surrogates begin with that digit, and of characters a part of Hangul.
    @inlinable
    @inline(__always)
    package static func areTwoCharacters(_ characters: UInt64) -> Bool {
        let first = (characters & 0x0000_00DF_0000_00DF) ^ 0x0000_0044_0000_0044
        return areDigits(characters) && first & 0xFF != 0 && first >> 32 != 0
    }

    @inlinable
    @inline(__always)
    static func areDigits<Characters: FixedWidthInteger & UnsignedInteger>(_ characters: Characters) -> Bool {
        func repeated(_ byte: UInt8) -> Characters { Characters.max / 0xFF &* Characters(byte) }
        let highest = repeated(0x80)
        // With the highest bits off, no sum carries into the next byte.
        let ascii = characters & ~highest
        let small = ascii | repeated(0x20)
        let isDecimal = (ascii &+ repeated(0x80 - 0x30)) & ~(ascii &+ repeated(0x80 - 0x3A))
        let isLetter = (small &+ repeated(0x80 - 0x61)) & ~(small &+ repeated(0x80 - 0x67))
        return (isDecimal | isLetter) & ~characters & highest == highest
    }
}

// Why: strings are unescaped many bytes at a time.
//
// Bound: the scanner has validated the string, so every escape is complete and every surrogate has its partner. No escape
// is shorter than what it represents, so that writing never overtakes reading and `target`, which has room for as many
// bytes as `source` has and 64 more, never overflows. Runs are loaded and stored by 64 bytes, which reach at most 63
// bytes beyond the string: in the body there is slack after it. Every other access is tested against the counts in debug
// builds.

/// Resolves the escapes of a validated string.
@safe
struct UnsafeJSONUnescaper {
    private let source: UnsafeRawPointer
    private let count: Int
    private let target: UnsafeMutableRawPointer
    private var read = 0
    private var written = 0

    /// The number of bytes beyond the string that must be readable after it, and must fit into the target.
    static let slack = ResponseBytes.slack

    /// Takes the bytes of a validated string, and capacity for as many and the slack.
    init(_ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) {
        precondition(target.count >= source.count + Self.slack)
        guard let from = source.baseAddress, let to = target.baseAddress else {
            preconditionFailure("a string without bytes has no escapes")
        }
        unsafe self.source = UnsafeRawPointer(from)
        unsafe self.target = UnsafeMutableRawPointer(to)
        count = source.count
    }

    /// Writes the text.
    ///
    /// - Returns: The number of bytes written.
    mutating func run() -> Int {
        while read < count {
            // Going on by a constant, and not by the number of bytes before an escape, lets the processor run ahead.
            let length = unsafe decant_json_copy_to_escape(source + read, target + written)
            guard length < 64 else {
                skip(64)
                continue
            }
            skip(length)
            while read < count, byte(at: read) == 0x5C { resolve() }
        }
        // The last run may have gone beyond the end.
        return written &- (read &- count)
    }

    @inline(__always)
    private func byte(at position: Int) -> UInt8 {
        assert(position < count, "a byte outside of the string")
        return unsafe source.load(fromByteOffset: position, as: UInt8.self)
    }

    @inline(__always)
    private mutating func skip(_ length: Int) {
        read &+= length
        written &+= length
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        unsafe target.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
        written &+= 1
    }

    @inline(__always)
    private mutating func resolve() {
        let letter = byte(at: read &+ 1)
        read &+= 2
        switch letter {
        case 0x62: put(0x08)
        case 0x66: put(0x0C)
        case 0x6E: put(0x0A)
        case 0x72: put(0x0D)
        case 0x74: put(0x09)
        case 0x75: putUnit()
        default: put(letter)
        }
    }

    @inline(__always)
    private func unit(at position: Int) -> UInt32 {
        assert(position + 4 <= count, "an escape that is not complete")
        let characters = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        return JSONEscape.validUnit(in: UInt32(littleEndian: characters))
    }

    @inline(__always)
    private mutating func putUnit() {
        var scalar = unit(at: read)
        read &+= 4
        if scalar & 0xFC00 == 0xD800 {
            scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ (unit(at: read &+ 2) & 0x3FF)
            read &+= 6
        }
        put(scalar: scalar)
    }

    @inline(__always)
    private mutating func put(scalar: UInt32) {
        if scalar < 0x80 {
            put(UInt8(truncatingIfNeeded: scalar))
            return
        }
        if scalar < 0x800 {
            put(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
        } else if scalar < 0x10000 {
            put(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        } else {
            put(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        }
        put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
}
