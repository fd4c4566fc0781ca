import DecantCore

/// The bytes of a text, with a zero behind the last one, and the place that is being read.
struct OpenStepText {
    private let body: ResponseBody

    /// The place that is being read.
    var position = 0

    init(_ body: ResponseBody) {
        self.body = body
    }

    /// The number of bytes.
    @inline(__always)
    var count: Int { body.count }

    /// A byte of the text, or zero behind its end.
    @inline(__always)
    subscript(position: Int) -> UInt8 { body.storage[body.start + position] }

    /// The byte that is being read; zero at the end.
    @inline(__always)
    var byte: UInt8 { body.storage[body.start + position] }

    /// Whether nothing is left.
    @inline(__always)
    var isAtEnd: Bool { position >= count }

    /// The bytes between two places.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        ArraySlice(body.bytes[range])
    }

    /// Takes a byte if it is the one that is being read.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard self.byte == byte, !isAtEnd else { return false }
        position += 1
        return true
    }

    /// Goes on to what is neither white space nor a comment.
    mutating func skip() throws(PropertyListTextFault) {
        while true {
            switch byte {
            case 0x09...0x0D, 0x20: position += 1
            case 0x2F where self[position + 1] == 0x2F: skipLine()
            case 0x2F where self[position + 1] == 0x2A: try skipComment()
            case 0xE2 where self[position + 1] == 0x80 && self[position + 2] & 0xFE == 0xA8: position += 3
            default: return
            }
        }
    }

    private mutating func skipLine() {
        while !isAtEnd, byte != 0x0A, byte != 0x0D { position += 1 }
    }

    private mutating func skipComment() throws(PropertyListTextFault) {
        let beginning = position
        position += 2
        while !isAtEnd {
            if byte == 0x2A, self[position + 1] == 0x2F {
                position += 2
                return
            }
            position += 1
        }
        throw PropertyListTextFault("the comment is not closed", at: beginning)
    }
}
