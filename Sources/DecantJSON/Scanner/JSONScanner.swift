import DecantCore

// One pass over the text, without recursion: the scanner knows the container it is in, and finds the one around it
// through the node of the open container, where the link to it is kept until the container is closed.
//
// Positions are tested against nothing: the zero behind the text is not white space, no digit, and nothing that a string
// may contain, so every path of the scanner stops at it (see UnsafeJSONText).

/// Turns a JSON text into nodes, or stops at the first byte that is wrong.
struct JSONScanner<Grammar: JSONGrammar> {
    /// The link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }

    let text: UnsafeJSONText
    let depthLimit: Int
    let numberLimit: Int
    let removesNullMembers: Bool
    let removesNullElements: Bool
    let quirks: JSONQuirks

    /// Where the scanner is in the text; where the fault is, once it has stopped.
    var position = 0

    /// How many nodes are written.
    var count = 0

    /// The node of the innermost open container.
    var parent = JSONScanner.noParent

    /// How many elements or members of it were begun, without those that were removed.
    var members = 0

    /// What closes it: a bracket, a brace, or the zero behind the text.
    var closer: UInt8 = 0

    /// How many containers are open.
    var depth = 0

    init(_ text: UnsafeJSONText, options: JSONOptions, limits: Limits) {
        self.text = text
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
    }

    /// Goes on until the text or the room ends.
    mutating func run(into nodes: UnsafeJSONNodes) -> JSONScanOutcome {
        // A copy that nothing else can see stays in registers.
        var scanner = self
        let outcome = scanner.scan(into: nodes)
        self = scanner
        return outcome
    }

    /// Each turn reads one value, and then all that stands before the next one.
    ///
    /// A turn writes at most a value and a name.
    @inline(__always)
    private mutating func scan(into nodes: UnsafeJSONNodes) -> JSONScanOutcome {
        if position == 0 { skipWhiteSpace() }
        while true {
            guard _fastPath(count &+ 2 <= nodes.capacity) else { return .needsRoom }
            let byte = text[position]
            switch byte {
            case 0x22:
                guard scanString(into: nodes) else { return .stopped(.string) }
            case 0x7B, 0x5B:
                guard open(byte, into: nodes) else { return .stopped(.depth) }
                if text[position] == closer { break }
                guard byte == 0x7B else {
                    members = 1
                    continue
                }
                if let failure = scanName(expecting: .memberOrEnd, into: nodes) { return .stopped(failure) }
                continue
            case 0x2D, 0x30...0x39:
                if let failure = scanNumber(byte, into: nodes) { return .stopped(failure) }
            default:
                guard scanWord(byte, into: nodes) else { return .stopped(stepOfValue(nodes)) }
            }
            if let outcome = scanSeparators(into: nodes) { return outcome }
        }
    }

    /// Reads what stands between a value and the next: commas, the ends of containers, names, the end of the text.
    ///
    /// - Returns: How the scan ended, or nil if a value follows.
    @inline(__always)
    private mutating func scanSeparators(into nodes: UnsafeJSONNodes) -> JSONScanOutcome? {
        while true {
            skipWhiteSpace()
            let byte = text[position]
            if byte == 0x2C, closer != 0 {
                position &+= 1
                skipWhiteSpace()
                if Grammar.isLenient, quirks.contains(.trailingCommas), text[position] == closer { continue }
                guard closer == 0x7D else {
                    members &+= 1
                    return nil
                }
                if let failure = scanName(expecting: .member, into: nodes) { return .stopped(failure) }
                return nil
            }
            guard byte == closer else { return .stopped(.commaOrEnd) }
            guard closer != 0 else { return position == text.count ? .done : .stopped(.commaOrEnd) }
            close(in: nodes)
        }
    }

    /// What was expected where a value is wrong.
    private func stepOfValue(_ nodes: UnsafeJSONNodes) -> JSONScanStep {
        let isFirst = closer == 0x5D && members == 1 && count == parent + 1
        return isFirst ? .elementOrEnd : .value
    }
}
