/// Finds bytes that are not UTF-8.
package enum UTF8Validator {
    /// The index of the first malformed byte, a lead byte if it begins a character; nil if all is UTF-8.
    package static func firstMalformed(in bytes: borrowing Span<UInt8>) -> Int? {
        var position = 0
        while position < bytes.count {
            let lead = bytes[position]
            if lead < 0x80 {
                position = UnsafeASCII.end(in: bytes, from: position)
                continue
            }
            let length = length(of: lead, in: bytes, at: position)
            guard length > 0 else { return position }
            position += length
        }
        return nil
    }

    /// The number of bytes of a character (RFC 3629 §4), or 0 if it is malformed.
    @inline(__always)
    private static func length(of lead: UInt8, in bytes: borrowing Span<UInt8>, at position: Int) -> Int {
        let left = bytes.count - position
        guard lead >= 0xC2, left >= 2 else { return 0 }
        let second = bytes[position + 1]
        if lead < 0xE0 { return isContinuation(second) ? 2 : 0 }
        guard left >= 3, isContinuation(second), isContinuation(bytes[position + 2]) else { return 0 }
        if lead < 0xF0 {
            if lead == 0xE0 { return second >= 0xA0 ? 3 : 0 }
            return lead == 0xED && second >= 0xA0 ? 0 : 3
        }
        guard lead <= 0xF4, left >= 4, isContinuation(bytes[position + 3]) else { return 0 }
        if lead == 0xF0 { return second >= 0x90 ? 4 : 0 }
        return lead == 0xF4 && second >= 0x90 ? 0 : 4
    }

    @inline(__always) private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
