import DecantCore
import DecantDocument

/// The result of reading the tokens of a chunk.
enum JSONChunkResult {
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

/// A reader of the names and values of a chunk, by its tokens.
///
/// The reader is a local variable of one function, and all methods are inlined into it. Its address is never taken, so
/// its members stay in registers. The tokens are a parameter, because a copy of their bounds would need registers, too.
struct JSONChunkReader {
    private let text: PaddedBytes
    private let offsets: UnsafeJSONOffsets
    private let numberLimit: Int
    private let shortLimit: Int
    private let nullRemoval: JSONNullRemoval

    /// The nodes written so far.
    private(set) var nodes: NodeWriter

    /// The state of the scan; its position is set only when reading ends.
    private(set) var state: JSONScanState

    /// The next token to read.
    private var token = 0

    /// The token at the start of the last name, or of the last value without a name.
    private var first = 0

    @inline(__always)
    init<Lines>(_ tokens: UnsafeJSONTokens, of scanner: JSONScanner<Lines>, into nodes: NodeWriter) {
        text = scanner.text
        offsets = tokens.offsets
        numberLimit = scanner.numberLimit
        shortLimit = min(numberLimit, 4)
        nullRemoval = scanner.nullRemoval
        self.nodes = nodes
        state = scanner.state
    }

    /// The byte at the next token.
    var nextByte: UInt8 {
        @inline(__always) get { text[offsets[token]] }
    }
}

// MARK: - Names and values

extension JSONChunkReader {
    /// Returns to the start of the name or value that could not be read.
    @inline(__always)
    mutating func rollBack(_ result: JSONChunkResult) -> JSONChunkResult {
        state.position = offsets[first]
        state.expectsName = state.isInObject
        // The node of the name, if it is written; the nodes before it have smaller offsets.
        if nodes.count > 0, nodes[nodes.count &- 1].offset > state.position { nodes.removeLast(1) }
        return result
    }

    /// Reads the name and colon before a value in an object, and all members before it that are plain strings.
    ///
    /// - Returns: The reason why no value follows, or nil if one does.
    @inline(__always)
    mutating func readName(_ tokens: UnsafeJSONTokens) -> JSONChunkResult? {
        if state.isInObject, readStringMembers(tokens) { return nil }
        first = token
        guard _fastPath(nodes.hasCapacityForTwo) else { return .needsCapacity }
        guard _fastPath(token <= tokens.lastFirst) else { return .ended }
        guard state.isInObject else { return nil }
        if let failure = readString(tokens) { return failure }
        guard _fastPath(nextByte == UInt8(ascii: ":")) else { return .irregular }
        token &+= 1
        return nil
    }

    /// Reads consecutive object members whose name and value are plain strings, and the next name if it is plain.
    ///
    /// A separate loop keeps its variables in registers, and takes half as many instructions per node.
    ///
    /// - Returns: Whether the last node written is a name; its value is at the token.
    @inline(__always)
    private mutating func readStringMembers(_ tokens: UnsafeJSONTokens) -> Bool {
        let last = tokens.lastFirst
        let quote = UInt8(ascii: "\"")
        while token <= last, nodes.hasCapacityForTwo {
            let name = offsets[token]
            let nameEnd = offsets[token &+ 1]
            guard text[name] == quote, text[nameEnd] == quote, text[offsets[token &+ 2]] == UInt8(ascii: ":") else {
                return false
            }
            nodes.append(.plainString(from: name, to: nameEnd))
            let value = offsets[token &+ 3]
            let end = offsets[token &+ 4]
            guard text[value] == quote, text[end] == quote, text[offsets[token &+ 5]] == UInt8(ascii: ",") else {
                first = token
                token &+= 3
                return true
            }
            nodes.append(.plainString(from: value, to: end))
            token &+= 6
            state.members &+= 1
        }
        return false
    }

    /// Reads the string at the token.
    ///
    /// - Returns: The reason why it could not be read, or nil if it was.
    @inline(__always)
    mutating func readString(_ tokens: UnsafeJSONTokens) -> JSONChunkResult? {
        let start = offsets[token]
        let end = offsets[token &+ 1]
        guard _fastPath(text[start] == UInt8(ascii: "\"")) else { return .irregular }
        if _fastPath(text[end] == UInt8(ascii: "\"")) {
            nodes.append(.plainString(from: start, to: end))
            token &+= 2
            return nil
        }
        let closing = text.closingToken(from: token &+ 1, in: tokens)
        guard closing > 0 else { return closing == 0 ? .irregular : .ended }
        let length = UInt64(truncatingIfNeeded: tokens[closing] &- start &- 1)
        nodes.append(DocumentNode(.escapedString, offset: start &+ 1, payload: length))
        token = closing &+ 1
        return nil
    }

    /// Reads the number or literal at the token, and removes a null if it is to be removed.
    ///
    /// - Returns: Whether it is valid.
    @inline(__always)
    mutating func readNumberOrWord(_ byte: UInt8) -> Bool {
        let start = offsets[token]
        let end = offsets[token &+ 1]
        if let value = text.smallInteger(byte, from: start, to: end, limit: shortLimit) {
            nodes.append(value)
            token &+= 1
            return true
        }
        let value = text.numberOrWord(byte, at: start, upTo: end, numberLimit: numberLimit)
        guard _fastPath(value != nil), let value else { return false }
        nodes.append(value)
        token &+= 1
        if value.kind == .null, nullRemoval.removesNull(in: state.closer) {
            nodes.removeLast(state.isInObject ? 2 : 1)
            state.members &-= 1
        }
        return true
    }

    /// Begins the container at the token.
    ///
    /// - Returns: Whether the container has contents.
    @inline(__always)
    mutating func open(_ byte: UInt8) -> Bool {
        state.depth &+= 1
        state.parent = nodes.open(byte, offset: offsets[token], in: state.parent, members: state.members)
        // In ASCII, both closing characters are two after their opening ones.
        state.closer = byte &+ 2
        token &+= 1
        state.members = nextByte == state.closer ? 0 : 1
        return state.members != 0
    }
}

// MARK: - After a value

extension JSONChunkReader {
    /// Reads a comma between two values, and returns whether there was one.
    @inline(__always)
    mutating func readComma() -> Bool {
        guard nextByte == UInt8(ascii: ","), state.closer != 0 else { return false }
        token &+= 1
        state.members &+= 1
        return true
    }

    /// Reads the end of the innermost open container, and returns whether there was one.
    @inline(__always)
    mutating func readClosing() -> Bool {
        guard nextByte == state.closer, state.closer != 0 else { return false }
        token &+= 1
        state.depth &-= 1
        (state.parent, state.members, state.closer) = nodes.close(state.parent, members: state.members)
        return true
    }

    /// Returns whether the chunk has the tokens that may follow the end of a container.
    @inline(__always)
    func isInChunk(_ tokens: UnsafeJSONTokens) -> Bool { token < tokens.lastClosed }

    /// The state with the position of the next token.
    var stateAtToken: JSONScanState {
        @inline(__always) get {
            var next = state
            next.position = offsets[token]
            return next
        }
    }

    /// Continues with the next text of a stream.
    @inline(__always)
    mutating func startText(at next: JSONScanState, after separator: JSONSeparator?) {
        state = next
        if separator == .comma { token &+= 1 }
    }

    /// Ends the chunk after the end of a container.
    @inline(__always)
    mutating func endAfterClosing() -> JSONChunkResult {
        state.position = offsets[token &- 1] &+ 1
        return .endedAfterValue
    }

    /// Ends the chunk at a token that neither continues nor ends a container.
    @inline(__always)
    mutating func end(at position: Int) { state.position = position }
}

extension PaddedBytes {
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

    /// Returns the node of a number or literal that ends at whitespace or at the next token, or nil if it is invalid.
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
