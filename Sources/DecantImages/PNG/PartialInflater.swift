#if PNG
import CDeflate

/// Undoes a zlib stream (RFC 1950, RFC 1951) as far as it goes.
///
/// It is for streams that are cut off, of which libdeflate gives nothing: slow, bit by bit, and never out of its bounds. It
/// stops without a word at the end of the source, at a mistake, and at the limit.
struct PartialInflater {
    private let source: [UInt8]
    private let limit: Int
    private var position = 2
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// What was undone so far.
    private(set) var output: [UInt8] = []

    private struct End: Error {}

    /// A canonical Huffman code: how many codes there are of each length, and the symbols in the order of their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: ArraySlice<Int>) {
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length {
                    symbols.append(symbol)
                    counts[length] += 1
                }
            }
        }
    }

    init(_ source: [UInt8], limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// Undoes what can be undone.
    mutating func run() {
        do throws(End) {
            var isLast = false
            while !isLast {
                isLast = try take(1) == 1
                switch try take(2) {
                case 0: try stored()
                case 1: try compressed(Self.fixedCodes.0, Self.fixedCodes.1)
                case 2:
                    let codes = try dynamicCodes()
                    try compressed(codes.0, codes.1)
                default: throw End()
                }
            }
        } catch {}
        // Loops over pixels may touch a little after the last row.
        output.reserveCapacity(output.count + 64)
    }

    private mutating func take(_ count: Int) throws(End) -> Int {
        while bitCount < count {
            guard position < source.count else { throw End() }
            bits |= UInt32(source[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & (1 << UInt32(count) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func append(_ byte: UInt8) throws(End) {
        guard output.count < limit else { throw End() }
        output.append(byte)
    }

    private mutating func stored() throws(End) {
        bits = 0
        bitCount = 0
        let length = try take(8) | take(8) << 8
        _ = try take(16)
        for _ in 0..<length { try append(UInt8(truncatingIfNeeded: take(8))) }
    }

    private mutating func symbol(_ code: Code) throws(End) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw End()
    }

    private mutating func compressed(_ literals: Code, _ distances: Code) throws(End) {
        while true {
            let symbol = try symbol(literals)
            if symbol < 256 { try append(UInt8(symbol)) }
            if symbol == 256 { return }
            guard symbol > 256 else { continue }
            guard symbol - 257 < Self.lengths.count else { throw End() }
            let (base, extra) = Self.lengths[symbol - 257]
            let length = try base + take(extra)
            let code = try self.symbol(distances)
            guard code < Self.distances.count else { throw End() }
            let distance = try Self.distances[code].0 + take(Self.distances[code].1)
            guard distance <= output.count else { throw End() }
            for _ in 0..<length { try append(output[output.count - distance]) }
        }
    }

    private mutating func dynamicCodes() throws(End) -> (Code, Code) {
        let (literals, distances, count) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<count { lengths[Self.lengthOrder[index]] = try take(3) }
        let code = Code(lengths[...])
        lengths = []
        while lengths.count < literals + distances {
            let symbol = try symbol(code)
            if symbol < 16 {
                lengths.append(symbol)
            } else {
                let (base, bits) = [(3, 2), (3, 3), (11, 7)][symbol - 16]
                guard symbol > 16 || !lengths.isEmpty else { throw End() }
                let value = symbol == 16 ? lengths[lengths.count - 1] : 0
                let times = try base + take(bits)
                lengths += Array(repeating: value, count: times)
            }
        }
        return (Code(lengths[..<literals]), Code(lengths[literals..<literals + distances]))
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static let fixedCodes: (Code, Code) = {
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        return (Code(lengths[...]), Code(Array(repeating: 5, count: 30)[...]))
    }()

    /// The least length or distance of a symbol, and how many bits are added to it (RFC 1951 §3.2.5).
    private static let lengths: [(Int, Int)] = (0..<29).map { symbol in
        if symbol < 8 { return (symbol + 3, 0) }
        if symbol == 28 { return (258, 0) }
        let extra = symbol / 4 - 1
        return ((4 + symbol % 4) << extra + 3, extra)
    }

    private static let distances: [(Int, Int)] = (0..<30).map { symbol in
        if symbol < 4 { return (symbol + 1, 0) }
        let extra = symbol / 2 - 1
        return ((2 + symbol % 2) << extra + 1, extra)
    }
}

// MARK: - Unsafe
//
// Why: libdeflate undoes a whole zlib stream at once, two to three times as fast as libraries that take it in pieces.
//
// Bound: the decompressor belongs to one object, which frees it; the bytes to read and the room to write to are passed with
// their lengths, which libdeflate keeps to.

/// Undoes zlib streams (RFC 1950).
@safe
final class UnsafeInflater {
    /// How it ended.
    enum Outcome {
        case done(Int)
        /// There is more than there is capacity for.
        case excess
        case damaged
    }

    private let decompressor: OpaquePointer

    /// Gives nil if there is no memory.
    init?() {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
        unsafe self.decompressor = decompressor
    }

    func inflate(_ source: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        var count = 0
        let result = unsafe libdeflate_zlib_decompress(
            decompressor,
            source.baseAddress,
            source.count,
            buffer.baseAddress,
            buffer.count,
            &count
        )
        switch result {
        case LIBDEFLATE_SUCCESS: return .done(count)
        case LIBDEFLATE_INSUFFICIENT_SPACE: return .excess
        default: return .damaged
        }
    }

    deinit { unsafe libdeflate_free_decompressor(decompressor) }

    /// Undoes a stream of unknown length, up to a limit; gives nil if it is damaged or longer.
    func bytes(of source: [UInt8], limit: Int) -> [UInt8]? {
        var capacity = min(limit, max(1024, source.count * 4))
        while true {
            var outcome = Outcome.damaged
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                outcome = unsafe source.withUnsafeBytes {
                    unsafe inflate($0, into: UnsafeMutableRawBufferPointer(buffer))
                }
                if case .done(let length) = outcome { count = length }
            }
            switch outcome {
            case .done: return bytes
            case .excess where capacity < limit: capacity = min(limit, capacity * 4)
            default: return nil
            }
        }
    }
}
#endif
