import DecantCore
import CDecantScan
import DecantDocument

// The second of two stages, which together read most of a text. The first stage finds the offsets of all tokens in a
// chunk and validates its UTF-8 and control characters. The end of a string is then simply the offset after its start,
// and the processor can begin the next token before it has finished this one.
//
// Irregular text is left to the scanner that reads byte by byte. It continues after the last value, or at the start of
// the chunk, and determines what is invalid and where. A chunk begins and ends outside strings, before a name, a value
// or the end of the text, so only the scanner's state carries over from one chunk to the next.

/// The result of reading the tokens of a chunk.
private enum JSONChunkResult {
    /// The text is valid, and all nodes are written.
    case done

    /// There is no capacity for more nodes.
    case needsCapacity

    /// The next name or value is incomplete in the chunk.
    case ended

    /// The chunk ends right after a value.
    case endedAfterValue

    /// The next name or value is irregular.
    case irregular

    /// An unexpected token follows a value.
    case irregularAfterValue
}

extension JSONScanner {
    /// Continues until the text or the capacity ends, in chunks while the text is regular.
    @inline(never)
    mutating func runChunks(_ sizes: JSONChunkSizes, into nodes: inout NodeWriter) -> JSONScanResult {
        var tokens = UnsafeJSONTokens.allocate()
        defer { tokens.deallocate() }
        // The first chunks are small samples of the text.
        var mostTokens = sizes.sampleTokens
        var plainLength = sizes.plainLength
        while true {
            let start = state.position
            let count = nodes.count
            let chunk = tokens.find(in: text, from: start, mostTokens: mostTokens, countsLines: lines.isCounting)
            guard _fastPath(!chunk.isIrregular) else { return runIrregular(into: &nodes) }
            let result = run(tokens, tokens.offsets, into: &nodes)
            if _slowPath(lines.isCounting) { lines.pass(chunk, upTo: state.position, in: text) }
            switch result {
            case .done: return .done
            case .needsCapacity: return .needsCapacity
            case .ended:
                mostTokens = sizes.mostTokens
                var end = start + 1
                if state.position != start {
                    if tokens.areFaster(in: chunk, of: chunk.end - start, nodes: nodes.count &- count) { continue }
                    isFasterPlain = true
                    mostTokens = sizes.sampleTokens
                    end = state.position + plainLength
                    plainLength *= 2
                }
                // Otherwise the chunk is a string with more escapes than the token memory can hold.
                let result = runPlain(into: &nodes, upTo: end)
                guard case .paused = result else { return result }
            case .endedAfterValue:
                guard advancesAfterValue(nodes) else { return state.result(in: text) }
            case .irregular: return runIrregular(into: &nodes)
            case .irregularAfterValue:
                isRegular = false
                return scanAfterValue(into: &nodes)
            }
        }
    }

    /// Reads a part of the text byte by byte.
    ///
    /// This is faster for long strings, and for numbers, whose ends the first stage does not find.
    private mutating func runPlain(into nodes: inout NodeWriter, upTo end: Int) -> JSONScanResult {
        while state.position < end {
            // Limits the run by the number of nodes, which is counted anyway.
            var some = nodes.prefix(512)
            let result = run(into: &some)
            nodes.take(some)
            guard case .needsCapacity = result, nodes.hasCapacityForTwo else { return result }
        }
        return .paused
    }

    @inline(never)
    private mutating func runIrregular(into nodes: inout NodeWriter) -> JSONScanResult {
        isRegular = false
        return run(into: &nodes)
    }

    /// Reads the names and values of a chunk.
    ///
    /// Leaves the scanner before the next name or value, or before the token after a value.
    @inline(never)
    private mutating func run(_ tokens: UnsafeJSONTokens, _ offsets: UnsafeJSONOffsets, into writer: inout NodeWriter)
        -> JSONChunkResult
    {
        let text = self.text
        var nodes = writer
        var state = self.state
        let shortest = min(numberLimit, 4)
        var token = 0
        defer {
            writer = nodes
            self.state = state
        }
        while true {
            var hasName = false
            if state.isInObject {
                hasName = text.stringMembers(at: &token, in: tokens, offsets, into: &nodes, &state.members)
            }
            let first = hasName ? token &- 3 : token
            guard _fastPath(hasName || (nodes.hasCapacityForTwo && token <= tokens.lastFirst)) else {
                state.position = offsets[first]
                state.expectsName = state.isInObject
                return nodes.hasCapacityForTwo ? .ended : .needsCapacity
            }
            var result = JSONChunkResult.done
            if state.isInObject, !hasName {
                let end = text.stringToken(at: &token, in: tokens, offsets, into: &nodes)
                if _fastPath(end == .done) {
                    if _slowPath(text[offsets[token]] != UInt8(ascii: ":")) {
                        result = .irregular
                        nodes.removeLast(1)
                    }
                    token &+= 1
                } else {
                    result = end
                }
            }
            let start = offsets[token]
            let byte = text[start]
            if _slowPath(result != .done) {
                // The state is reset to the position before the name.
            } else if byte == UInt8(ascii: "\"") {
                result = text.stringToken(at: &token, in: tokens, offsets, into: &nodes)
                if _slowPath(result != .done), state.isInObject { nodes.removeLast(1) }
            } else if byte.opensContainer {
                if _fastPath(state.depth < depthLimit) {
                    token &+= 1
                    state.depth &+= 1
                    state.parent = nodes.open(byte, offset: start, in: state.parent, members: state.members)
                    // In ASCII, both closing characters are two after their opening ones.
                    state.closer = byte &+ 2
                    state.members = text[offsets[token]] == state.closer ? 0 : 1
                    if state.members != 0 { continue }
                } else {
                    result = .irregular
                    if state.isInObject { nodes.removeLast(1) }
                }
            } else if let value = text.smallInteger(byte, from: start, to: offsets[token &+ 1], limit: shortest) {
                nodes.append(value)
                token &+= 1
            } else {
                let value = text.numberOrWord(byte, at: start, upTo: offsets[token &+ 1], numberLimit: numberLimit)
                if _fastPath(value != nil), let value {
                    nodes.append(value)
                    token &+= 1
                    if value.kind == .null, nullRemoval.removesNull(in: state.closer) {
                        nodes.removeLast(state.isInObject ? 2 : 1)
                        state.members &-= 1
                    }
                } else {
                    result = .irregular
                    if state.isInObject { nodes.removeLast(1) }
                }
            }
            if _slowPath(result != .done) {
                state.position = offsets[first]
                state.expectsName = state.isInObject
                return result
            }
            while true {
                let offset = offsets[token]
                let byte = text[offset]
                if byte == UInt8(ascii: ","), state.closer != 0 {
                    token &+= 1
                    state.members &+= 1
                    break
                }
                guard byte == state.closer, state.closer != 0 else {
                    state.position = offset
                    // A copy, because taking the address of the state would keep it out of registers.
                    var next = state
                    if beginsText(at: &next, nodes.count) {
                        state = next
                        if separator == .comma { token &+= 1 }
                        break
                    }
                    return state.closer == 0 && offset == text.count ? .done : .irregularAfterValue
                }
                token &+= 1
                state.depth &-= 1
                (state.parent, state.members, state.closer) = nodes.close(state.parent, members: state.members)
                guard _fastPath(token < tokens.lastClosed) else {
                    state.position = offset &+ 1
                    return .endedAfterValue
                }
            }
        }
    }
}

extension UnsafeJSONTokens {
    /// Returns whether text like this chunk is read faster by its tokens than byte by byte.
    ///
    /// Tokens are faster if most values are strings and the strings are short; the byte-by-byte scan skips long strings
    /// in blocks of 64 bytes. Each value has one token, or two if it is a string, and one for the separator after it.
    fileprivate func areFaster(in chunk: JSONChunk, of length: Int, nodes: Int) -> Bool {
        let strings = count &- 2 &* nodes
        let bytesPerToken = chunk.isASCII ? 40 : 16
        return strings &* 2 > nodes && count &* bytesPerToken > length
    }
}

extension PaddedBytes {
    /// Writes the nodes of consecutive object members whose name and value are plain strings, and of the next name if
    /// it is plain.
    ///
    /// A separate loop keeps its variables in registers, and takes half as many instructions per node.
    ///
    /// - Returns: Whether the last node written is a name; its value is at the token.
    @inline(__always)
    fileprivate func stringMembers(
        at token: inout Int,
        in tokens: UnsafeJSONTokens,
        _ offsets: UnsafeJSONOffsets,
        into nodes: inout NodeWriter,
        _ members: inout Int
    ) -> Bool {
        let last = tokens.lastFirst
        let quote = UInt8(ascii: "\"")
        while token <= last, nodes.hasCapacityForTwo {
            let name = offsets[token]
            let nameEnd = offsets[token &+ 1]
            guard self[name] == quote, self[nameEnd] == quote, self[offsets[token &+ 2]] == UInt8(ascii: ":") else {
                return false
            }
            nodes.append(.plainString(from: name, to: nameEnd))
            let value = offsets[token &+ 3]
            let end = offsets[token &+ 4]
            guard self[value] == quote, self[end] == quote, self[offsets[token &+ 5]] == UInt8(ascii: ",") else {
                token &+= 3
                return true
            }
            nodes.append(.plainString(from: value, to: end))
            token &+= 6
            members &+= 1
        }
        return false
    }

    /// Writes the node of the string at a token and advances past it.
    @inline(__always)
    fileprivate func stringToken(
        at token: inout Int,
        in tokens: UnsafeJSONTokens,
        _ offsets: UnsafeJSONOffsets,
        into nodes: inout NodeWriter
    ) -> JSONChunkResult {
        let start = offsets[token]
        let end = offsets[token &+ 1]
        guard _fastPath(self[start] == UInt8(ascii: "\"")) else { return .irregular }
        if _fastPath(self[end] == UInt8(ascii: "\"")) {
            nodes.append(.plainString(from: start, to: end))
            token &+= 2
            return .done
        }
        let closing = closingToken(from: token &+ 1, in: tokens)
        guard closing > 0 else { return closing == 0 ? .irregular : .ended }
        let length = UInt64(truncatingIfNeeded: tokens[closing] &- start &- 1)
        nodes.append(DocumentNode(.escapedString, offset: start &+ 1, payload: length))
        token = closing &+ 1
        return .done
    }

    /// Returns the node of an integer of up to four digits without a sign, and without whitespace before the next token.
    ///
    /// Examines all characters in one step, regardless of their count, because the lengths of numbers cannot be
    /// predicted. Returns nil for other values and for invalid text.
    @inline(__always)
    fileprivate func smallInteger(_ byte: UInt8, from start: Int, to end: Int, limit: Int) -> DocumentNode? {
        let length = end &- start
        guard length <= limit else { return nil }
        // Pads fewer than four characters with leading zeros.
        let missing = UInt32(truncatingIfNeeded: 4 &- length) &* 8
        let digits = DecimalDigits.numbers(of: word32(at: start)) &<< missing
        // Both differences are negative if other characters follow a zero. A branch would depend on the digit.
        let isZeroPadded = (UInt32(byte) &- UInt32(UInt8(ascii: "1"))) & UInt32(truncatingIfNeeded: 1 &- length)
        guard DecimalDigits.stops(in: digits, or: isZeroPadded) == 0 else { return nil }
        return DocumentNode(.integer, offset: start, payload: UInt64(DecimalDigits.value(ofDigits: digits)))
    }

    /// Returns the node of a number or literal that ends at whitespace or at the next token; nil if it is invalid.
    @inline(never)
    fileprivate func numberOrWord(_ byte: UInt8, at start: Int, upTo next: Int, numberLimit: Int) -> DocumentNode? {
        if byte.isDecimalDigit, next &- start <= min(numberLimit, 16) {
            if let node = shortInteger(byte, from: start, to: next) { return node }
        } else if byte > UInt8(ascii: "9") {
            return node(of: word(byte, at: start), upTo: next)
        }
        return otherNumber(byte, at: start, upTo: next, limit: numberLimit)
    }

    /// Returns the node of a common integer: no sign, at most 16 digits, and no whitespace before the next token.
    ///
    /// Examines all characters in one step. Returns nil for other numbers and for invalid text.
    @inline(__always)
    private func shortInteger(_ byte: UInt8, from start: Int, to end: Int) -> DocumentNode? {
        let length = end &- start
        guard byte != UInt8(ascii: "0") || length == 1 else { return nil }
        // Pads fewer than eight characters with leading zeros.
        let missing = UInt64(truncatingIfNeeded: (0 &- length) & 7) &* 8
        let first = DecimalDigits.numbers(of: word64(at: start)) &<< missing
        guard DecimalDigits.allStops(in: first) == 0 else { return nil }
        var value = DecimalDigits.value(ofDigits: first)
        if length > 8 {
            let last = DecimalDigits.numbers(of: word64(at: end &- 8))
            guard DecimalDigits.allStops(in: last) == 0 else { return nil }
            value = value &* 100_000_000 &+ DecimalDigits.value(ofDigits: last)
        }
        return DocumentNode(.integer, offset: start, payload: value)
    }

    @inline(never)
    private func otherNumber(_ byte: UInt8, at start: Int, upTo next: Int, limit: Int) -> DocumentNode? {
        node(of: numberOrWord(byte, at: start, numberLimit: limit), upTo: next)
    }

    private func node(of value: JSONToken, upTo next: Int) -> DocumentNode? {
        value.isValid && (value.end == next || self[value.end].isSpaceOrControl) ? value.node : nil
    }

    /// Returns the token that closes a string with escapes; 0 if an escape is invalid, and -1 if the token is not in
    /// the chunk.
    @inline(never)
    fileprivate func closingToken(from first: Int, in tokens: UnsafeJSONTokens) -> Int {
        // After a name come a colon, a value of at most two tokens, a comma, and the token after it, which is required.
        let bound = tokens.isLast ? tokens.count : tokens.count &- 6
        var token = first
        while token < bound {
            let offset = tokens[token]
            let characters = word64(at: offset)
            if characters & 0xFFFF == JSONEscape.unicodePrefix, token &+ 1 < bound {
                // A `\u` escape is usually followed by another.
                let others = word64(at: tokens[token &+ 1])
                let digits = characters >> 16 & 0xFFFF_FFFF | (others >> 16) << 32
                if others & 0xFFFF == JSONEscape.unicodePrefix, JSONEscape.areTwoCharacters(digits) {
                    token &+= 2
                    continue
                }
            }
            let byte = UInt8(truncatingIfNeeded: characters)
            if byte == UInt8(ascii: "\"") { return token }
            guard byte == UInt8(ascii: "\\"), let end = escape(at: offset)?.end else { return 0 }
            token &+= 1
            // The second half of a surrogate pair.
            if token < tokens.count, tokens[token] < end { token &+= 1 }
        }
        return tokens.isLast ? 0 : -1
    }
}

extension DocumentNode {
    /// Returns the node of a string without escapes, from its opening to its closing quotation mark.
    fileprivate static func plainString(from start: Int, to end: Int) -> DocumentNode {
        DocumentNode(.string, offset: start &+ 1, payload: UInt64(truncatingIfNeeded: end &- start &- 1))
    }
}
