// MARK: - Unsafe
//
// Why: the reader of a format has validated every string, and validating it again would cost as much as making the string.
//
// Bound: `string(validated:)` is only called with bytes that a reader found to be UTF-8, or that were written here. Unescaping
// writes at most as many bytes as it reads: two for a two-byte escape at most, three for `\uXXXX`, four for a pair of them. A unit
// of UTF-16 becomes at most three bytes, and a pair of them four; readers refuse lone surrogates.

/// Makes strings of the text of documents.
@usableFromInline
package enum DocumentText {
    /// Makes a string of bytes that are known to be UTF-8.
    @inlinable
    @inline(__always)
    package static func string(validated bytes: Span<UInt8>) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return unsafe String(copying: UTF8Span(unchecked: bytes))
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Makes a string of the bytes of a string of JSON with escapes, which are in a body.
    @inline(never)
    static func unescaped(_ bytes: Span<UInt8>) -> String {
        let capacity = bytes.count + UnsafeJSONUnescaper.slack
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            unsafe unescaped(bytes, in: buffer)
        }
    }

    /// The same, in memory for as many bytes and the slack.
    static func unescaped(_ bytes: Span<UInt8>, in buffer: UnsafeMutableBufferPointer<UInt8>) -> String {
        let count = unsafe bytes.withUnsafeBufferPointer { source in
            var writer = unsafe UnsafeJSONUnescaper(source, into: buffer)
            return writer.run()
        }
        return string(validated: unsafe UnsafeBufferPointer(buffer).span.extracting(first: count))
    }

    /// Makes a string of units of UTF-16, the most significant byte of each first, without lone surrogates.
    @inline(never)
    static func string(utf16 units: Span<UInt8>) -> String {
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
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    @inlinable
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
