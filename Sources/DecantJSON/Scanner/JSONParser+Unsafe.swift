// Why: bytes are read straight from the body, and line ends are counted in memory.
//
// Bound: the pointers live inside of the closures that lend them, outside of which the scanner is not run any more;
// `UnsafeJSONText` states what it keeps to.

import DecantCore

extension JSONParser {
    /// The length from which on line ends are counted while the text is read.
    private static let countedLength = 4 << 20

    /// Scans a text, giving the scanner more room as often as it needs some.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted.
    ///   - nodes: An empty list, to which the nodes are appended.
    ///   - room: How many nodes there can be.
    /// - Returns: Where and how it ended.
    @inline(__always)
    static func scan(
        _ body: borrowing ResponseBody,
        _ options: JSONScanOptions,
        into nodes: inout UnsafeJSONNodeList,
        _ room: JSONRoom
    ) -> JSONScanEnd {
        let start = body.start
        let count = body.count
        return unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, from: start, count: count)
            if _fastPath(count < countedLength) { return scan(text, JSONUncountedLines(), options, into: &nodes, room) }
            return scanCounting(text, options, into: &nodes, room)
        }
    }

    @inline(never)
    private static func scanCounting(
        _ text: UnsafeJSONText,
        _ options: JSONScanOptions,
        into nodes: inout UnsafeJSONNodeList,
        _ room: JSONRoom
    ) -> JSONScanEnd {
        var lineEnds: UInt64 = 0
        return unsafe withUnsafeMutablePointer(to: &lineEnds) { cell in
            scan(text, unsafe UnsafeJSONCountedLines(cell), options, into: &nodes, room)
        }
    }

    @inline(__always)
    private static func scan<Lines: JSONLineCounting>(
        _ text: UnsafeJSONText,
        _ lines: Lines,
        _ options: JSONScanOptions,
        into nodes: inout UnsafeJSONNodeList,
        _ room: JSONRoom
    ) -> JSONScanEnd {
        var scanner = JSONScanner(text, lines, options: options)
        var outcome = nodes.fill { scanner.run(into: &$0) }
        if case .done = outcome { return scanner.end(.done) }
        outcome = goOn(after: outcome, &scanner, &nodes, room)
        return scanner.end(outcome)
    }

    /// Gives the scanner more room, or lets it go on behind something that a quirk allows, as long as there is either.
    @inline(never)
    private static func goOn<Lines: JSONLineCounting>(
        after first: JSONScanOutcome,
        _ scanner: inout JSONScanner<Lines>,
        _ nodes: inout UnsafeJSONNodeList,
        _ room: JSONRoom
    ) -> JSONScanOutcome {
        var outcome = first
        var capacity = room.first
        while true {
            if nodes.count > capacity - 2 {
                // The limit on nodes is exceeded when there is no more room.
                guard nodes.count <= room.most - 2 else { return .needsRoom }
                capacity = room.next(after: nodes.count, at: scanner.place.position)
                nodes.grow(to: capacity)
            }
            switch outcome {
            case .done: return outcome
            case .needsRoom:
                outcome = nodes.fill { scanner.run(into: &$0) }
            case .stopped(let step):
                guard !scanner.quirks.isEmpty else { return outcome }
                var next: JSONScanOutcome?
                outcome = nodes.fill { room in
                    next = scanner.recover(from: step, into: &room)
                    return next ?? outcome
                }
                guard next != nil else { return outcome }
            }
        }
    }
}
