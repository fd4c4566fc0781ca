/// A validator of UTF-8.
package enum UTF8Validator {
    /// Returns the index of the first malformed sequence, or nil if all bytes are UTF-8.
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

    /// Returns the length of a character (RFC 3629 §4); 0 if it is malformed.
    static func length(of lead: UInt8, in bytes: borrowing Span<UInt8>, at position: Int) -> Int {
        let left = bytes.count - position
        guard lead >= UTF8Sequence.twoByteLeads.lowerBound, left >= 2 else { return 0 }
        let second = bytes[position + 1]
        if lead <= UTF8Sequence.twoByteLeads.upperBound { return UTF8.isContinuation(second) ? 2 : 0 }
        guard left >= 3, UTF8.isContinuation(second), UTF8.isContinuation(bytes[position + 2]),
            UTF8Sequence.isInBoundaries(second, after: lead)
        else { return 0 }
        if lead <= UTF8Sequence.threeByteLeads.upperBound { return 3 }
        guard lead <= UTF8Sequence.fourByteLeads.upperBound, left >= 4 else { return 0 }
        return UTF8.isContinuation(bytes[position + 3]) ? 4 : 0
    }
}
