// Why: text of a document was validated when it was read, and validating it again would cost as much as making the string.
//
// Bound: `string(validated:)` is only called with bytes that a reader found to be UTF-8, or that were written here from
// units of UTF-16 without lone surrogates. A unit becomes at most three bytes, and a pair of them four.

extension UnsafePropertyListTape {
    /// The text at a node that is some.
    @inline(__always)
    func string(at index: Int) -> String {
        if _slowPath(self[index].kind.type == .utf16) { return withUnits(at: index) { Self.string(units: $0) } }
        return withBytes(at: index) { Self.string(validated: $0) }
    }

    /// Makes a string of bytes that are known to be UTF-8.
    @inline(__always)
    static func string(validated bytes: Span<UInt8>) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes))
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Makes a string of units of UTF-16 that are known to have no lone surrogates.
    @inline(never)
    private static func string(units: Span<UInt8>) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: units.count / 2 * 3) { buffer in
            var count = 0
            var index = 0
            while index < units.count {
                var scalar = UInt32(units[index]) << 8 | UInt32(units[index + 1])
                index += 2
                if scalar & 0xFC00 == 0xD800 {
                    let low = UInt32(units[index]) << 8 | UInt32(units[index + 1])
                    scalar = (scalar & 0x3FF) << 10 + (low & 0x3FF) + 0x10000
                    index += 2
                }
                unsafe encode(scalar, into: buffer, at: &count)
            }
            return string(validated: unsafe UnsafeBufferPointer(buffer).span.extracting(first: count))
        }
    }

    @inline(__always)
    private static func encode(_ scalar: UInt32, into buffer: UnsafeMutableBufferPointer<UInt8>, at count: inout Int) {
        func write(_ byte: UInt32) {
            unsafe buffer.initializeElement(at: count, to: UInt8(truncatingIfNeeded: byte))
            count += 1
        }
        switch scalar {
        case 0..<0x80: write(scalar)
        case 0x80..<0x800:
            write(0xC0 | scalar >> 6)
            write(0x80 | scalar & 0x3F)
        case 0x800..<0x10000:
            write(0xE0 | scalar >> 12)
            write(0x80 | scalar >> 6 & 0x3F)
            write(0x80 | scalar & 0x3F)
        default:
            write(0xF0 | scalar >> 18)
            write(0x80 | scalar >> 12 & 0x3F)
            write(0x80 | scalar >> 6 & 0x3F)
            write(0x80 | scalar & 0x3F)
        }
    }

    /// The bytes at a node that is data.
    func data(at index: Int) -> [UInt8] {
        withBytes(at: index) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
    }
}
