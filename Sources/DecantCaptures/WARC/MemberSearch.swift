internal import DecantCore

extension WARC {
    /// Returns the offset of the first gzip member that begins with a record, in bytes from the middle of an archive.
    ///
    /// Several readers can share an archive: each begins at such an offset, and ends when its ``Reader/nextMember`` is
    /// the offset of another. The offset is a guess, because a payload may be an archive, too. A reader that never ends
    /// there has shown that the guess is wrong, and reads on instead of the other.
    ///
    /// - Parameter bytes: The bytes, at least some hundred.
    /// - Returns: The offset in the bytes, or nil if no member begins in them, or if its record begins after them.
    public static func memberOffset(in bytes: Span<UInt8>) -> Int? {
        var offset = 0
        while offset + 4 < bytes.count {
            if bytes[offset] == 0x1F, isMember(bytes, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    /// RFC 1952 §2.3.1: the magic number, the method, and the reserved flags, which are zero.
    private static func isMember(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        guard bytes[offset + 1] == 0x8B, bytes[offset + 2] == 8, bytes[offset + 3] & 0b1110_0000 == 0,
            let decoder = try? MemberDecoder(.gzip, limits: Limits())
        else { return false }
        var (read, decoded) = (0, [UInt8]())
        let rest = bytes.extracting(offset..<bytes.count)
        _ = try? decoded.append(addingCapacity: 64) { output throws(ResponseError) in
            _ = try decoder.decode(rest, from: &read, into: &output)
        }
        return decoded.elementSpan.has("WARC/", at: 0)
    }
}
