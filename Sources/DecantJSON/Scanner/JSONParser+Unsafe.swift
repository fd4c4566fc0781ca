// Why: nodes are written straight into the uninitialised storage of an array, and bytes are read straight from the body.
//
// Bound: the pointers live inside of the closures that lend them. `UnsafeJSONText` and `UnsafeJSONNodes` state what the
// scanner keeps to; the array is told the number of nodes the scanner has written, all of them in order from the front.

import DecantCore

extension JSONParser {
    /// Scans the whole text, giving the scanner more room as often as it needs some.
    ///
    /// - Returns: How it ended, the nodes written up to there, and the scanner, which knows where.
    func scan<Grammar: JSONGrammar>(by grammar: Grammar.Type) -> (JSONScanOutcome, [JSONNode], JSONScanner<Grammar>) {
        unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, of: body)
            var scanner = JSONScanner<Grammar>(text, options: options, limits: limits)
            var outcome = JSONScanOutcome.needsRoom
            var nodes: [JSONNode] = []
            var capacity = firstCapacity
            while true {
                let written = nodes
                nodes = []
                nodes = unsafe [JSONNode](unsafeUninitializedCapacity: capacity) { buffer, count in
                    let room = unsafe UnsafeJSONNodes(buffer, capacity: capacity)
                    room.copy(written)
                    outcome = scanner.run(into: room)
                    count = scanner.count
                }
                guard case .needsRoom = outcome, capacity < mostCapacity else { return (outcome, nodes, scanner) }
                capacity = nextCapacity(after: scanner.count, at: scanner.position)
            }
        }
    }
}
