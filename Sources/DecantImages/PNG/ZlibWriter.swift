import DecantCore
import DecantInflate

// Why: PNGs are written for display or storage, not for speed. The writer favors a short implementation over the best
// compression: a match is the longest of a few candidates, and every block has its own codes.
//
// Encoding: a token is a literal below 256, or a match. The lowest 16 bits of a match have its distance minus one, and
// the bits above have its length. `0x0007_0002` is a match of 7 bytes that starts 3 bytes earlier.

/// A compressor of zlib streams (RFC 1950, RFC 1951).
struct ZlibWriter {
    private static let window = 32768
    private static let hashBits: UInt32 = 15
    /// The minimum length of a match, and the number of bytes that the hash covers.
    private static let minLength = 4
    private static let maxLength = 258
    /// The number of candidates that are compared for a match.
    private static let candidateCount = 16
    /// The maximum number of tokens in a block.
    private static let blockSize = 1 << 15
    private static let endOfBlock = 256

    private let input: [UInt8]
    private var output: [UInt8] = [0x78, 0x5E]
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// The last position of each hash, and for each position in the window the previous one with the same hash.
    private var last = [Int](repeating: -1, count: 1 << hashBits)
    private var previous = [Int](repeating: -1, count: window)
    private var tokens: [UInt32] = []

    /// Compresses bytes to a zlib stream.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ZlibWriter(input: bytes)
        writer.writeAll()
        return writer.output
    }

    private init(input: [UInt8]) { self.input = input }

    private mutating func writeAll() {
        var position = 0
        while position < input.count {
            let (length, distance) = match(at: position)
            tokens.append(length > 0 ? UInt32(length) << 16 | UInt32(distance - 1) : UInt32(input[position]))
            for _ in 0..<max(1, length) {
                remember(position)
                position += 1
            }
            if tokens.count == Self.blockSize, position < input.count { writeBlock(isLast: false) }
        }
        writeBlock(isLast: true)
        write(0, bits: (8 - bitCount & 7) & 7)
        var sum = Adler32()
        unsafe input.withUnsafeBufferPointer { unsafe sum.update($0.span) }
        output += PNGWriter.big(Int(sum.value))
    }
}

// MARK: - Matches

extension ZlibWriter {
    /// Returns the longest match among the candidates; a length of 0 if none matches.
    private func match(at position: Int) -> (length: Int, distance: Int) {
        let limit = min(Self.maxLength, input.count - position)
        guard limit >= Self.minLength else { return (0, 0) }
        var (best, start) = (Self.minLength - 1, -1)
        var candidate = last[hash(at: position)]
        for _ in 0..<Self.candidateCount {
            guard candidate >= 0, position - candidate <= Self.window, best < limit else { break }
            if input[candidate + best] == input[position + best] {
                let length = commonLength(candidate, position, limit)
                if length > best { (best, start) = (length, candidate) }
            }
            let next = previous[candidate % Self.window]
            guard next < candidate else { break }
            candidate = next
        }
        return start < 0 ? (0, 0) : (best, position - start)
    }

    private func commonLength(_ candidate: Int, _ position: Int, _ limit: Int) -> Int {
        var length = 0
        while length < limit, input[candidate + length] == input[position + length] { length += 1 }
        return length
    }

    private func hash(at position: Int) -> Int {
        let word = (0..<Self.minLength).reduce(UInt32(0)) { $0 << 8 | UInt32(input[position + $1]) }
        return Int((word &* 2_654_435_761) >> (32 - Self.hashBits))
    }

    private mutating func remember(_ position: Int) {
        guard input.count - position >= Self.minLength else { return }
        let hash = hash(at: position)
        previous[position % Self.window] = last[hash]
        last[hash] = position
    }
}

// MARK: - Blocks

extension ZlibWriter {
    /// The order of the code lengths of the code length code (RFC 1951 §3.2.7).
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func write(_ value: Int, bits count: Int) {
        bits |= UInt64(value) << UInt64(bitCount)
        bitCount += count
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }

    private mutating func write(_ symbol: Int, in code: HuffmanCode) {
        write(code.codes[symbol], bits: code.lengths[symbol])
    }

    private mutating func writeBlock(isLast: Bool) {
        var (literalCounts, distanceCounts) = ([Int](repeating: 0, count: 286), [Int](repeating: 0, count: 30))
        literalCounts[Self.endOfBlock] = 1
        for token in tokens {
            guard token > 0xFFFF else {
                literalCounts[Int(token)] += 1
                continue
            }
            literalCounts[Self.lengthSymbol(token).symbol] += 1
            distanceCounts[Self.distanceSymbol(token).symbol] += 1
        }
        let (literals, distances) = (HuffmanCode(literalCounts, upTo: 15), HuffmanCode(distanceCounts, upTo: 15))
        write(isLast ? 5 : 4, bits: 3)
        writeLengths(literals.lengths + distances.lengths)
        for token in tokens {
            guard token > 0xFFFF else {
                write(Int(token), in: literals)
                continue
            }
            let (length, distance) = (Self.lengthSymbol(token), Self.distanceSymbol(token))
            write(length.symbol, in: literals)
            write(length.rest, bits: length.count)
            write(distance.symbol, in: distances)
            write(distance.rest, bits: distance.count)
        }
        write(Self.endOfBlock, in: literals)
        tokens.removeAll(keepingCapacity: true)
    }

    /// Writes the lengths of both codes, with runs of zeros.
    private mutating func writeLengths(_ lengths: [Int]) {
        var symbols: [(symbol: Int, rest: Int, count: Int)] = []
        var index = 0
        while index < lengths.count {
            let run = min(138, lengths[index...].prefix { $0 == 0 }.count)
            switch run {
            case 11...: symbols.append((18, run - 11, 7))
            case 3...: symbols.append((17, run - 3, 3))
            default: symbols.append((lengths[index], 0, 0))
            }
            index += run < 3 ? 1 : run
        }
        var counts = [Int](repeating: 0, count: 19)
        for symbol in symbols { counts[symbol.symbol] += 1 }
        let code = HuffmanCode(counts, upTo: 7)
        write(286 - 257, bits: 5)
        write(30 - 1, bits: 5)
        write(19 - 4, bits: 4)
        for symbol in Self.lengthOrder { write(code.lengths[symbol], bits: 3) }
        for symbol in symbols {
            write(symbol.symbol, in: code)
            write(symbol.rest, bits: symbol.count)
        }
    }

    private static func lengthSymbol(_ token: UInt32) -> (symbol: Int, rest: Int, count: Int) {
        let length = Int(token >> 16)
        guard length < maxLength else { return (285, 0, 0) }
        let parts = split(length - 3, 2)
        return (257 + parts.symbol, parts.rest, parts.count)
    }

    private static func distanceSymbol(_ token: UInt32) -> (symbol: Int, rest: Int, count: Int) {
        split(Int(token & 0xFFFF), 1)
    }

    /// Splits a number into a symbol and extra bits (RFC 1951 §3.2.5).
    ///
    /// The symbol is made of the highest bit and the `kept` bits after it.
    private static func split(_ value: Int, _ kept: Int) -> (symbol: Int, rest: Int, count: Int) {
        let count = max(0, Int.bitWidth - 1 - value.leadingZeroBitCount - kept)
        return (count << kept + value >> count, value & (1 << count - 1), count)
    }
}

/// A canonical Huffman code for symbols of given frequencies (RFC 1951 §3.2.2).
private struct HuffmanCode {
    /// The number of bits of each symbol; 0 if it is not used.
    private(set) var lengths: [Int]
    /// The bits of each symbol, the first bit lowest.
    private(set) var codes: [Int]

    init(_ counts: [Int], upTo limit: Int) {
        var weights = counts
        lengths = Self.lengths(weights)
        // Flatten the frequencies until no code exceeds the limit.
        while lengths.contains(where: { $0 > limit }) {
            weights = weights.map { $0 > 0 ? $0 / 2 + 1 : 0 }
            lengths = Self.lengths(weights)
        }
        codes = [Int](repeating: 0, count: counts.count)
        var code = 0
        for length in 1...limit {
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = (0..<length).reduce(0) { $0 << 1 | code >> $1 & 1 }
                code += 1
            }
            code <<= 1
        }
    }

    /// Returns the lengths of an optimal code.
    ///
    /// Leaves are consumed in the order of their counts, and so are the nodes that join two, because each is at least
    /// as heavy as the one before.
    private static func lengths(_ counts: [Int]) -> [Int] {
        var lengths = [Int](repeating: 0, count: counts.count)
        let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
        guard symbols.count > 1 else {
            if let symbol = symbols.first { lengths[symbol] = 1 }
            return lengths
        }
        var weights = symbols.map { counts[$0] }
        var parents = [Int](repeating: 0, count: 2 * symbols.count - 1)
        var (leaf, node) = (0, symbols.count)
        while weights.count < parents.count {
            var sum = 0
            for _ in 0..<2 {
                let isLeaf = leaf < symbols.count && (node == weights.count || weights[leaf] <= weights[node])
                let index = isLeaf ? leaf : node
                if isLeaf { leaf += 1 } else { node += 1 }
                parents[index] = weights.count
                sum += weights[index]
            }
            weights.append(sum)
        }
        var depths = [Int](repeating: 0, count: parents.count)
        for index in (0..<parents.count - 1).reversed() { depths[index] = depths[parents[index]] + 1 }
        for (index, symbol) in symbols.enumerated() { lengths[symbol] = depths[index] }
        return lengths
    }
}
