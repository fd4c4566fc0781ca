import DecantCore
import DecantDocument

// The second of two stages, which together read most of a text. The first stage finds the offsets of all tokens in a
// chunk and validates its UTF-8 and control characters. The end of a string is then simply the offset after its start,
// and the processor can begin the next token before it has finished this one.
//
// Irregular text is left to the scanner that reads byte by byte. It continues after the last value, or at the start of
// the chunk, and determines what is invalid and where. A chunk begins and ends outside strings, before a name, a value
// or the end of the text, so only the scanner's state carries over from one chunk to the next.

extension JSONScanner {
    /// Continues until the text or the capacity ends, in chunks while the text is regular.
    @inline(never)
    mutating func runChunks(_ sizes: JSONChunkSizes, into nodes: inout NodeWriter) -> JSONScanResult {
        var tokens = UnsafeJSONTokens.allocate()
        defer { tokens.deallocate() }
        // The first chunks are small samples of the text.
        var maxTokens = sizes.sampleTokens
        var plainLength = sizes.plainLength
        while true {
            let start = state.position
            let count = nodes.count
            let chunk = tokens.find(in: text, from: start, maxTokens: maxTokens, countsLines: lines.isCounting)
            guard _fastPath(!chunk.isIrregular) else { return runIrregular(into: &nodes) }
            let result = run(tokens, into: &nodes)
            if _slowPath(lines.isCounting) { lines.pass(chunk, upTo: state.position, in: text) }
            switch result {
            case .done: return .done
            case .needsCapacity: return .needsCapacity
            case .ended:
                maxTokens = sizes.maxTokens
                var end = start + 1
                if state.position != start {
                    if tokens.areFaster(in: chunk, of: chunk.end - start, nodes: nodes.count &- count) { continue }
                    isFasterPlain = true
                    maxTokens = sizes.sampleTokens
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
            nodes.update(from: some)
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
    private mutating func run(_ tokens: UnsafeJSONTokens, into writer: inout NodeWriter) -> JSONChunkResult {
        var reader = JSONChunkReader(tokens, of: self, into: writer)
        defer {
            writer = reader.nodes
            state = reader.state
        }
        while true {
            var failure = reader.readName(tokens)
            if _fastPath(failure == nil) {
                let byte = reader.nextByte
                if byte == UInt8(ascii: "\"") {
                    failure = reader.readString(tokens)
                } else if byte.opensContainer {
                    if _fastPath(reader.state.depth < depthLimit) {
                        if reader.open(byte) { continue }
                    } else {
                        failure = .irregular
                    }
                } else if !reader.readNumberOrWord(byte) {
                    failure = .irregular
                }
            }
            if _slowPath(failure != nil), let failure { return reader.rollBack(failure) }
            while !reader.readComma() {
                if reader.readClosing() {
                    guard _fastPath(reader.isInChunk(tokens)) else { return reader.endAfterClosing() }
                    continue
                }
                // A copy, because taking the address of the state would keep it out of registers.
                var next = reader.stateAtToken
                guard beginsText(at: &next, reader.nodes.count) else {
                    reader.end(at: next.position)
                    return next.closer == 0 && next.position == text.count ? .done : .irregularAfterValue
                }
                reader.startText(at: next, after: separator)
                break
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
