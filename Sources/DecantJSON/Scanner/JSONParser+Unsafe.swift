// Why: bytes are read straight from the body.
//
// Bound: the pointer lives inside of the closure that lends it; `UnsafeJSONText` states what the scanner keeps to.

import DecantCore

extension JSONParser {
    /// Scans a text, giving the scanner more room as often as it needs some.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted.
    ///   - nodes: An empty list, to which the nodes are appended.
    ///   - room: How many nodes there can be.
    /// - Returns: How it ended, and the scanner, which knows where.
    @inline(__always)
    static func scan(
        _ body: borrowing ResponseBody,
        _ options: JSONScanOptions,
        into nodes: inout UnsafeJSONNodeList,
        _ room: JSONRoom
    ) -> (JSONScanOutcome, JSONScanner) {
        let start = body.start
        let count = body.count
        return unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, from: start, count: count)
            var scanner = JSONScanner(text, options: options)
            var outcome = nodes.fill { scanner.run(into: &$0) }
            if case .done = outcome { return (outcome, scanner) }
            outcome = goOn(after: outcome, &scanner, &nodes, room)
            return (outcome, scanner)
        }
    }

    /// Gives the scanner more room, or lets it go on behind something that a quirk allows, as long as there is either.
    @inline(never)
    private static func goOn(
        after first: JSONScanOutcome,
        _ scanner: inout JSONScanner,
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
