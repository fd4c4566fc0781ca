import CDecantScan
import DecantCore

// Hexadecimal digits are random, so branches on each would often be mispredicted. Instead, four characters are
// processed as one word, one per byte. The highest bit of a byte, which is clear in ASCII, holds the result of a
// comparison.
//
// Example: "00e9" is 0x3965_3030. The lower halves are 0x0905_0000; adding 9 where bit 6 marks a letter gives
// 0x090E_0000. Combining neighbors gives 0x__E9__00, and so 0x00E9.

/// The escapes of JSON strings (RFC 8259 §7).
@usableFromInline
package enum JSONEscape {
    /// A marker for four characters that are not all hexadecimal digits; greater than any UTF-16 unit.
    @inlinable package static var invalidUnit: UInt32 { 0xFFFF_0000 }

    /// The bit that distinguishes uppercase and lowercase letters.
    @usableFromInline static var caseBit: UInt8 { UInt8(ascii: "a") ^ UInt8(ascii: "A") }

    /// Reads the four hexadecimal digits after `\u`.
    ///
    /// - Parameter characters: The characters, the first in the lowest bits.
    /// - Returns: The UTF-16 unit, or ``invalidUnit``.
    @inlinable
    package static func unit(in characters: UInt32) -> UInt32 {
        areDigits(characters) ? validUnit(in: characters) : invalidUnit
    }

    /// Reads four characters that are known to be hexadecimal digits.
    @inlinable
    static func validUnit(in characters: UInt32) -> UInt32 {
        // The lower half of a character is its digit; for a letter, which has bit 6 set, add 9.
        let (lowerHalves, lowestBits): (UInt32, UInt32) = (0x0F0F_0F0F, 0x0101_0101)
        let digits = (characters & lowerHalves) &+ (characters >> 6 & lowestBits) &* 9
        let pairs = digits << 4 | digits >> 8
        let first = UInt8(truncatingIfNeeded: pairs)
        let second = UInt8(truncatingIfNeeded: pairs >> 16)
        return UInt32(first) << 8 | UInt32(second)
    }

    /// Returns whether eight characters are the hexadecimal digits of two units that do not begin with the digit D.
    ///
    /// Each such unit is a character: every surrogate begins with that digit, as do some Hangul syllables.
    @inlinable
    package static func areTwoCharacters(_ characters: UInt64) -> Bool {
        func isD(_ character: UInt64) -> Bool {
            UInt8(truncatingIfNeeded: character) & ~caseBit == UInt8(ascii: "D")
        }
        return areDigits(characters) && !isD(characters) && !isD(characters >> 32)
    }

    @inlinable
    static func areDigits<Characters: FixedWidthInteger & UnsignedInteger>(_ characters: Characters) -> Bool {
        func repeated(_ byte: UInt8) -> Characters { Characters.max / Characters(UInt8.max) &* Characters(byte) }
        let highestBit: UInt8 = 1 << 7
        let highest = repeated(highestBit)
        // Without the highest bits, no sum carries into the next byte.
        let ascii = characters & ~highest
        let small = ascii | repeated(caseBit)
        func from(_ first: UInt8) -> Characters { repeated(highestBit - first) }
        func beyond(_ last: UInt8) -> Characters { repeated(highestBit - 1 - last) }
        let isDecimal = (ascii &+ from(UInt8(ascii: "0"))) & ~(ascii &+ beyond(UInt8(ascii: "9")))
        let isLetter = (small &+ from(UInt8(ascii: "a"))) & ~(small &+ beyond(UInt8(ascii: "f")))
        return (isDecimal | isLetter) & ~characters & highest == highest
    }
}

/// Encodings of Unicode scalar values.
enum ScalarEncoding {
    /// Returns the scalar of a surrogate pair (RFC 2781 §2.2).
    static func scalar(_ high: UInt32, _ low: UInt32) -> UInt32 {
        let lowerTenBits: UInt32 = 1 << 10 - 1
        return 1 << 16 &+ (high & lowerTenBits) << 10 &+ (low & lowerTenBits)
    }

    /// Writes a scalar in UTF-8 (RFC 3629 §3).
    @inline(__always)
    static func encode(_ scalar: UInt32, _ write: (UInt8) -> Void) {
        func lead(_ marker: UInt32, _ shift: UInt32) { write(UInt8(truncatingIfNeeded: marker | scalar &>> shift)) }
        func continuation(_ shift: UInt32) {
            write(UInt8(truncatingIfNeeded: 0b1000_0000 | scalar &>> shift & 0b0011_1111))
        }
        if scalar < 1 << 7 {
            lead(0, 0)
            return
        }
        if scalar < 1 << 11 {
            lead(0b1100_0000, 6)
        } else if scalar < 1 << 16 {
            lead(0b1110_0000, 12)
            continuation(6)
        } else {
            lead(0b1111_0000, 18)
            continuation(12)
            continuation(6)
        }
        continuation(0)
    }
}

// MARK: - Unsafe
//
// Why: strings are unescaped many bytes at a time.
//
// Bound: the scanner has validated the string, so every escape is complete and every surrogate is paired. No escape is
// shorter than the character it represents, so writing never overtakes reading. The capacity of `target` is 64 bytes
// more than the size of `source`, so it never overflows. Runs are loaded and stored in blocks of 64 bytes, which extend
// at most 64 bytes beyond the string; the body has slack after it. Debug builds check every other access against the
// counts.

/// A writer that resolves the escapes of a validated string.
@safe
struct UnsafeJSONUnescaper {
    private let source: UnsafeRawPointer
    private let count: Int
    private let target: UnsafeMutableRawPointer
    private var read = 0
    private var written = 0

    /// The number of bytes that must be readable after the string, and must additionally fit into the target.
    static let slack = ResponseBytes.slack

    /// Creates a writer for a validated string; the target must hold as many bytes, and the slack.
    init(_ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) {
        precondition(target.count >= source.count + Self.slack)
        guard let from = source.baseAddress, let to = target.baseAddress else {
            preconditionFailure("a string without bytes has no escapes")
        }
        unsafe self.source = UnsafeRawPointer(from)
        unsafe self.target = UnsafeMutableRawPointer(to)
        count = source.count
    }

    /// Writes the unescaped text.
    ///
    /// - Returns: The number of bytes written.
    mutating func run() -> Int {
        let compresses = count > 64 && decant_json_has_kernel(decant_json_kernel_avx512) != 0
        while count &- read > 64 {
            if compresses {
                let done = unsafe decant_json_unescape(source + read, count &- read, target + written)
                read &+= done.read
                written &+= done.written
            }
            if count &- read > 64 { copyBlock() }
        }
        while read < count {
            let escapes = unsafe decant_json_copy(source + read, target + written)
            skip(escapes.trailingZeroBitCount)
            resolveRun()
        }
        // The last run may extend beyond the end.
        return written &- (read &- count)
    }

    /// Copies 64 bytes, and resolves the escapes that begin among them, up to the first one with hexadecimal digits.
    ///
    /// All bytes after an escape are copied again, one byte closer to the start. This needs no branch on the length of
    /// a run.
    private mutating func copyBlock() {
        var escapes = unsafe decant_json_copy(source + read, target + written)
        // Advancing by a constant allows the processor to run ahead.
        var end = read &+ 64
        let start = read
        while escapes != 0 {
            let escape = start &+ escapes.trailingZeroBitCount
            skip(escape &- read)
            guard byte(at: escape &+ 1) != UInt8(ascii: "u") else { return resolveRun() }
            _ = unsafe decant_json_copy(source + escape + 2, target + written + 1)
            resolve()
            end = max(end, read)
            // The escaped character may be a reverse solidus.
            escapes &= (escapes &- 1) & ~(2 << UInt64(truncatingIfNeeded: escape &- start))
        }
        skip(end &- read)
    }

    private func byte(at position: Int) -> UInt8 {
        assert(position < count, "a byte outside of the string")
        return unsafe source.load(fromByteOffset: position, as: UInt8.self)
    }

    private mutating func skip(_ length: Int) {
        read &+= length
        written &+= length
    }

    private mutating func write(_ byte: UInt8) {
        unsafe target.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
        written &+= 1
    }

    /// Resolves consecutive escapes.
    private mutating func resolveRun() {
        while read < count, byte(at: read) == UInt8(ascii: "\\") { resolve() }
    }

    private mutating func resolve() {
        let letter = byte(at: read &+ 1)
        read &+= 2
        switch letter {
        case UInt8(ascii: "b"): write(UInt8(ascii: "\u{8}"))
        case UInt8(ascii: "f"): write(UInt8(ascii: "\u{C}"))
        case UInt8(ascii: "n"): write(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): write(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): write(UInt8(ascii: "\t"))
        case UInt8(ascii: "u"): writeUnit()
        default: write(letter)
        }
    }

    private func unit(at position: Int) -> UInt32 {
        assert(position + 4 <= count, "an escape that is not complete")
        let characters = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        return JSONEscape.validUnit(in: UInt32(littleEndian: characters))
    }

    private mutating func writeUnit() {
        var scalar = unit(at: read)
        read &+= 4
        if UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: scalar)) {
            scalar = ScalarEncoding.scalar(scalar, unit(at: read &+ 2))
            read &+= 6
        }
        ScalarEncoding.encode(scalar) { write($0) }
    }
}
