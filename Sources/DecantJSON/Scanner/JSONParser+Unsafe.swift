// Why: nodes are written straight into the uninitialised storage of an array, and bytes are read straight from the body.
//
// Bound: the pointers live inside of the closures that lend them. `UnsafeJSONText` and `UnsafeJSONNodes` state what the
// scanner keeps to; the array is told the number of nodes the scanner has written, all of them in order from the front.

import DecantCore

extension JSONParser {
    /// Scans a text, giving the scanner more room as often as it needs some.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted.
    ///   - nodes: An empty array, to which the nodes are appended.
    /// - Returns: How it ended, and the scanner, which knows where.
    @inline(__always)
    static func scan(
        _ body: borrowing ResponseBody,
        _ options: JSONScanOptions,
        into nodes: inout [JSONNode]
    ) -> (JSONScanOutcome, JSONScanner) {
        let start = body.start
        let count = body.count
        return unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, from: start, count: count)
            let room = JSONRoom(textLength: count, nodeLimit: options.nodeLimit)
            var scanner = JSONScanner(text, options: options)
            var outcome = fill(&nodes, upTo: room.first) {
                scanner.run(into: $0)
            } to: {
                scanner.count
            }
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
        _ nodes: inout [JSONNode],
        _ room: JSONRoom
    ) -> JSONScanOutcome {
        var outcome = first
        var capacity = room.first
        while true {
            if scanner.count > capacity - 2 {
                // The limit on nodes is exceeded when there is no more room.
                guard scanner.count <= room.most - 2 else { return .needsRoom }
                capacity = room.next(after: scanner.count, at: scanner.position)
            }
            switch outcome {
            case .done: return outcome
            case .needsRoom:
                outcome = fill(&nodes, upTo: capacity) {
                    scanner.run(into: $0)
                } to: {
                    scanner.count
                }
            case .stopped(let step):
                guard !scanner.quirks.isEmpty else { return outcome }
                var next: JSONScanOutcome?
                outcome = fill(&nodes, upTo: capacity) { room in
                    next = scanner.recover(from: step, into: room)
                    return next ?? outcome
                } to: {
                    scanner.count
                }
                guard next != nil else { return outcome }
            }
        }
    }

    /// Lends the scanner room behind the nodes it has written already.
    ///
    /// The room is reserved before it is asked for: only so does the compiler know the type of what it allocates.
    ///
    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - capacity: How many nodes there is room for, those already written among them.
    ///   - run: Writes nodes.
    ///   - count: How many nodes are written after that.
    /// - Returns: How the run ended.
    @inline(__always)
    private static func fill(
        _ nodes: inout [JSONNode],
        upTo capacity: Int,
        _ run: (UnsafeJSONNodes) -> JSONScanOutcome,
        to count: () -> Int
    ) -> JSONScanOutcome {
        let written = nodes.count
        var outcome = JSONScanOutcome.needsRoom
        nodes.reserveCapacity(capacity)
        nodes.append(addingCapacity: capacity - written) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, added in
                let base = unsafe buffer.baseAddress.unsafelyUnwrapped - written
                outcome = run(unsafe UnsafeJSONNodes(base, capacity: written + buffer.count, count: written))
                added = count() - written
            }
        }
        return outcome
    }
}
