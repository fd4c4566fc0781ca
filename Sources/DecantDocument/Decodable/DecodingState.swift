package import DecantCore

extension FlatDocument {
    /// Decodes a value of the document as a `Decodable` type.
    ///
    /// A document can be decoded any number of times, also by several threads simultaneously.
    ///
    /// - Parameters:
    ///   - memory: The memory of earlier decodings in the same series, or nil for a single decoding.
    ///   - findings: The findings; those about skipped elements and unmatched keys are appended.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the position in the text.
    package func decode<Value: Decodable>(
        _ type: Value.Type,
        at index: Int,
        _ rules: DecodingRules,
        in memory: DecodingMemory? = nil,
        findings: inout [Finding]
    ) throws(ResponseError) -> Value {
        let top = rules.hasPath ? try node(at: rules.path, from: index) : index
        let state =
            memory?.reuse(for: self, at: top, rules) ?? DecodingState(self, at: top, rules, isStreamItem: memory != nil)
        do {
            let value = try state.value(type, DocumentLocation(top, 0))
            if state.skipsElements, let skipped = state.skipped {
                findings += skipped.findings
                // An item of a stream may lack the array.
                if skipped.hasUnusedPaths, !state.isStreamItem {
                    findings += skipped.unusedPaths(under: path(to: top), at: sourceOffset(of: top))
                }
            }
            if state.convertsNames { findings += state.unmatched.findings }
            if state.converts || state.rules.options.acceptsMissingTimeZones {
                state.leniences?.removeAll(into: &findings, isStreamItem: state.isStreamItem)
            }
            memory?.keep(consume state)
            return value
        } catch {
            findings += state.unmatched.findings
            state.leniences?.removeAll(into: &findings, isStreamItem: state.isStreamItem)
            let failure = state.failure(error)
            throw state.skipped?.completed(failure, under: path(to: top)) ?? failure
        }
    }
}

/// The memory of successive decodings, such as the decodings of a stream's items.
///
/// Each decoding reuses the state of the previous one, unless one of its decoders has escaped. Only one task at a time
/// may use it.
package final class DecodingMemory {
    private var state: DecodingState?
    package init() {}

    /// Returns the state of the last decoding, for another decoding with the same rules.
    fileprivate func reuse(for document: FlatDocument, at top: Int, _ rules: DecodingRules) -> DecodingState? {
        guard let kept = state.take(), kept.rules === rules else { return nil }
        kept.start(document, at: top)
        return kept
    }

    /// Keeps the state of a completed decoding, without its document.
    fileprivate func keep(_ ended: consuming DecodingState) {
        guard isKnownUniquelyReferenced(&ended) else { return }
        ended.end()
        state = ended
    }
}

/// The state that all decoders and containers of one decoding share: the document, the rules, and the state of each
/// level.
///
/// The decoders keep it alive, so a decoder that escapes from `init(from:)` stays usable. It is never shared between
/// decodings.
final class DecodingState {
    private var source: FlatDocument?
    private(set) var top: Int
    let rules: DecodingRules
    let convertsNames: Bool
    /// The conversion of names, unless a custom function converts them.
    let conversion: DecodingOptions.Keys
    /// The keys that a custom function returned, or nil without one.
    let memo: KeyMemo?
    let skipsElements: Bool
    /// Whether values that do not have the requested type may be converted.
    let converts: Bool
    /// Whether the document is an item of a stream.
    ///
    /// The serializer of a stream has no path.
    let isStreamItem: Bool
    let userInfo: [CodingUserInfoKey: Any]

    let scratch: DecodingScratch

    /// The hash tables of objects with many lookups.
    var tables: [UInt32: NameTable]?

    /// The cursors of objects that lost their level's cursor to another object after many names were passed.
    ///
    /// Without them, the counts of alternating lookups in two objects would never add up.
    private var parked: [UInt32: DecodingCursor]?

    /// The skipped elements of arrays.
    var skipped: SkippedElements?

    /// The absent keys that are names before their conversion.
    var unmatched = UnmatchedKeys()

    /// The values that were accepted although they do not have the requested form.
    var leniences: Leniences?

    init(_ document: FlatDocument, at top: Int, _ rules: DecodingRules, isStreamItem: Bool) {
        source = document
        self.top = top
        self.isStreamItem = isStreamItem
        convertsNames = rules.convertsNames
        conversion = rules.options.keys
        memo = rules.strategies.key.map(KeyMemo.init)
        skipsElements = !rules.badElements.isEmpty
        converts = !rules.options.conversions.isEmpty
        scratch = DecodingScratch(converts: converts)
        if skipsElements { skipped = SkippedElements(rules.badElements, names: \.names) }
        userInfo = rules.strategies.userInfo.isEmpty ? [:] : rules.strategies.userInfo.mapValues { $0 }
        self.rules = rules
    }

    // MARK: - Unsafe
    //
    // Bound: the document is nil only between two decodings, while only the memory that keeps the state refers to it.

    @inline(__always)
    var document: FlatDocument { unsafe source.unsafelyUnwrapped }

    /// Begins another decoding with the same rules.
    fileprivate func start(_ document: FlatDocument, at top: Int) {
        source = document
        self.top = top
    }

    /// Ends a decoding and releases its document, before another decoding with the same rules.
    fileprivate func end() {
        source = nil
        scratch.removeCursors()
        tables = nil
        parked = nil
        if convertsNames { unmatched.removeFindings() }
        if skipsElements { skipped = SkippedElements(rules.badElements, names: \.names) }
    }

    /// Assigns the cursor of a level to a container, unless the container already has it.
    func claim(_ container: Int, _ depth: Int) {
        scratch.reserve(depth)
        if scratch[depth].container != UInt32(truncatingIfNeeded: container) { change(to: container, depth) }
    }

    @inline(never)
    private func change(to container: Int, _ depth: Int) {
        if _slowPath(parked != nil || scratch[depth].passed >= Self.parkedLimit) { return unpark(container, depth) }
        scratch[depth] = DecodingCursor(container, end: document[container].end, isPlain: !convertsNames)
    }

    @inline(never)
    private func unpark(_ container: Int, _ depth: Int) {
        let old = scratch[depth]
        var parked = self.parked.take() ?? [:]
        if old.passed >= Self.parkedLimit { parked[old.container] = old }
        let returning = parked.removeValue(forKey: UInt32(truncatingIfNeeded: container))
        scratch[depth] = returning ?? DecodingCursor(container, end: document[container].end, isPlain: !convertsNames)
        self.parked = parked.isEmpty ? nil : parked
    }

    private static let parkedLimit = 256

    /// Records the array element that is being decoded.
    func enter(_ element: Int, position: Int, of array: Int, _ depth: Int) {
        claim(array, depth)
        scratch[depth].child = UInt32(truncatingIfNeeded: element)
        scratch[depth].position = UInt32(truncatingIfNeeded: position)
    }

    /// Records the dictionary member that is being decoded.
    func enterMember(_ name: Int, of object: Int, _ depth: Int) {
        claim(object, depth)
        scratch[depth].child = UInt32(truncatingIfNeeded: name &+ 1)
        scratch[depth].keepsNames = true
    }

    /// Checks that a value is an object, and prepares for its members.
    func checkObject(_ location: DocumentLocation) throws {
        if _slowPath(document[location.node].kind != .object) { try convertObject(location) }
        claim(location.node, location.depth)
    }
}

/// The rules for reading the values of a document, from the format and the caller's options.
///
/// A class, because rules are passed on with each decoding and contain many references.
package final class DecodingRules: Sendable {
    let options: DecodingOptions

    /// Whether any type has a custom conversion from a scalar.
    let hasScalars: Bool

    /// Whether numbers and Boolean values are read from strings, for formats that have no other scalars.
    let readsStrings: Bool

    /// The path to the part of the document to decode.
    let path: JSONPointer

    /// The maximum number of elements to skip, by the path to the array.
    let badElements: [JSONPointer: Int]

    /// Whether only a part of the document is decoded.
    let hasPath: Bool
    package init<Options: FormatOptions>(_ options: Options, readsStrings: Bool = false)
    where Options.Path == JSONPointer {
        self.options = options.decoding
        hasScalars = options.decoding.strategies.hasScalars
        self.readsStrings = readsStrings
        path = options.path
        badElements = options.badElements
        hasPath = path != .root
    }

    var strategies: CustomStrategies { options.strategies }

    /// Whether keys differ from the names as written.
    var convertsNames: Bool { options.keys != .useDefaultKeys || strategies.key != nil }
}
