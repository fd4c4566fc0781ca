/// The outermost content coding of a body (RFC 9110 §8.4.1), and whether the bytes show that they are still in it.
struct ContentCoding {
    private let name: String

    /// Creates the last coding that the `Content-Encoding` fields name; nil if there is none but “identity”.
    init?(_ fieldValues: [String]) {
        let last = fieldValues.joined(separator: ",").split(separator: ",").last ?? ""
        name = last.filter { $0 != " " && $0 != "\t" }.lowercased()
        if name.isEmpty || name == "identity" { return nil }
    }

    /// Whether the bytes begin as those of the coding do and others hardly ever.
    func isEvident(in bytes: ArraySlice<UInt8>) -> Bool {
        switch name {
        case "gzip", "x-gzip": bytes.starts(with: [0x1F, 0x8B])
        case "deflate": Self.beginsZlib(bytes)
        case "zstd": bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        default: false
        }
    }

    /// Whether the bytes may well be in the coding: they are no text in UTF-8.
    ///
    /// Brotli has no mark at all.
    func isLikely(in bytes: ArraySlice<UInt8>) -> Bool {
        isEvident(in: bytes) || String(validating: bytes, as: UTF8.self) == nil
    }

    /// RFC 1950 §2.2: the method 8, and a check that makes the first two bytes a multiple of 31.
    private static func beginsZlib(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 2, bytes[bytes.startIndex] & 0x0F == 8 else { return false }
        return (Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])).isMultiple(of: 31)
    }
}
