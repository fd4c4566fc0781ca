/// Writes deflate data bit by bit (RFC 1951), so that a test shows every bit.
public struct DeflateWriter {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Creates a writer without output.
    public init() {}

    /// Appends the lowest bits of a number, least significant bit first.
    public mutating func put(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if bitCount & 7 == 0 { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << (bitCount & 7) }
            bitCount += 1
        }
    }

    /// Appends a Huffman code, most significant bit first.
    public mutating func putCode(_ code: Int, _ count: Int) {
        for bit in (0..<count).reversed() { put(code >> bit & 1, 1) }
    }

    /// Appends the header of a block.
    public mutating func begin(_ type: Int, isLast: Bool = false) {
        put(isLast ? 1 : 0, 1)
        put(type, 2)
    }

    /// Appends a stored block.
    public mutating func putStored(_ data: [UInt8], isLast: Bool = false) {
        begin(0, isLast: isLast)
        bitCount = bytes.count * 8
        put(data.count, 16)
        put(~data.count, 16)
        bytes += data
        bitCount += data.count * 8
    }

    /// Appends a literal or length symbol of the fixed code.
    public mutating func putFixed(_ symbol: Int) {
        switch symbol {
        case ..<144: putCode(0x30 + symbol, 8)
        case ..<256: putCode(0x190 + symbol - 144, 9)
        case ..<280: putCode(symbol - 256, 7)
        default: putCode(0xC0 + symbol - 280, 8)
        }
    }

    /// Appends a match with the fixed codes.
    public mutating func putFixedMatch(length: Int, distance: Int) {
        let (symbol, extra, base) = Self.lengthSymbol(length)
        putFixed(symbol)
        put(length - base, extra)
        let (code, bits, from) = Self.distanceSymbol(distance)
        putCode(code, 5)
        put(distance - from, bits)
    }

    /// Appends a block with the fixed codes, with a match for every repetition of the last bytes.
    public mutating func putFixedBlock(_ data: [UInt8], isLast: Bool = false) {
        begin(1, isLast: isLast)
        var seen: [Int: Int] = [:]
        var index = 0
        while index < data.count {
            let (length, distance) = Self.match(data, index, &seen)
            if length >= 3 { putFixedMatch(length: length, distance: distance) } else { putFixed(Int(data[index])) }
            index += max(1, length)
        }
        putFixed(256)
    }

    private static func match(_ data: [UInt8], _ index: Int, _ seen: inout [Int: Int]) -> (length: Int, distance: Int) {
        guard index + 3 <= data.count else { return (0, 0) }
        let key = Int(data[index]) << 16 | Int(data[index + 1]) << 8 | Int(data[index + 2])
        defer { seen[key] = index }
        guard let start = seen[key], index - start <= 32768 else { return (0, 0) }
        var length = 3
        while length < 258, index + length < data.count, data[start + length] == data[index + length] { length += 1 }
        return (length, index - start)
    }

    /// Appends the header of a block with dynamic codes, with every code length written literally.
    public mutating func beginDynamic(literals: [Int], distances: [Int], isLast: Bool = false) {
        begin(2, isLast: isLast)
        put(literals.count - 257, 5)
        put(distances.count - 1, 5)
        put(15, 4)
        // The code lengths 0 to 15 have four bits each, equal to their numbers.
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { put(symbol < 16 ? 4 : 0, 3) }
        for length in literals + distances { putCode(length, 4) }
    }

    /// Returns the canonical code of each symbol for the given code lengths.
    public static func codes(_ lengths: [Int]) -> [Int] {
        var codes = [Int](repeating: 0, count: lengths.count)
        var next = 0
        for length in 1...15 {
            next <<= 1
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = next
                next += 1
            }
        }
        return codes
    }

    /// The symbol of a length, its number of extra bits, and its smallest length (RFC 1951 §3.2.5).
    public static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: Int, base: Int) {
        if length == 258 { return (285, 0, 258) }
        if length < 11 { return (254 + length, 0, length) }
        var (extra, base) = (1, 11)
        while length >= base + 4 << extra { (extra, base) = (extra + 1, base + 4 << extra) }
        let step = (length - base) >> extra
        return (261 + extra * 4 + step, extra, base + step << extra)
    }

    /// The symbol of a distance, its number of extra bits, and its smallest distance (RFC 1951 §3.2.5).
    public static func distanceSymbol(_ distance: Int) -> (symbol: Int, extra: Int, base: Int) {
        if distance < 5 { return (distance - 1, 0, distance) }
        var (extra, base) = (1, 5)
        while distance >= base + 2 << extra { (extra, base) = (extra + 1, base + 2 << extra) }
        let step = (distance - base) >> extra
        return (2 + extra * 2 + step, extra, base + step << extra)
    }
}

/// The data of other formats around deflate data.
public enum Wrapped {
    /// The CRC-32 of bytes (RFC 1952 §8).
    public static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    /// The Adler-32 of bytes (RFC 1950 §9).
    public static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65521
            return (a, (sums.1 + a) % 65521)
        }
        return b << 16 | a
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }

    /// A gzip member around deflate data (RFC 1952).
    public static func gzip(
        _ deflated: [UInt8],
        of bytes: [UInt8],
        header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    ) -> [UInt8] {
        header + deflated + littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// A zlib stream around deflate data (RFC 1950).
    public static func zlib(_ deflated: [UInt8], of bytes: [UInt8], header: [UInt8] = [0x78, 0x9C]) -> [UInt8] {
        header + deflated + littleEndian(adler32(bytes)).reversed()
    }
}
