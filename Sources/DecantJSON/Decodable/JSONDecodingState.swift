import DecantCore

/// What all decoders and containers of one decoding share: the document, the options, and where each level stands.
///
/// The decoders keep it alive, so that one that escapes from `init(from:)` stays usable. It is never shared between
/// decodings: a document may be decoded by many threads at once.
final class JSONDecodingState {
    let document: JSONDocument
    let tape: UnsafeJSONTape
    let top: Int
    let options: JSONDecodingOptions
    let hooks: JSONDecodingHooks
    let userInfo: [CodingUserInfoKey: Any]
    let convertsNames: Bool
    let scratch: UnsafeJSONScratch

    /// The hash tables of the objects that need one.
    private var tables: [UInt32: JSONNameTable] = [:]

    /// The frames of objects in which many names were passed before another one on the same level took their place;
    /// without it, questions to two objects in turn would never add up.
    private var parked: [UInt32: JSONFrame] = [:]

    init(_ document: JSONDocument, at top: Int, options: JSONDecodingOptions, hooks: JSONDecodingHooks) {
        self.document = document
        self.top = top
        self.options = options
        self.hooks = hooks
        tape = UnsafeJSONTape(document)
        userInfo = hooks.userInfo.isEmpty ? [:] : hooks.userInfo.mapValues { $0 }
        convertsNames = hooks.key != nil || options.keys == .convertFromSnakeCase
        scratch = UnsafeJSONScratch()
    }

    deinit {
        scratch.deallocate()
    }

    /// The hash table of an object, made when it is first asked for.
    func table(for object: Int, depth: Int) -> JSONNameTable {
        let key = UInt32(truncatingIfNeeded: object)
        if let table = tables[key] { return table }
        let table = JSONNameTable(object, tape) { name(at: $0, in: object, depth: depth) }
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
        scratch[depth] = returning ?? JSONFrame(container, end: tape[container].end, isPlain: !convertsNames)
    }
}
