/// Finds bytes that are not UTF-8.
package enum UTF8Validator {
    /// Finds the first bytes that are malformed.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The index of the first byte of them, a lead byte if they begin a character; nil if all is UTF-8.
    package static func firstMalformed(in bytes: borrowing Span<UInt8>) -> Int? {
        let decoder = UTF8Decoder()
        var position = 0
        while position < bytes.count {
            if bytes[position] < 0x80 {
                position = UnsafeASCII.end(in: bytes, from: position)
                continue
            }
            guard case .scalar(_, let length) = decoder.next(in: bytes, at: position) else { return position }
            position += length
        }
        return nil
    }
}
