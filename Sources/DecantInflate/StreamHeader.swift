/// A parser of the header of a gzip member (RFC 1952 §2.3) or a zlib stream (RFC 1950 §2.2), one byte at a time.
struct StreamHeader {
    enum Outcome {
        case more
        case complete
        case fault(InflateError.Reason)
    }

    private enum Part {
        case fixed
        case extraLength
        case extra
        case name
        case comment
        case checksum
    }

    /// The parts that a flag announces, in their order.
    private static let parts: [(flag: UInt8, part: Part)] = [
        (1 << 2, .extraLength), (1 << 3, .name), (1 << 4, .comment), (1 << 1, .checksum),
    ]
    private static let reserved: UInt8 = 0b1110_0000

    private var part = Part.fixed
    private var flags: UInt8 = 0
    /// The number of bytes of the part that were read, or, of the extra field, that are left.
    private var count = 0
    private var value: UInt16 = 0
    private var crc = CRC32()
    private var computed: UInt16 = 0

    /// Reads a byte of a zlib header.
    mutating func readZlib(_ byte: UInt8) -> Outcome {
        count += 1
        if count == 1 {
            value = UInt16(byte)
            return .more
        }
        value = value << 8 | UInt16(byte)
        guard value % 31 == 0 else { return .fault(.notZlib) }
        let method = UInt8(value >> 8 & 15)
        guard method == 8 else { return .fault(.unsupportedMethod(method)) }
        guard value >> 12 < 8 else { return .fault(.windowSize(bits: Int(value >> 12) + 8)) }
        return value & 0x20 == 0 ? .complete : .fault(.dictionary)
    }

    /// Reads a byte of a gzip header.
    mutating func readGzip(_ byte: UInt8) -> Outcome {
        if part != .checksum { crc.update(byte) }
        switch part {
        case .fixed: return readFixed(byte)
        case .extraLength:
            value = value >> 8 | UInt16(byte) << 8
            count += 1
            guard count == 2 else { return .more }
            count = Int(value)
            part = .extra
            return count > 0 ? .more : next()
        case .extra:
            count -= 1
            return count > 0 ? .more : next()
        case .name, .comment: return byte != 0 ? .more : next()
        case .checksum:
            value = value >> 8 | UInt16(byte) << 8
            count += 1
            guard count == 2 else { return .more }
            return value == computed ? .complete : .fault(.headerChecksum(expected: computed, found: value))
        }
    }

    private mutating func readFixed(_ byte: UInt8) -> Outcome {
        count += 1
        switch count - 1 {
        case 0: return byte == 0x1F ? .more : .fault(.notGzip)
        case 1: return byte == 0x8B ? .more : .fault(.notGzip)
        case 2: return byte == 8 ? .more : .fault(.unsupportedMethod(byte))
        case 3:
            flags = byte
            return byte & Self.reserved == 0 ? .more : .fault(.reservedFlags(byte))
        case 9: return next()
        default: return .more
        }
    }

    /// Goes on to the next part that the flags name.
    private mutating func next() -> Outcome {
        (count, value) = (0, 0)
        for (flag, part) in Self.parts where flags & flag != 0 {
            flags &= ~flag
            self.part = part
            if part == .checksum { computed = UInt16(truncatingIfNeeded: crc.value) }
            return .more
        }
        return .complete
    }
}
