internal import CDecantInflate

// Why: a checksum covers every decoded byte; a slow one would cost more than inflating.
//
// CRC-32 processes eight bytes with eight lookups ("slicing by 8"), using a table for each distance of a byte from the
// end of its group. On processors with carry-less multiplication, groups of 64 bytes are processed first (see the
// header of CDecantInflate). A few bytes, as they are decoded if a body arrives byte by byte, are processed one by one.
// Adler-32 keeps two sums of 32 bits, reduced before they can overflow; vector instructions compute 32 sums of bytes,
// one for each position in a group of 32.

/// A CRC-32 as used in gzip and PNG (RFC 1952 §8).
public struct CRC32 {
    /// The checksum, inverted during computation.
    private var state: UInt32 = .max

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~state }

    /// Creates the checksum of an empty sequence.
    public init() {}

    /// The number of bytes that the processor processes in one step, 64 or 128; 0 if it lacks the instruction.
    private static let stepSize = decant_crc32_step_size()

    /// The remainder for each distance 0 to 7 of a byte from the end of a group, and for each byte.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 2048)
        for byte in 0..<256 {
            var remainder = UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
            tables[byte] = remainder
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()
}

/// An Adler-32 as used in zlib (RFC 1950 §8).
public struct Adler32 {
    private var sum: UInt32 = 1
    private var sumOfSums: UInt32 = 0

    /// Creates the checksum of an empty sequence.
    public init() {}

    /// The checksum of the bytes so far.
    public var value: UInt32 { sumOfSums << 16 | sum }

    private static let modulus: UInt32 = 65521

    /// Whether the processor supports adding groups of 32 bytes.
    private static var hasGroups: Bool { decant_adler32_has_groups() != 0 }
}

// MARK: - Unsafe

// Bound: the pointer of a buffer is read only below its count.
extension CRC32 {
    /// The maximum number of bytes that are processed one by one.
    private static let maxBytewiseCount = 12

    /// Adds a byte to the checksum.
    mutating func update(_ byte: UInt8) {
        state = unsafe withUnsafePointer(to: byte) { unsafe decant_crc32_few(state, $0, 1) }
    }

    /// Adds bytes to the checksum.
    public mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe update($0) }
    }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard var next = bytes.baseAddress else { return }
        var count = bytes.count
        if count <= Self.maxBytewiseCount {
            state = unsafe decant_crc32_few(state, next, count)
            return
        }
        let size = Self.stepSize
        if count >= 128, size > 0 {
            let groups = size == 64 ? count >> 6 : count >> 7
            var folded = SIMD16<UInt8>(repeating: 0)
            unsafe withUnsafeMutablePointer(to: &folded) { folded in
                let target = unsafe UnsafeMutableRawPointer(folded).assumingMemoryBound(to: UInt8.self)
                if size == 64 {
                    unsafe decant_crc32_fold(state, next, groups, target)
                } else {
                    unsafe decant_crc32_wide_fold(state, next, groups, target)
                }
                state = 0
                unsafe update(target, 16)
            }
            unsafe next += groups &* size
            count &= size &- 1
        }
        unsafe update(next, count)
    }

    private mutating func update(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        state = unsafe Self.tables.withUnsafeBufferPointer { tables in unsafe Self.sliced(state, bytes, count, tables) }
    }

    private static func sliced(
        _ start: UInt32,
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int,
        _ tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var (state, index) = (start, 0)
        while index &+ 8 <= count {
            let word = unsafe UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
            let group = UInt64(littleEndian: word) ^ UInt64(state)
            var sum: UInt32 = 0
            for position in 0..<8 {
                let byte = Int(truncatingIfNeeded: group &>> UInt64(position * 8)) & 0xFF
                unsafe sum ^= tables[(7 &- position) &* 256 &+ byte]
            }
            state = sum
            index &+= 8
        }
        while index < count {
            state = unsafe state >> 8 ^ tables[Int((state ^ UInt32(bytes[index])) & 0xFF)]
            index &+= 1
        }
        return state
    }
}

extension Adler32 {
    /// Adds bytes to the checksum.
    public mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe update($0) }
    }

    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        var (a, b, index) = (sum, sumOfSums, 0)
        while index < bytes.count {
            // At most 5,552 bytes cannot overflow the sums; 5,536 is the next lower multiple of 32.
            let end = min(bytes.count, index &+ 5536)
            if end &- index >= 32, Self.hasGroups {
                let groups = (end &- index) >> 5
                unsafe decant_adler32_groups(&a, &b, start + index, groups)
                index &+= groups &* 32
            }
            while index &+ 32 <= end {
                var (plain, weighted): (UInt32, UInt32) = (0, 0)
                for position in 0..<32 {
                    let byte = unsafe UInt32(start[index &+ position])
                    plain &+= byte
                    weighted &+= byte &* UInt32(truncatingIfNeeded: 32 &- position)
                }
                b &+= a &* 32 &+ weighted
                a &+= plain
                index &+= 32
            }
            while index < end {
                a &+= unsafe UInt32(start[index])
                b &+= a
                index &+= 1
            }
            a %= Self.modulus
            b %= Self.modulus
        }
        (sum, sumOfSums) = (a, b)
    }
}
