// Why: the symbol of a Huffman code is found with one lookup of the next bits. The entry contains everything that is
// needed to consume it, including the base of a length or distance and the number of extra bits.
//
// Encoding: the first `width` bits of the input, the first bit lowest, are an index into the main table. A code of up
// to `width` bits has 2^(width - length) entries, one for each combination of the bits after it. Longer codes share the
// entry of their first `width` bits, which refers to a subtable for the remaining bits.
//
//     bits  0-7    number of bits to consume: the code's bits within this table, and the extra bits
//     bits  8-11   number of bits of the code alone, within this table
//     bit  12      a subtable follows: bits 8-11 are its width, bits 16-31 its start
//     bit  13      end of block
//     bit  14      bit 12 or 13, or an unassigned code; such an entry consumes 15 bits, the longest code
//     bit  15      literal
//     bits 16-31   the literal, or the base of the length or distance
//
// The length symbol 265 with the code 110 (read from its first bit) means 11 or 12, by one extra bit: its entry is
// 0x000B_0304, at every index whose lowest bits are 011.
//
// Bound: a main table has at most 2^maximumWidth entries. The start of each subtable is checked against the capacity,
// which is sufficient for every code that is neither oversubscribed nor incomplete.

/// The flags of an entry in a decode table.
enum TableEntry {
    static let subtable: UInt32 = 1 << 12
    static let endOfBlock: UInt32 = 1 << 13
    static let exceptional: UInt32 = 1 << 14
    static let literal: UInt32 = 1 << 15

    /// The entry of an unassigned code.
    ///
    /// It has as many bits as the longest code. The error is found at the same bit, regardless of how the input is
    /// split.
    static let unused: UInt32 = exceptional | 15
}

/// The alphabets of a block (RFC 1951 §3.2.5 to §3.2.7).
enum CodeAlphabet {
    case lengths
    case literals
    case distances

    /// Returns the entry of a symbol, without the bits of its code.
    func entry(_ symbol: UInt32) -> UInt32 {
        switch self {
        case .lengths: symbol << 16
        case .literals: Self.literalEntry(symbol)
        case .distances: Self.distanceEntry(symbol)
        }
    }

    private static func literalEntry(_ symbol: UInt32) -> UInt32 {
        if symbol < 256 { return TableEntry.literal | symbol << 16 }
        if symbol == 256 { return TableEntry.exceptional | TableEntry.endOfBlock }
        if symbol < 265 { return (symbol - 254) << 16 }
        if symbol == 285 { return 258 << 16 }
        if symbol > 285 { return TableEntry.unused }
        let extra = (symbol - 261) >> 2
        return ((4 + (symbol - 265) & 3) << extra + 3) << 16 | extra
    }

    private static func distanceEntry(_ symbol: UInt32) -> UInt32 {
        if symbol < 4 { return (symbol + 1) << 16 }
        if symbol > 29 { return TableEntry.unused }
        let extra = symbol >> 1 - 1
        return ((2 + symbol & 1) << extra + 1) << 16 | extra
    }
}

/// The errors in the code lengths of a Huffman code.
enum CodeFault {
    case oversubscribed
    case incomplete
}

// MARK: - Unsafe

/// A decode table in memory that its owner has allocated for its capacity.
@safe
struct DecodeTable {
    let entries: UnsafeMutablePointer<UInt32>
    let capacity: Int
    let maximumWidth: Int

    /// The number of bits of an index into the main table; less than the maximum if all codes are shorter.
    private(set) var width = 0

    /// The mask of an index.
    var mask: UInt64 { 1 << UInt64(width) - 1 }

    init(_ entries: UnsafeMutablePointer<UInt32>, capacity: Int, maximumWidth: Int) {
        unsafe self.entries = entries
        self.capacity = capacity
        self.maximumWidth = maximumWidth
    }

    /// Builds the table of a canonical Huffman code (RFC 1951 §3.2.2).
    ///
    /// For literals and distances, an incomplete code is allowed if it has no symbols or a single symbol of one bit.
    ///
    /// - Parameters:
    ///   - alphabet: The meaning of the symbols.
    ///   - lengths: The number of bits of the code of each symbol; 0 if it is not used.
    ///   - count: The number of symbols, at most 288.
    ///   - sorted: Memory for as many symbols.
    /// - Returns: The error in the lengths, or nil if they are valid.
    mutating func build(
        _ alphabet: CodeAlphabet,
        _ lengths: UnsafePointer<UInt8>,
        count: Int,
        sorted: UnsafeMutablePointer<UInt16>
    ) -> CodeFault? {
        var counts = SIMD16<UInt16>(repeating: 0)
        return unsafe withUnsafeMutablePointer(to: &counts) { counts -> CodeFault? in
            let counts = unsafe UnsafeMutableRawPointer(counts).assumingMemoryBound(to: UInt16.self)
            var used = 0
            unsafe Self.forEachUsedSymbol(lengths, count) { _, length in
                unsafe counts[length] &+= 1
                used &+= 1
            }
            var maxLength = 15
            while maxLength > 1, unsafe counts[maxLength] == 0 { maxLength -= 1 }
            var left = 1
            for length in 1...maxLength {
                left = unsafe left << 1 - Int(counts[length])
                if left < 0 { return .oversubscribed }
            }
            width = min(maxLength, maximumWidth)
            if left > 0 {
                if unsafe alphabet == .lengths || used > Int(counts[1]) { return .incomplete }
                for index in 0..<1 << width { unsafe entries[index] = TableEntry.unused }
            }
            unsafe Self.sort(lengths, count, counts, sorted)
            return unsafe fill(alphabet, counts, maxLength, sorted)
        }
    }

    /// Calls a closure with each symbol that has a code, and with the length of the code.
    ///
    /// Text uses few of the literals, so eight symbols without codes are skipped at once.
    @inline(__always)
    private static func forEachUsedSymbol(
        _ lengths: UnsafePointer<UInt8>,
        _ count: Int,
        _ body: (_ symbol: Int, _ length: Int) -> Void
    ) {
        var symbol = 0
        while symbol < count {
            let end = min(count, symbol &+ 8)
            let word = unsafe UnsafeRawPointer(lengths + symbol)
            if end &- symbol == 8, unsafe word.loadUnaligned(as: UInt64.self) == 0 {
                symbol = end
                continue
            }
            while symbol < end {
                let length = unsafe Int(lengths[symbol] & 15)
                if length > 0 { body(symbol, length) }
                symbol &+= 1
            }
        }
    }

    /// Sorts the symbols that have codes by the length of the codes.
    private static func sort(
        _ lengths: UnsafePointer<UInt8>,
        _ count: Int,
        _ counts: UnsafeMutablePointer<UInt16>,
        _ sorted: UnsafeMutablePointer<UInt16>
    ) {
        var offsets = SIMD16<UInt16>(repeating: 0)
        unsafe withUnsafeMutablePointer(to: &offsets) { offsets in
            let offsets = unsafe UnsafeMutableRawPointer(offsets).assumingMemoryBound(to: UInt16.self)
            for length in 2..<16 { unsafe offsets[length] = offsets[length - 1] &+ counts[length - 1] }
            unsafe forEachUsedSymbol(lengths, count) { symbol, length in
                unsafe sorted[Int(offsets[length])] = UInt16(truncatingIfNeeded: symbol)
                unsafe offsets[length] &+= 1
            }
        }
    }

    /// Writes the entries in the order of the codes.
    ///
    /// A main table for codes of up to n bits starts as two copies of the table for n - 1 bits. Each entry is written
    /// once and then copied together with all others.
    private func fill(
        _ alphabet: CodeAlphabet,
        _ counts: UnsafePointer<UInt16>,
        _ maxLength: Int,
        _ sorted: UnsafePointer<UInt16>
    ) -> CodeFault? {
        var next = unsafe sorted
        var code = 0
        for length in 1...width {
            let bits = UInt32(truncatingIfNeeded: length * 0x101)
            let ones = 1 << length - 1
            for _ in unsafe 0..<counts[length] {
                let entry = unsafe alphabet.entry(UInt32(next.pointee))
                unsafe entries[code] = entry == TableEntry.unused ? entry : entry &+ bits
                unsafe next += 1
                code = Self.successor(code, ones)
            }
            if length < width { unsafe (entries + 1 << length).update(from: entries, count: 1 << length) }
        }
        guard maxLength > width else { return nil }
        return unsafe fillSubtables(alphabet, counts, maxLength: maxLength, symbols: next, firstCode: code)
    }

    /// Writes the entries of the codes that are longer than an index of the main table.
    private func fillSubtables(
        _ alphabet: CodeAlphabet,
        _ counts: UnsafePointer<UInt16>,
        maxLength: Int,
        symbols: UnsafePointer<UInt16>,
        firstCode: Int
    ) -> CodeFault? {
        var next = unsafe symbols
        var code = firstCode
        var prefix = -1
        var start = 0
        var end = 1 << width
        for length in width + 1...maxLength {
            let bits = UInt32(truncatingIfNeeded: (length - width) * 0x101)
            for position in unsafe 0..<Int(counts[length]) {
                if code & (1 << width - 1) != prefix {
                    prefix = code & (1 << width - 1)
                    var subtableWidth = length - width
                    var used = unsafe Int(counts[length]) - position
                    while used < 1 << subtableWidth, width + subtableWidth < maxLength {
                        subtableWidth += 1
                        used = unsafe used << 1 + Int(counts[width + subtableWidth])
                    }
                    start = end
                    end += 1 << subtableWidth
                    guard end <= capacity else { return .incomplete }
                    unsafe entries[prefix] =
                        TableEntry.exceptional | TableEntry.subtable | UInt32(truncatingIfNeeded: start) << 16
                        | UInt32(truncatingIfNeeded: subtableWidth << 8 | width)
                }
                let symbolEntry = unsafe alphabet.entry(UInt32(next.pointee))
                let entry = symbolEntry == TableEntry.unused ? symbolEntry : symbolEntry &+ bits
                var index = start + code >> width
                while index < end {
                    unsafe entries[index] = entry
                    index += 1 << (length - width)
                }
                unsafe next += 1
                code = Self.successor(code, 1 << length - 1)
            }
        }
        return nil
    }

    /// Returns the next code of the same length, or the same code if it is the last one.
    ///
    /// Codes are stored with their first bit lowest.
    private static func successor(_ code: Int, _ ones: Int) -> Int {
        let zeros = code ^ ones
        guard zeros != 0 else { return code }
        let highest = 1 << (Int.bitWidth - 1 - zeros.leadingZeroBitCount)
        return code & (highest - 1) | highest
    }
}
