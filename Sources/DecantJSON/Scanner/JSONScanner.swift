import DecantDocument

// One pass over the text, without recursion: the scanner knows the container it is in, and finds the one around it
// through the node of the open container, where the link to it is kept until the container is closed.
//
// Positions are tested against nothing: the zero behind the text is not white space, no digit, and nothing that a string
// may contain, so every path of the scanner stops at it (see PaddedBytes).

/// Turns a JSON text into nodes, or stops at the first byte that is wrong.
struct JSONScanner<Lines: JSONLineCounting> {
    let text: PaddedBytes
    let lines: Lines
    let depthLimit: Int
    let numberLimit: Int
    let removesNullMembers: Bool
    let removesNullElements: Bool

    /// Where the scanner is.
    var place: JSONScanPlace

    /// Whether the rest of the text is read piece by piece, and nothing irregular was met yet.
    var isRegular: Bool

    /// Where the name or the string began in which the scanner stopped.
    var nameStart = 0

    /// What is accepted although JSON forbids it, and what of it was needed; looked at only where the text is wrong.
    let quirks: JSON.Quirks
    var quirksNeeded: JSON.Quirks = []

    @inline(__always)
    init(_ text: PaddedBytes, _ lines: Lines, options: JSONScanOptions) {
        self.text = text
        self.lines = lines
        depthLimit = options.depthLimit
        numberLimit = options.numberLimit
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
        isRegular = UnsafeJSONTokens.areFound && text.count >= options.pieces.textLength
        place = JSONScanPlace(position: text.skipWhiteSpace(at: 0, lines))
    }

    /// Where it is now, and how it came to this.
    @inline(__always)
    func end(_ outcome: JSONScanOutcome) -> JSONScanEnd {
        JSONScanEnd(outcome: outcome, place: place, quirksNeeded: quirksNeeded, line: lines.line)
    }
}
