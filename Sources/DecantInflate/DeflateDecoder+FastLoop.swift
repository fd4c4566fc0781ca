// Why: nearly all decoding time is spent in this loop. A refill provides at least 56 bits, enough for two literals and
// a length with its extra bits, or three literals. A second refill is enough for a distance and for the lookup of the
// symbol after the match, which happens before the match is copied.
//
// Bound: a step refills at most twice, each time by at most 7 bytes, and loads 8 for it. It writes at most three
// literals, or two and a match of 258 bytes, and copies by words write up to 31 more bytes after it. The loop continues
// only while `fastInput` bytes of input and `fastOutput` bytes of output are left. Indices have no more bits than the
// main table or the subtable has entries for.

// MARK: - Unsafe

extension DeflateDecoder {
    /// The number of input bytes that a fast step requires.
    static let fastInput = 32
    /// The number of output bytes that a fast step requires.
    static let fastOutput = 320

    /// Decodes symbols until the input, the output, or the block ends.
    ///
    /// A match that starts in the history and may continue in the output is left to `copyMatch`.
    @inline(never)
    mutating func decodeFast(_ cursor: inout InflateCursor, _ history: borrowing HistoryWindow) -> Stop? {
        let literals = unsafe UnsafePointer(self.literals.entries)
        let distances = unsafe UnsafePointer(self.distances.entries)
        let (literalMask, distanceMask) = (self.literals.mask, self.distances.mask)
        let inputEnd = unsafe cursor.inputEnd - Self.fastInput
        let outputEnd = unsafe min(cursor.outputEnd - Self.fastOutput, cursor.pause)
        let outputStart = unsafe cursor.outputStart
        let historyCount = min(history.count, HistoryWindow.size)
        let historyOffset = unsafe (history.end ?? UnsafePointer(outputStart)) - UnsafePointer(outputStart)
        var (input, output) = unsafe (cursor.input, cursor.output)
        var bits = cursor.bits
        // Only the lowest byte is significant; subtracting a whole entry subtracts the bit count in its lowest byte.
        var count = UInt64(truncatingIfNeeded: cursor.bitCount)
        var stop: Stop?

        func refill() {
            let word = unsafe UnsafeRawPointer(input).loadUnaligned(as: UInt64.self)
            bits |= UInt64(littleEndian: word) &<< count
            unsafe input += 7 &- Int(truncatingIfNeeded: count &>> 3) & 7
            count |= 56
        }
        func consume(_ entry: UInt32) {
            bits &>>= UInt64(entry)
            count &-= UInt64(entry)
        }
        func write(_ entry: UInt32) {
            unsafe output.pointee = UInt8(truncatingIfNeeded: entry &>> 16)
            unsafe output += 1
        }

        refill()
        var entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
        steps: while unsafe input <= inputEnd && output <= outputEnd {
            if entry & TableEntry.literal != 0 {
                consume(entry)
                write(entry)
                entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
                if entry & TableEntry.literal != 0 {
                    consume(entry)
                    write(entry)
                    entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
                    if entry & TableEntry.literal != 0 {
                        consume(entry)
                        write(entry)
                        refill()
                        entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
                        continue
                    }
                }
            }
            if entry & TableEntry.exceptional != 0 {
                if entry & TableEntry.subtable != 0 {
                    let before = entry
                    entry = unsafe literals[Self.subtableIndex(entry, bits)]
                    if entry & TableEntry.exceptional == 0 || entry & TableEntry.endOfBlock != 0 { consume(before) }
                    if entry & TableEntry.literal != 0 {
                        consume(entry)
                        write(entry)
                        refill()
                        entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]
                        continue
                    }
                }
                if entry & TableEntry.exceptional != 0 {
                    if entry & TableEntry.endOfBlock != 0 {
                        consume(entry)
                        state = .header
                    } else {
                        stop = .fault(.invalidCode(.literalLength), skipping: 0)
                    }
                    break steps
                }
            }
            let lengthBits = bits
            consume(entry)
            let length = Self.value(entry, lengthBits)
            entry = unsafe distances[Int(truncatingIfNeeded: bits & distanceMask)]
            if UInt8(truncatingIfNeeded: count) < 28 { refill() }
            if entry & TableEntry.exceptional != 0 {
                if entry & TableEntry.subtable != 0 {
                    let before = entry
                    entry = unsafe distances[Self.subtableIndex(entry, bits)]
                    if entry & TableEntry.exceptional == 0 { consume(before) }
                }
                if entry & TableEntry.exceptional != 0 {
                    stop = .fault(.invalidCode(.distance), skipping: 0)
                    break steps
                }
            }
            let distanceBits = bits
            consume(entry)
            let distance = Self.value(entry, distanceBits)
            refill()
            entry = unsafe literals[Int(truncatingIfNeeded: bits & literalMask)]

            // The distance by which the match starts before the output, and a mask of all ones if it does.
            let back = unsafe distance &- (output - outputStart)
            let isBack = (0 &- back) &>> (Int.bitWidth - 1)
            if distance < 16 || isBack & ((back &- length) | (historyCount &- back)) < 0 {
                guard isBack == 0 else {
                    (self.remaining, self.distance) = (length, distance)
                    state = .match
                    break steps
                }
                unsafe Self.copyNear(output, distance, output + length)
            } else {
                unsafe Self.copyFar(UnsafePointer(output) - distance + historyOffset & isBack, output, length)
            }
            unsafe output += length
        }
        cursor.bits = bits
        cursor.bitCount = Int(truncatingIfNeeded: count & 0xFF)
        unsafe cursor.input = input
        unsafe cursor.output = output
        return stop
    }

    /// Returns the index of an entry in a subtable, selected by the bits after those of the main table.
    private static func subtableIndex(_ entry: UInt32, _ bits: UInt64) -> Int {
        let index = Int(truncatingIfNeeded: bits &>> UInt64(entry))
        let width = Int(truncatingIfNeeded: entry &>> 8) & 15
        return Int(truncatingIfNeeded: entry &>> 16) &+ index & (1 &<< width &- 1)
    }

    /// Returns the length or distance of an entry, with its extra bits.
    private static func value(_ entry: UInt32, _ bits: UInt64) -> Int {
        let used = bits & (1 &<< UInt64(entry) &- 1)
        return Int(truncatingIfNeeded: entry &>> 16) &+ Int(truncatingIfNeeded: used &>> UInt64(entry &>> 8 & 15))
    }

    /// Copies a match that does not overlap itself within 16 bytes.
    private static func copyFar(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ length: Int) {
        var index = 32
        unsafe copyChunk(source, target)
        unsafe copyChunk(source + 16, target + 16)
        while index < length {
            unsafe copyChunk(source + index, target + index)
            unsafe copyChunk(source + index + 16, target + index + 16)
            index &+= 32
        }
    }

    private static func copyChunk(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>) {
        let chunk = unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD2<UInt64>.self)
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: chunk, as: SIMD2<UInt64>.self)
    }

    /// Copies a match whose distance is less than 16 and that overlaps itself.
    private static func copyNear(
        _ output: UnsafeMutablePointer<UInt8>,
        _ distance: Int,
        _ end: UnsafeMutablePointer<UInt8>
    ) {
        var target = unsafe output
        var source = unsafe UnsafePointer(output) - distance
        if distance >= 8 {
            repeat {
                let word = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
                unsafe UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
                unsafe source += 8
                unsafe target += 8
            } while unsafe target < end
        } else if distance == 1 {
            let word = unsafe UInt64(source.pointee) &* 0x0101_0101_0101_0101
            let chunk = SIMD2(repeating: word)
            repeat {
                unsafe UnsafeMutableRawPointer(target).storeBytes(of: chunk, as: SIMD2<UInt64>.self)
                unsafe target += 16
            } while unsafe target < end
        } else {
            // Repeats the pattern as often as it fits into a word.
            var word = unsafe UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
            let bits = UInt64(truncatingIfNeeded: distance &* 8)
            word &= 1 &<< bits &- 1
            word |= word &<< bits
            if distance < 4 { word |= word &<< (bits &* 2) }
            let step = distance == 3 ? 6 : distance < 5 ? 8 : distance
            repeat {
                unsafe UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
                unsafe target += step
            } while unsafe target < end
        }
    }
}
