import CDecantScan
import DecantDocument

// The second of the two stages in which most of a text is read. The first one finds the offsets of all tokens in a piece of
// the text, and that it is UTF-8 without stray control characters. So the end of a string is the offset after its beginning,
// which need not be looked for, and the processor reads the next token before it is done with this one.
//
// Whatever is not as it should be is left to the scanner that reads byte by byte: it goes on from the last value, or from the
// beginning of the piece, and finds what is wrong, and where. A piece begins and ends outside strings, before a name, a value
// or the end of the text, so that no state but the place is carried from one to the next.

/// The outcome of reading the tokens of a piece.
private enum JSONPieceOutcome {
    /// The text is valid, and all nodes are written.
    case done

    /// There is no capacity for more nodes.
    case needsRoom

    /// The next name or value is not complete in the piece.
    case ended

    /// The piece ends right after a value.
    case endedAfterValue

    /// The next name or value is not as it should be.
    case irregular

    /// An unexpected token follows a value.
    case irregularAfterValue
}

extension JSONScanner {
    /// Continues until the text or the capacity ends, piece by piece as long as all is regular.
    @inline(never)
    mutating func runPieces(_ pieces: JSONPieces, into nodes: inout NodeWriter) -> JSONScanOutcome {
        var tokens = UnsafeJSONTokens.allocate()
        defer { tokens.deallocate() }
        // The first pieces are small, to find out what the text is like.
        var mostTokens = pieces.sampleTokens
        var plainLength = pieces.plainLength
        while true {
            let start = place.position
            let count = nodes.count
            let piece = tokens.find(in: text, from: start, mostTokens: mostTokens, countsLines: lines.isCounting)
            guard _fastPath(!piece.isIrregular) else { return runIrregular(into: &nodes) }
            let outcome = run(tokens, tokens.offsets, into: &nodes)
            if _slowPath(lines.isCounting) { lines.pass(piece, upTo: place.position, in: text) }
            switch outcome {
            case .done: return .done
            case .needsRoom: return .needsRoom
            case .ended:
                mostTokens = pieces.mostTokens
                var end = start + 1
                if place.position != start {
                    // Faster where there are more strings than other values, and not long ones, which are read by 64 bytes in the
                    // other way, too. Each value has a token, or two if it is a string, and one of what follows it.
                    let strings = tokens.count &- 2 &* (nodes.count &- count)
                    let bytesPerToken = piece.isASCII ? 40 : 16
                    if strings &* 2 > nodes.count &- count, tokens.count &* bytesPerToken > piece.end &- start {
                        continue
                    }
                    isFasterPlain = true
                    mostTokens = pieces.sampleTokens
                    end = place.position + plainLength
                    plainLength *= 2
                }
                // Otherwise the piece is a string with more escapes than there is memory for.
                let outcome = runPlain(into: &nodes, upTo: end)
                guard case .paused = outcome else { return outcome }
            case .endedAfterValue:
                guard goesOn(nodes) else { return place.outcome(in: text) }
            case .irregular: return runIrregular(into: &nodes)
            case .irregularAfterValue:
                isRegular = false
                return runBehindValue(into: &nodes)
            }
        }
    }

    /// Reads a part of the text byte by byte, which is faster where strings are long, and for numbers, whose ends are not found in
    /// advance.
    private mutating func runPlain(into nodes: inout NodeWriter, upTo end: Int) -> JSONScanOutcome {
        while place.position < end {
            // Nodes end the run, since they are counted anyhow.
            var some = nodes.prefix(512)
            let outcome = run(into: &some)
            nodes.take(some)
            guard case .needsRoom = outcome, nodes.hasCapacityForTwo else { return outcome }
        }
        return .paused
    }

    @inline(never)
    private mutating func runIrregular(into nodes: inout NodeWriter) -> JSONScanOutcome {
        isRegular = false
        return run(into: &nodes)
    }

    /// Reads the names and values of a piece.
    ///
    /// At the end the place is that of the next name or value, or of what follows a value.
    @inline(never)
    private mutating func run(_ tokens: UnsafeJSONTokens, _ offsets: UnsafeJSONOffsets, into room: inout NodeWriter)
        -> JSONPieceOutcome
    {
        let text = self.text
        var nodes = room
        var place = self.place
        var token = 0
        defer {
            room = nodes
            self.place = place
        }
        while true {
            var hasName = false
            if place.closer == 0x7D {
                hasName = text.stringMembers(at: &token, in: tokens, offsets, into: &nodes, &place.members)
            }
            let first = hasName ? token &- 3 : token
            guard _fastPath(hasName || (nodes.hasCapacityForTwo && token <= tokens.lastFirst)) else {
                place.position = offsets[first]
                place.expectsName = place.closer == 0x7D
                return nodes.hasCapacityForTwo ? .ended : .needsRoom
            }
            var outcome = JSONPieceOutcome.done
            if place.closer == 0x7D, !hasName {
                let end = text.stringToken(at: &token, in: tokens, offsets, into: &nodes)
                if _fastPath(end == .done) {
                    if _slowPath(text[offsets[token]] != 0x3A) {
                        outcome = .irregular
                        nodes.removeLast(1)
                    }
                    token &+= 1
                } else {
                    outcome = end
                }
            }
            let start = offsets[token]
            let byte = text[start]
            if _slowPath(outcome != .done) {
                // Left as it was before the name.
            } else if byte == 0x22 {
                outcome = text.stringToken(at: &token, in: tokens, offsets, into: &nodes)
                if _slowPath(outcome != .done), place.closer == 0x7D { nodes.removeLast(1) }
            } else if byte | 0x20 == 0x7B {
                if _fastPath(place.depth < depthLimit) {
                    token &+= 1
                    place.depth &+= 1
                    place.parent = nodes.open(byte, offset: start, in: place.parent, members: place.members)
                    // Both closing characters are two after their opening ones in ASCII.
                    place.closer = byte &+ 2
                    place.members = text[offsets[token]] == place.closer ? 0 : 1
                    if place.members != 0 { continue }
                } else {
                    outcome = .irregular
                    if place.closer == 0x7D { nodes.removeLast(1) }
                }
            } else {
                let value = text.numberOrWord(byte, at: start, upTo: offsets[token &+ 1], numberLimit: numberLimit)
                if _fastPath(value != nil), let value {
                    nodes.append(value)
                    token &+= 1
                    if value.kind == .null, removesNull(in: place.closer) {
                        nodes.removeLast(place.closer == 0x7D ? 2 : 1)
                        place.members &-= 1
                    }
                } else {
                    outcome = .irregular
                    if place.closer == 0x7D { nodes.removeLast(1) }
                }
            }
            if _slowPath(outcome != .done) {
                place.position = offsets[first]
                place.expectsName = place.closer == 0x7D
                return outcome
            }
            while true {
                let offset = offsets[token]
                let byte = text[offset]
                if byte == 0x2C, place.closer != 0 {
                    token &+= 1
                    place.members &+= 1
                    break
                }
                guard byte == place.closer, place.closer != 0 else {
                    place.position = offset
                    if beginsText(at: &place, nodes.count) {
                        if separator == .comma { token &+= 1 }
                        break
                    }
                    return place.closer == 0 && offset == text.count ? .done : .irregularAfterValue
                }
                token &+= 1
                place.depth &-= 1
                (place.parent, place.members, place.closer) = nodes.close(place.parent, members: place.members)
                guard _fastPath(token < tokens.lastClosed) else {
                    place.position = offset &+ 1
                    return .endedAfterValue
                }
            }
        }
    }
}

extension PaddedBytes {
    /// Writes the nodes of the members of an object that are plain strings with a plain name, as many as follow each other with a
    /// comma after them, and that of the next name if it is plain.
    ///
    /// A loop of its own has all it needs in registers, and takes half as many instructions for each node.
    ///
    /// - Returns: Whether a name was written, whose value is at the token.
    @inline(__always)
    fileprivate func stringMembers(
        at token: inout Int,
        in tokens: UnsafeJSONTokens,
        _ offsets: UnsafeJSONOffsets,
        into nodes: inout NodeWriter,
        _ members: inout Int
    ) -> Bool {
        let last = tokens.lastFirst
        while token <= last, nodes.hasCapacityForTwo {
            let name = offsets[token]
            let nameEnd = offsets[token &+ 1]
            guard self[name] == 0x22, self[nameEnd] == 0x22, self[offsets[token &+ 2]] == 0x3A else { return false }
            nodes.append(.plainString(from: name, to: nameEnd))
            let value = offsets[token &+ 3]
            let valueEnd = offsets[token &+ 4]
            guard self[value] == 0x22, self[valueEnd] == 0x22, self[offsets[token &+ 5]] == 0x2C else {
                token &+= 3
                return true
            }
            nodes.append(.plainString(from: value, to: valueEnd))
            token &+= 6
            members &+= 1
        }
        return false
    }

    /// Writes the node of the string at a token, and continues after it.
    @_transparent
    fileprivate func stringToken(
        at token: inout Int,
        in tokens: UnsafeJSONTokens,
        _ offsets: UnsafeJSONOffsets,
        into nodes: inout NodeWriter
    ) -> JSONPieceOutcome {
        let start = offsets[token]
        let end = offsets[token &+ 1]
        guard _fastPath(self[start] == 0x22) else { return .irregular }
        if _fastPath(self[end] == 0x22) {
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

    /// The node of a number or a word that is followed by white space or by the next token; nil if there is none.
    @inline(never)
    fileprivate func numberOrWord(_ byte: UInt8, at start: Int, upTo next: Int, numberLimit: Int) -> DocumentNode? {
        if byte &- 0x30 < 10, next &- start <= min(numberLimit, 16) {
            if let node = shortNumber(byte, from: start, to: next) { return node }
        } else if byte > 0x39 {
            return node(of: word(byte, at: start), upTo: next)
        }
        return otherNumber(byte, at: start, upTo: next, limit: numberLimit)
    }

    /// A number without a sign and an exponent, of up to 16 characters, that ends where the next token begins: as most do.
    ///
    /// All characters are examined at once; nil if it is another number, or none.
    @_transparent
    private func shortNumber(_ byte: UInt8, from start: Int, to end: Int) -> DocumentNode? {
        let length = end &- start
        // Zeros come in front of characters that are fewer than eight.
        let missing = UInt64(truncatingIfNeeded: (0 &- length) & 7) &* 8
        var upper: UInt64 = 0
        var lower = DecimalDigits.numbers(of: word64(at: start)) &<< missing
        if length > 8 {
            upper = lower
            lower = DecimalDigits.numbers(of: word64(at: end &- 8))
        }
        let (upperStops, lowerStops) = (DecimalDigits.allStops(in: upper), DecimalDigits.allStops(in: lower))
        if upperStops | lowerStops == 0 {
            guard byte != 0x30 || length == 1 else { return nil }
            let value = DecimalDigits.value(ofDigits: upper) &* 100_000_000 &+ DecimalDigits.value(ofDigits: lower)
            return DocumentNode(.integer, offset: start, payload: value)
        }
        // One character that is not a digit has to be a point with digits on both sides.
        guard upperStops == 0 || lowerStops == 0, byte != 0x30 || self[start &+ 1] == 0x2E else { return nil }
        let (part, stops) = lowerStops == 0 ? (upper, upperStops) : (lower, lowerStops)
        let place = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & 56)
        guard stops & (stops &- 1) == 0, UInt8(truncatingIfNeeded: part &>> place) == 0x2E ^ 0x30, lowerStops >> 63 == 0
        else { return nil }
        return DocumentNode(.decimal, offset: start, payload: UInt64(truncatingIfNeeded: length))
    }

    @inline(never)
    private func otherNumber(_ byte: UInt8, at start: Int, upTo next: Int, limit: Int) -> DocumentNode? {
        node(of: numberOrWord(byte, at: start, numberLimit: limit), upTo: next)
    }

    @_transparent
    private func node(of value: JSONToken, upTo next: Int) -> DocumentNode? {
        value.isValid && (value.end == next || self[value.end] <= 0x20) ? value.node : nil
    }

    /// The token that closes a string with escapes; 0 if one of them is wrong, and -1 if it is not in the piece.
    @inline(never)
    fileprivate func closingToken(from first: Int, in tokens: UnsafeJSONTokens) -> Int {
        // After a name come a colon, a value of two tokens at most, a comma, and the token after it, which has to be there.
        let bound = tokens.isLast ? tokens.count : tokens.count &- 6
        var token = first
        while token < bound {
            let offset = tokens[token]
            let characters = word64(at: offset)
            if characters & 0xFFFF == 0x755C, token &+ 1 < bound {
                // Where one escape is a `\u` and digits, the next one mostly is, too.
                let others = word64(at: tokens[token &+ 1])
                let digits = characters >> 16 & 0xFFFF_FFFF | (others >> 16) << 32
                if others & 0xFFFF == 0x755C, JSONEscape.areTwoCharacters(digits) {
                    token &+= 2
                    continue
                }
            }
            if characters & 0xFF == 0x22 { return token }
            var escape = JSONStringEnd(position: offset, kind: .escapedString)
            guard characters & 0xFF == 0x5C, escape.skipEscape(in: self) else { return 0 }
            token &+= 1
            // The second half of a surrogate pair.
            if token < tokens.count, tokens[token] < escape.position { token &+= 1 }
        }
        return tokens.isLast ? 0 : -1
    }
}

extension DocumentNode {
    /// The node of a string without escapes, from its quotation mark to the one that closes it.
    @inline(__always)
    fileprivate static func plainString(from start: Int, to end: Int) -> DocumentNode {
        DocumentNode(.string, offset: start &+ 1, payload: UInt64(truncatingIfNeeded: end &- start &- 1))
    }
}
