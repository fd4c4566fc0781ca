// Why: nodes are written straight into the uninitialised storage of an array, and bytes are read straight from the body.
//
// Bound: the pointers live inside of the closures that lend them. `UnsafeJSONText` and `UnsafeJSONNodes` state what the
// scanner keeps to; the array is told the number of nodes the scanner has written, all of them in order from the front.

import DecantCore

extension JSONParser {
    /// Scans the whole text, giving the scanner more room as often as it needs some.
    ///
    /// - Returns: How it ended, the nodes written up to there, and the scanner, which knows where.
    @inline(__always)
    func scan() -> (JSONScanOutcome, [JSONNode], JSONScanner) {
        unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, of: body)
            var scanner = JSONScanner(text, options: options)
            var outcome = JSONScanOutcome.needsRoom
            var nodes = Self.fill(&scanner, &outcome, [], capacity: firstCapacity)
            while case .needsRoom = outcome, scanner.count <= mostCapacity - 2 {
                let capacity = nextCapacity(after: scanner.count, at: scanner.position)
                nodes = Self.fill(&scanner, &outcome, nodes, capacity: capacity)
            }
            return (outcome, nodes, scanner)
        }
    }

    /// Runs the scanner with room behind the nodes it has written already.
    @inline(__always)
    private static func fill(
        _ scanner: inout JSONScanner,
        _ outcome: inout JSONScanOutcome,
        _ written: consuming [JSONNode],
        capacity: Int
    ) -> [JSONNode] {
        unsafe [JSONNode](unsafeUninitializedCapacity: capacity) { buffer, count in
            let room = unsafe UnsafeJSONNodes(buffer, capacity: capacity)
            room.copy(written)
            outcome = scanner.run(into: room)
            while case .stopped(let step) = outcome, let next = scanner.recover(from: step, into: room) {
                outcome = next
            }
            count = scanner.count
        }
    }
}
