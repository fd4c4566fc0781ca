package import DecantCore

extension FlatDocument {
    /// Decodes a value of the document as a `Decodable` type.
    ///
    /// A document can be decoded any number of times, also by several threads simultaneously.
    ///
    /// - Parameters:
    ///   - index: The node of the value.
    ///   - rules: The rules for reading values.
    ///   - memory: The memory of earlier decodings in the same series; nil for a single decoding.
    ///   - findings: The findings; findings about skipped elements are appended.
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
            memory?.take(for: self, at: top, rules) ?? DecodingState(self, at: top, rules, isOfStream: memory != nil)
        do {
            let value = try state.value(type, top, 0)
            if state.skipsElements, let skipped = state.skipped { findings += skipped.findings }
            memory?.keep(consume state)
            return value
        } catch {
            let failure = state.failure(error)
            throw state.skipped?.completed(failure) ?? failure
        }
    }
}

/// The memory of successive decodings, such as the decodings of a stream's items.
///
/// Each decoding reuses the state of the previous one, unless one of its decoders has escaped. Only one task at a time
/// may use it.
package final class DecodingMemory {
    private var state: DecodingState?

    /// Creates memory for one series of decodings.
    package init() {}

    /// Returns the state of the last decoding, for another decoding with the same rules.
    fileprivate func take(for document: FlatDocument, at top: Int, _ rules: DecodingRules) -> DecodingState? {
        guard let kept = state.take(), kept.rules === rules else { return nil }
        kept.begin(document, at: top)
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
    let skipsElements: Bool
    /// Whether the document is an item of a stream.
    ///
    /// The serializer of a stream has no path.
    let isOfStream: Bool
    let userInfo: [CodingUserInfoKey: Any]

    let scratch = DecodingScratch()

    /// The hash tables of objects with many lookups.
    private var tables: [UInt32: NameTable]?

    /// The cursors of objects that lost their level's cursor to another object after many names were passed.
    ///
    /// Without them, the counts of alternating lookups in two objects would never add up.
    private var parked: [UInt32: DecodingCursor]?

    /// The skipped elements of arrays.
    var skipped: SkippedElements?

    init(_ document: FlatDocument, at top: Int, _ rules: DecodingRules, isOfStream: Bool) {
        source = document
        self.top = top
        self.isOfStream = isOfStream
        convertsNames = rules.convertsNames
        skipsElements = !rules.badElements.isEmpty
        if skipsElements { skipped = SkippedElements(rules.badElements) }
        userInfo = rules.strategies.userInfo.isEmpty ? [:] : rules.strategies.userInfo.mapValues { $0 }
        self.rules = rules
    }

    // MARK: - Unsafe
    //
    // Bound: the document is nil only between two decodings, while only the memory that keeps the state refers to it.

    @inline(__always)
    var document: FlatDocument { unsafe source.unsafelyUnwrapped }

    /// Begins another decoding with the same rules.
    fileprivate func begin(_ document: FlatDocument, at top: Int) {
        source = document
        self.top = top
    }

    /// Ends a decoding and releases its document, before another decoding with the same rules.
    fileprivate func end() {
        source = nil
        scratch.removeCursors()
        tables = nil
        parked = nil
        if skipsElements { skipped = SkippedElements(rules.badElements) }
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
    func checkObject(_ node: Int, _ depth: Int) throws {
        guard document[node].kind == .object else { throw mismatch([String: Any].self, node, depth) }
        claim(node, depth)
    }
}

// MARK: - Lookup

extension DecodingState {
    /// Finds the first member of an object with a key.
    ///
    /// - Parameters:
    ///   - object: The node of the object.
    ///   - depth: The level of the object, counted from the top of the decoding.
    /// - Returns: The node of the value, or -1 if no member has the key.
    @inline(never)
    func find(_ key: String, in object: Int, depth: Int) -> Int {
        guard _fastPath(scratch[depth].isPlain(object)) else { return findConverted(key, object, depth) }
        return MemberName.with(key) { name in
            let value = scratch[depth].members.takeNext(name, document)
            if _fastPath(value >= 0) {
                scratch[depth].child = UInt32(truncatingIfNeeded: value)
                return value
            }
            return name.mayBe(in: scratch[depth].members.all) ? search(name, object, depth) : -1
        }
    }

    /// Finds the first member of an object with a key, but returns -1 if its value is null.
    func findUnlessNull(_ key: String, in object: Int, depth: Int) -> Int {
        let value = find(key, in: object, depth: depth)
        return value < 0 || document[value].kind.isNull ? -1 : value
    }

    /// Finds a member that is not the next one, and counts the names that were passed.
    ///
    /// A single pass forward does not reach the bound. It is counted nevertheless, because a cursor may be lost and the
    /// pass repeated.
    @inline(never)
    private func search(_ name: MemberName, _ object: Int, _ depth: Int) -> Int {
        var passed = Int(scratch[depth].passed)
        let value = scratch[depth].members.search(name, in: object, of: document, passed: &passed)
        scratch[depth].passed = UInt32(clamping: passed)
        // Too many for the size of the object: hash its names from now on.
        if passed > 4 &* document[object].count &+ 512 { scratch[depth].plainObject = .max }
        if value >= 0 { scratch[depth].child = UInt32(truncatingIfNeeded: value) }
        return value
    }

    /// Finds a member of an object that has lost its cursor, or whose names are converted or hashed.
    @inline(never)
    private func findConverted(_ key: String, _ object: Int, _ depth: Int) -> Int {
        claim(object, depth)
        if scratch[depth].isPlain(object) { return find(key, in: object, depth: depth) }
        guard let value = table(for: object, depth: depth).value(named: key) else { return -1 }
        scratch[depth].child = UInt32(truncatingIfNeeded: value)
        return value
    }

    /// Returns the hash table of an object, which is created on first use.
    func table(for object: Int, depth: Int) -> NameTable {
        let key = UInt32(truncatingIfNeeded: object)
        if let table = tables?[key] { return table }
        let table = NameTable(object, document) { name(at: $0, in: object, depth: depth) }
        if tables == nil { tables = [:] }
        tables?[key] = table
        return table
    }
}

/// The members of one object by key; of several members with the same key, the first.
///
/// Swift's hasher is randomly seeded, so names cannot be chosen to collide.
struct NameTable {
    private var values: [UTF8Key: UInt32]

    /// Creates a table of the members of an object.
    ///
    /// - Parameters:
    ///   - object: The node of the object.
    ///   - name: A closure that returns the key of a name node.
    init(_ object: Int, _ document: FlatDocument, name: (Int) -> String) {
        var values = [UTF8Key: UInt32](minimumCapacity: document[object].count)
        document.forEachName(in: object) { member in
            let key = UTF8Key(text: name(member))
            if values[key] == nil { values[key] = UInt32(truncatingIfNeeded: member &+ 1) }
        }
        self.values = values
    }

    /// Returns the node of the value with a key, or nil if no member has the key.
    func value(named name: String) -> Int? {
        values[UTF8Key(text: name)].map { Int($0) }
    }
}

// MARK: - Names

extension DecodingState {
    /// Returns the coding key of a name node as text.
    func name(at node: Int, in object: Int, depth: Int) -> String {
        key(at: node, in: object, depth: depth).stringValue
    }

    /// Returns the coding key of a name node.
    func key(at node: Int, in object: Int, depth: Int) -> any CodingKey {
        let written = document.string(at: node)
        if keepsNames(object, depth) { return DocumentKey(stringValue: written) }
        if let convert = rules.strategies.key {
            return convert(path(to: object, depth: depth) + [DocumentKey(stringValue: written)])
        }
        return DocumentKey(stringValue: rules.options.keys.key(for: written))
    }

    private func keepsNames(_ object: Int, _ depth: Int) -> Bool {
        guard convertsNames, scratch.hasCursor(depth) else { return !convertsNames }
        return scratch[depth].container == UInt32(truncatingIfNeeded: object) && scratch[depth].keepsNames
    }

    /// Returns the keys of an object in the order of the document, without duplicates.
    func names(of object: Int, depth: Int) -> [String] {
        claim(object, depth)
        var names: [String] = []
        var known: Set<UTF8Key> = []
        let isSingle = document[object].count == 1
        document.forEachName(in: object) { member in
            let name = name(at: member, in: object, depth: depth)
            if isSingle || known.insert(UTF8Key(text: name)).inserted { names.append(name) }
        }
        return names
    }
}

/// The rules for reading the values of a document, from the format and the caller's options.
///
/// A class, because rules are passed on with each decoding and contain many references.
package final class DecodingRules: Sendable {
    /// The decoding options.
    let options: DecodingOptions

    /// The custom functions and objects.
    let strategies: CustomStrategies

    /// Whether numbers and Boolean values are read from strings, for formats that have no other scalars.
    let readsStrings: Bool

    /// The path to the part of the document to decode.
    let path: JSONPointer

    /// The maximum number of elements to skip, by the path to the array.
    let badElements: [JSONPointer: Int]

    /// Whether only a part of the document is decoded.
    let hasPath: Bool

    /// Creates rules.
    package init<Options: DecodableFormatOptions>(
        _ options: Options,
        _ strategies: CustomStrategies,
        readsStrings: Bool = false
    ) where Options.Path == JSONPointer {
        self.options = options.decoding
        self.strategies = strategies
        self.readsStrings = readsStrings
        path = options.path
        badElements = options.badElements
        hasPath = path != .root
    }

    /// Whether keys differ from the names as written.
    var convertsNames: Bool { options.keys != .useDefaultKeys || strategies.key != nil }
}
