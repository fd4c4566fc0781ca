import CDecantScan
package import DecantCore
import DecantDocument

/// The end of a string, and its properties.
struct JSONStringEnd {
    /// The closing quotation mark, or the fault.
    var position: Int

    /// A kind of string.
    var kind: DocumentNode.Kind

    /// Whether there is no fault.
    var isValid = true
}

extension JSONStringEnd {
    /// Continues in a string, from a position where a plain run ends or may continue.
    @inline(never)
    init(in text: PaddedBytes, from start: Int) {
        self.init(position: start, kind: .string)
        var long = start &+ 32
        while true {
            let stop = text.stringStop(at: position)
            if stop == 16 {
                // A predicted step, where adding what was found would have to wait for it.
                position &+= 16
                if position >= long {
                    position = text.longStringStop(from: position)
                    long = position &+ 64
                }
                continue
            }
            position &+= stop
            let byte = text[position]
            if byte == 0x22 { return }
            let isValid = byte >= 0x80 ? skipNonASCII(in: text) : byte == 0x5C && skipEscape(in: text)
            guard _fastPath(isValid) else {
                self.isValid = false
                return
            }
        }
    }

    /// Skips characters beyond ASCII, as many as follow each other, by the table of well-formed UTF-8 (RFC 3629 §4).
    ///
    /// A word of four bytes is compared at once: which bits must be set, and that the others make no overlong form, no
    /// surrogate and nothing above U+10FFFF. Three bytes come first, the length of most scripts of Asia.
    @inline(__always)
    private mutating func skipNonASCII(in text: PaddedBytes) -> Bool {
        while true {
            let word = text.word32(at: position)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                let bits = word & 0x0000_200F
                if bits == 0 || bits == 0x200D { return false }
                position &+= 3
            } else if word & 0x0000_C0E0 == 0x0000_80C0 {
                if word & 0x0000_001E == 0 { return false }
                position &+= 2
            } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
                let bits = word & 0x0000_3007
                if bits == 0 || (bits & 0x04 != 0 && bits & 0x3003 != 0) { return false }
                position &+= 4
            } else {
                return word & 0x80 == 0
            }
        }
    }

    /// Skips one escape, with its second half if it is the first one of a surrogate pair.
    @inline(__always)
    mutating func skipEscape(in text: PaddedBytes) -> Bool {
        kind = .escapedString
        switch text[position &+ 1] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            position &+= 2
            return true
        case 0x75:
            let unit = JSONEscape.unit(in: text.word32(at: position &+ 2))
            guard unit & 0xF800 == 0xD800 else {
                guard unit != JSONEscape.invalidUnit else { return false }
                position &+= 6
                return true
            }
            let isPair = unit < 0xDC00 && text[position &+ 6] == 0x5C && text[position &+ 7] == 0x75
            let second = isPair ? JSONEscape.unit(in: text.word32(at: position &+ 8)) : 0
            guard second & 0xFFFF_FC00 == 0xDC00 else { return false }
            position &+= 12
            return true
        default:
            return false
        }
    }
}

extension PaddedBytes {
    /// The number of the next 16 bytes before the first one that ends a plain ASCII run of a string; 16 if none does.
    @inline(__always)
    func stringStop(at position: Int) -> Int {
        #if arch(x86_64) || arch(arm64)
        return unsafe decant_json_string_stop(address(of: position))
        #else
        return portableStringStop(at: position)
        #endif
    }

    /// Skips characters of a string, many at once, as far as they are well-formed and more than 64 bytes follow.
    @inline(never)
    func longStringStop(from position: Int) -> Int {
        unsafe decant_json_long_string_stop(address(of: 0), position, count)
    }

    /// The same by words of 8 bytes, for processors that the header does not support.
    @inline(__always)
    func portableStringStop(at position: Int) -> Int {
        let first = Self.stops(in: word64(at: position))
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        let second = Self.stops(in: word64(at: position &+ 8))
        return second != 0 ? 8 &+ second.trailingZeroBitCount >> 3 : 16
    }

    /// Marks the bytes that end a plain run with their highest bit; right up to the lowest mark, which is all that counts,
    /// since a borrow can only spoil the bytes above one.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let isQuote = (quotes &- ones) & ~quotes
        let isEscape = (escapes &- ones) & ~escapes
        let isControl = word &- 0x2020_2020_2020_2020
        return (isQuote | isEscape | isControl | word) & 0x8080_8080_8080_8080
    }
}

/// The two ways to find the end of a plain run in a string: the one of the processor's vectors, and the one of words.
///
/// They have to agree at every position of every text, which the tests compare.
package enum UnsafeStringStops {
    /// Counts the bytes before the first one that ends a plain run, by both ways.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - position: A position in it.
    /// - Returns: The numbers; 16 if none of the next 16 bytes ends the run.
    package static func both(in body: ResponseBytes, at position: Int) -> (vectors: Int, words: Int) {
        precondition(position >= 0 && position <= body.count)
        let text = FlatDocument.make(body, capacity: 2, words: .json).bytes(upTo: body.count)
        return withExtendedLifetime(body) { (text.stringStop(at: position), text.portableStringStop(at: position)) }
    }
}
