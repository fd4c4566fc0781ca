// Why: a block is decoded by two loops over the same tables. The fast loop runs while the input and output exceed the
// needs of any one step, and checks neither. This file contains the remainder: block headers, stored blocks, and
// decoding one symbol at a time near the end of the input or output.
//
// A step is done completely or not at all: a match, of at most 48 bits, stays in the bit buffer until all its bits are
// available. The only state within a symbol is the part of a match that did not fit into the output.
//
// Bound: one allocation has all tables; the capacities below are sufficient for the codes that DecodeTable accepts. At
// most 286 + 30 code lengths are stored, and each write is checked against the counts.

/// A decoder of raw deflate data (RFC 1951).
@safe
struct DeflateDecoder: ~Copyable {
    /// The reasons why decoding stops.
    enum Stop {
        case needsInput
        case outputFull
        /// The output has reached the cursor's pause.
        case pause
        case end
        /// The code after a number of further bits is invalid.
        case fault(InflateError.Reason, skipping: Int)
    }

    enum State {
        case header
        case storedLength
        case stored
        case counts
        case precodeLengths
        case codeLengths
        case symbols
        case match
        case end
    }

    private enum Codes {
        case none
        case fixed
        case dynamic
    }

    var state = State.header
    private var isLast = false
    /// The kind of codes in the tables.
    ///
    /// Consecutive blocks with the fixed codes share their tables.
    private var codes = Codes.none
    /// The number of bytes left of a stored block or of a match.
    var remaining = 0
    /// The distance of a match that is not complete.
    var distance = 0

    private var literalCount = 0
    private var distanceCount = 0
    private var precodeCount = 0
    private var index = 0

    var literals: DecodeTable
    /// The table of the distance code, used before that for the code length code.
    var distances: DecodeTable
    private let memory: UnsafeMutableRawPointer
    private let lengths: UnsafeMutablePointer<UInt8>
    private let sorted: UnsafeMutablePointer<UInt16>

    private static let literalCapacity = 2342
    private static let distanceCapacity = 402
    private static let lengthCapacity = 320

    init() {
        let tables = (Self.literalCapacity + Self.distanceCapacity) * 4
        let count = tables + Self.lengthCapacity * 3
        unsafe memory = .allocate(byteCount: count, alignment: 64)
        let entries = unsafe memory.bindMemory(to: UInt32.self, capacity: tables / 4)
        unsafe literals = DecodeTable(entries, capacity: Self.literalCapacity, maximumWidth: 11)
        unsafe distances = DecodeTable(
            entries + Self.literalCapacity,
            capacity: Self.distanceCapacity,
            maximumWidth: 8
        )
        let rest = unsafe memory + tables
        unsafe sorted = rest.bindMemory(to: UInt16.self, capacity: Self.lengthCapacity)
        unsafe lengths = (rest + Self.lengthCapacity * 2).bindMemory(to: UInt8.self, capacity: Self.lengthCapacity)
    }

    deinit { unsafe memory.deallocate() }

    /// Resets the decoder for another stream.
    mutating func reset() {
        state = .header
        isLast = false
    }
}

// MARK: - Blocks

extension DeflateDecoder {
    /// Decodes until the input is consumed, the output is full, a pause is due, or the stream ends.
    mutating func run(_ cursor: inout InflateCursor, _ history: borrowing HistoryWindow) -> Stop {
        while true {
            let stop: Stop?
            switch state {
            case .header: stop = cursor.isAtPause ? .pause : readHeader(&cursor)
            case .storedLength: stop = readStoredLength(&cursor)
            case .stored: stop = copyStored(&cursor)
            case .counts: stop = readCounts(&cursor)
            case .precodeLengths: stop = readPrecode(&cursor)
            case .codeLengths: stop = readCodeLengths(&cursor)
            case .symbols: stop = decodeSymbols(&cursor, history)
            case .match: stop = copyMatch(&cursor, history)
            case .end: stop = .end
            }
            if let stop { return stop }
        }
    }

    private mutating func readHeader(_ cursor: inout InflateCursor) -> Stop? {
        if isLast {
            cursor.drop(cursor.bitCount & 7)
            state = .end
            return .end
        }
        guard cursor.has(3) else { return .needsInput }
        let type = Int(truncatingIfNeeded: cursor.bits >> 1) & 3
        guard type < 3 else { return .fault(.reservedBlockType, skipping: 0) }
        isLast = cursor.bits & 1 == 1
        cursor.drop(3)
        switch type {
        case 0:
            cursor.drop(cursor.bitCount & 7)
            state = .storedLength
        case 1:
            useFixedCodes()
            state = .symbols
        default: state = .counts
        }
        return nil
    }

    private mutating func readStoredLength(_ cursor: inout InflateCursor) -> Stop? {
        guard cursor.has(32) else { return .needsInput }
        let length = UInt16(truncatingIfNeeded: cursor.bits)
        let check = UInt16(truncatingIfNeeded: cursor.bits >> 16)
        guard length == ~check else { return .fault(.storedLength(length: length, check: check), skipping: 0) }
        cursor.drop(32)
        cursor.giveBack()
        remaining = Int(length)
        state = .stored
        return nil
    }

    private mutating func readCounts(_ cursor: inout InflateCursor) -> Stop? {
        guard cursor.has(14) else { return .needsInput }
        let bits = Int(truncatingIfNeeded: cursor.bits)
        literalCount = 257 + bits & 31
        distanceCount = 1 + bits >> 5 & 31
        precodeCount = 4 + bits >> 10 & 15
        if literalCount > 286 { return .fault(.symbolCount(.literalLength, literalCount), skipping: 0) }
        if distanceCount > 30 { return .fault(.symbolCount(.distance, distanceCount), skipping: 5) }
        cursor.drop(14)
        index = 0
        state = .precodeLengths
        return nil
    }
}

// MARK: - Unsafe

extension DeflateDecoder {
    private mutating func copyStored(_ cursor: inout InflateCursor) -> Stop? {
        let count = min(remaining, cursor.inputCount, cursor.outputCapacity)
        unsafe cursor.output.update(from: cursor.input, count: count)
        unsafe cursor.output += count
        unsafe cursor.input += count
        remaining -= count
        guard remaining > 0 else {
            state = .header
            return nil
        }
        return cursor.outputCapacity == 0 ? .outputFull : .needsInput
    }

    private mutating func useFixedCodes() {
        guard codes != .fixed else { return }
        for symbol in 0..<288 { unsafe lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8 }
        _ = unsafe literals.build(.literals, lengths, count: 288, sorted: sorted)
        for symbol in 0..<32 { unsafe lengths[symbol] = 5 }
        _ = unsafe distances.build(.distances, lengths, count: 32, sorted: sorted)
        codes = .fixed
    }

    private mutating func readPrecode(_ cursor: inout InflateCursor) -> Stop? {
        while index < precodeCount {
            guard cursor.has(3) else { return .needsInput }
            unsafe lengths[Self.precodeOrder(index)] = UInt8(truncatingIfNeeded: cursor.consume(3))
            index += 1
        }
        for index in precodeCount..<19 { unsafe lengths[Self.precodeOrder(index)] = 0 }
        codes = .none
        if let fault = unsafe distances.build(.lengths, lengths, count: 19, sorted: sorted) {
            return Self.fault(fault, .codeLength)
        }
        index = 0
        state = .codeLengths
        return nil
    }

    /// Returns the symbol at an index in the order of the code length code.
    ///
    /// The order is 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 (RFC 1951 §3.2.7).
    private static func precodeOrder(_ index: Int) -> Int {
        if index < 4 { return index == 3 ? 0 : 16 + index }
        return index & 1 == 0 ? 6 + index >> 1 : 9 - index >> 1
    }

    private static func fault(_ fault: CodeFault, _ code: InflateError.Code) -> Stop {
        .fault(fault == .oversubscribed ? .oversubscribedCode(code) : .incompleteCode(code), skipping: 0)
    }

    private mutating func readCodeLengths(_ cursor: inout InflateCursor) -> Stop? {
        let (total, mask) = (literalCount + distanceCount, distances.mask)
        while index < total {
            if cursor.bitCount < 14 { cursor.fill() }
            let entry = unsafe distances.entries[Int(truncatingIfNeeded: cursor.bits & mask)]
            let (bits, symbol) = (Int(entry & 0xFF), Int(entry >> 16))
            guard bits <= cursor.bitCount else { return .needsInput }
            if symbol < 16 {
                unsafe lengths[index] = UInt8(truncatingIfNeeded: symbol)
                index += 1
                cursor.drop(bits)
                continue
            }
            let extra = symbol == 18 ? 7 : symbol - 14
            guard bits + extra <= cursor.bitCount else { return .needsInput }
            let added = Int(truncatingIfNeeded: cursor.bits >> UInt64(bits)) & (1 << extra - 1)
            let count = (symbol == 18 ? 11 : 3) + added
            guard index + count <= total, symbol > 16 || index > 0 else {
                return .fault(.codeLengthRepeat, skipping: 0)
            }
            let length = unsafe symbol == 16 ? lengths[index - 1] : 0
            unsafe (lengths + index).update(repeating: length, count: count)
            index += count
            cursor.drop(bits + extra)
        }
        return buildCodes()
    }

    private mutating func buildCodes() -> Stop? {
        guard unsafe lengths[256] > 0 else { return .fault(.noEndOfBlock, skipping: 0) }
        if let fault = unsafe literals.build(.literals, lengths, count: literalCount, sorted: sorted) {
            return Self.fault(fault, .literalLength)
        }
        let rest = unsafe lengths + literalCount
        if let fault = unsafe distances.build(.distances, rest, count: distanceCount, sorted: sorted) {
            return Self.fault(fault, .distance)
        }
        codes = .dynamic
        state = .symbols
        return nil
    }

    /// Decodes symbols, with the fast loop while input and output suffice.
    private mutating func decodeSymbols(_ cursor: inout InflateCursor, _ history: borrowing HistoryWindow) -> Stop? {
        while state == .symbols {
            if cursor.inputCount >= Self.fastInput, cursor.outputCapacity >= Self.fastOutput {
                if cursor.isAtPause { return .pause }
                if let stop = decodeFast(&cursor, history) { return stop }
            } else if let stop = decodeSymbol(&cursor) {
                return stop
            }
        }
        return nil
    }

    /// Decodes a literal, the end of the block, or a match, which is copied in the next state.
    private mutating func decodeSymbol(_ cursor: inout InflateCursor) -> Stop? {
        if cursor.bitCount < 48 { cursor.fill() }
        var (entry, skipped) = Self.lookUp(literals, cursor.bits)
        var used = skipped + Int(entry & 0xFF)
        guard used <= cursor.bitCount else { return .needsInput }
        if entry & TableEntry.literal != 0 {
            guard cursor.outputCapacity > 0 else { return .outputFull }
            unsafe cursor.output.pointee = UInt8(truncatingIfNeeded: entry >> 16)
            unsafe cursor.output += 1
            cursor.drop(used)
            return nil
        }
        if entry & TableEntry.exceptional != 0 {
            guard entry & TableEntry.endOfBlock != 0 else { return .fault(.invalidCode(.literalLength), skipping: 0) }
            cursor.drop(used)
            state = .header
            return nil
        }
        let length = Self.value(entry, cursor.bits >> UInt64(skipped))
        let bits = cursor.bits >> UInt64(used)
        let lengthBits = used
        (entry, skipped) = Self.lookUp(distances, bits)
        used += skipped + Int(entry & 0xFF)
        guard used <= cursor.bitCount else { return .needsInput }
        if entry & TableEntry.exceptional != 0 { return .fault(.invalidCode(.distance), skipping: lengthBits) }
        (remaining, distance) = (length, Self.value(entry, bits >> UInt64(skipped)))
        cursor.drop(used)
        state = .match
        return nil
    }

    /// Returns the entry of the next code, and the number of bits of the main table that precede the entry's bits.
    private static func lookUp(_ table: DecodeTable, _ bits: UInt64) -> (entry: UInt32, skipped: Int) {
        let entry = unsafe table.entries[Int(truncatingIfNeeded: bits & table.mask)]
        guard entry & TableEntry.subtable != 0 else { return (entry, 0) }
        let skipped = Int(entry & 0xFF)
        let index = Int(truncatingIfNeeded: bits >> UInt64(skipped)) & (1 << Int(entry >> 8 & 15) - 1)
        return unsafe (table.entries[Int(entry >> 16) + index], skipped)
    }

    /// Returns the length or distance of an entry, with its extra bits.
    private static func value(_ entry: UInt32, _ bits: UInt64) -> Int {
        let used = bits & (1 << UInt64(entry & 0xFF) - 1)
        return Int(entry >> 16) + Int(truncatingIfNeeded: used >> UInt64(entry >> 8 & 15))
    }

    /// Copies a match, or the part that fits into the output.
    private mutating func copyMatch(_ cursor: inout InflateCursor, _ history: borrowing HistoryWindow) -> Stop? {
        let made = cursor.readable
        guard distance <= made + min(history.count, HistoryWindow.size) else {
            return .fault(.distanceTooFar(distance: distance, available: made + history.count), skipping: 0)
        }
        if distance > made, cursor.outputCapacity > 0, let end = unsafe history.end {
            let count = min(remaining, distance - made, cursor.outputCapacity)
            unsafe cursor.output.update(from: end - (distance - made), count: count)
            unsafe cursor.output += count
            remaining -= count
        }
        let count = min(remaining, cursor.outputCapacity)
        if distance >= count {
            unsafe cursor.output.update(from: cursor.output - distance, count: count)
        } else {
            for index in 0..<count { unsafe cursor.output[index] = cursor.output[index - distance] }
        }
        unsafe cursor.output += count
        remaining -= count
        if remaining > 0 { return .outputFull }
        state = .symbols
        return nil
    }
}
