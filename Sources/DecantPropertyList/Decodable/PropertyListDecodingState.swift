import DecantCore

/// What all decoders and containers of one decoding share: the document, the options, and where each level stands.
///
/// The decoders keep it alive, so that one that escapes from `init(from:)` stays usable. It is never shared between
/// decodings: a document may be decoded by many threads at once.
final class PropertyListDecodingState {
    let document: PropertyListDocument
    let tape: UnsafePropertyListTape
    let top: Int
    let strategies: ScalarStrategies
    let userInfo: [CodingUserInfoKey: Any]
    let scratch: UnsafePropertyListScratch

    /// Whether numbers and truth values are written as strings, since the format has nothing else.
    let readsStrings: Bool

    /// The hash tables of the dictionaries that need one.
    private var tables: [UInt32: PropertyListKeyTable] = [:]

    /// The frames of dictionaries in which many keys were passed before another one on the same level took their place;
    /// without it, questions to two dictionaries in turn would never add up.
    private var parked: [UInt32: PropertyListFrame] = [:]

    init(
        _ document: PropertyListDocument,
        at top: Int,
        strategies: ScalarStrategies,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.document = document
        self.top = top
        self.strategies = strategies
        self.userInfo = userInfo.isEmpty ? [:] : userInfo.mapValues { $0 }
        readsStrings = document.format == .openStep
        tape = UnsafePropertyListTape(document)
        scratch = UnsafePropertyListScratch()
    }

    deinit {
        scratch.deallocate()
    }

    /// The hash table of a dictionary, made when it is first asked for.
    func table(for dictionary: Int) -> PropertyListKeyTable {
        let key = UInt32(truncatingIfNeeded: dictionary)
        if let table = tables[key] { return table }
        let table = PropertyListKeyTable(dictionary, tape)
        tables[key] = table
        return table
    }

    /// Gives the frame of a depth to a container, unless it has it already.
    @inline(__always)
    func claim(_ container: Int, _ depth: Int) {
        scratch.reserve(depth)
        if scratch[depth].container != UInt32(truncatingIfNeeded: container) { change(to: container, depth) }
    }

    @inline(never)
    private func change(to container: Int, _ depth: Int) {
        let old = scratch[depth]
        if old.wasted >= 256 { parked[old.container] = old }
        let returning = parked.isEmpty ? nil : parked.removeValue(forKey: UInt32(truncatingIfNeeded: container))
        scratch[depth] = returning ?? PropertyListFrame(container, end: tape.end(of: container))
    }
}
