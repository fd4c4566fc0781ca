/// Reads words and numbers of the C that an X bitmap is written in, and passes over comments and white space.
struct XBMScanner {
    let bytes: ImageBytes
    private(set) var position = 0

    init(_ bytes: ImageBytes) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// Whether a number stands at the very end.
    var endsInNumber: Bool { isAtEnd && bytes.count > 0 && Self.digit(bytes[bytes.count - 1]) != nil }

    /// The next byte that counts.
    mutating func peek() -> UInt8? {
        skipSpace()
        return isAtEnd ? nil : bytes[position]
    }

    /// A word of letters, digits, `_`, `#`, `-`, `.` and bytes beyond ASCII, if there is one; brackets in front of a brace are
    /// passed over.
    mutating func word() -> String? {
        skipSpace()
        while !isAtEnd, [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "=")].contains(bytes[position]) {
            position += 1
            skipSpace()
        }
        var word: [UInt8] = []
        // No name is longer; the rest of one is a word of its own.
        while !isAtEnd, word.count < 256, Self.isWord(bytes[position]) {
            word.append(bytes[position])
            position += 1
        }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// A number of C, decimal, octal or hexadecimal, and a comma behind it; nil if there is none or it is too large.
    mutating func number() -> Int? {
        skipSpace()
        var value = 0
        var radix = 10
        let start = position
        if !isAtEnd, bytes[position] == UInt8(ascii: "0") {
            radix = 8
            position += 1
            if !isAtEnd, bytes[position] | 0x20 == UInt8(ascii: "x") {
                radix = 16
                position += 1
            }
        }
        while !isAtEnd, let digit = Self.digit(bytes[position]), digit < radix {
            value = value * radix + digit
            position += 1
            guard value <= Int(Int32.max) else { return nil }
        }
        guard position > start else { return nil }
        skipSpace()
        if !isAtEnd, bytes[position] == UInt8(ascii: ",") { position += 1 }
        return value
    }

    /// Goes behind the next byte of a kind; gives false if there is none.
    mutating func skip(to byte: UInt8) -> Bool {
        while !isAtEnd {
            position += 1
            if bytes[position - 1] == byte { return true }
        }
        return false
    }

    private mutating func skipSpace() {
        while !isAtEnd {
            let byte = bytes[position]
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                position += 1
            } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
                position += 2
                while !isAtEnd, !isCommentEnd { position += 1 }
                position = min(position + 2, bytes.count)
            } else {
                return
            }
        }
    }

    private var isCommentEnd: Bool {
        bytes[position] == UInt8(ascii: "*") && position + 1 < bytes.count
            && bytes[position + 1] == UInt8(ascii: "/")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF: true
        default: "_#-.".utf8.contains(byte)
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte | 0x20) - 0x57
        default: nil
        }
    }
}
