/// Finds bytes that are not UTF-8.
package enum UTF8Validator {
    /// The index of the first malformed byte, a lead byte if it begins a character; nil if all is UTF-8.
    package static func firstMalformed(in bytes: borrowing Span<UInt8>) -> Int? {
        var position = 0
        while position < bytes.count {
            let lead = bytes[position]
            if UTF8.isASCII(lead) {
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
    private static func length(of lead: UInt8, in bytes: borrowing Span<UInt8>, at position: Int) -> Int {
        let needed = UTF8Sequence.needed(after: lead)
        guard needed > 0, needed < bytes.count - position else { return 0 }
        let second = bytes[position + 1]
        guard UTF8.isContinuation(second) else { return 0 }
        if needed == 1 { return 2 }
        guard UTF8.isContinuation(bytes[position + 2]), UTF8Sequence.isInBoundaries(second, after: lead) else {
            return 0
        }
        if needed == 2 { return 3 }
        return UTF8.isContinuation(bytes[position + 3]) ? 4 : 0
    }
}
