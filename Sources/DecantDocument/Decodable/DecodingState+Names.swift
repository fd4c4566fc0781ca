package import DecantCore

// MARK: - Lookup

extension DecodingState {
    /// Finds the first member of an object with a key.
    ///
    /// - Returns: The node of the value, or -1 if no member has the key.
    @inline(never)
    func find(_ key: String, in object: Int, depth: Int) -> Int {
        guard _fastPath(scratch[depth].isPlain(object)) else { return findOtherwise(key, object, depth) }
        return MemberName.with(key) { name in
            let value = scratch[depth].members.matchNext(name, document)
            if _fastPath(value >= 0) {
                scratch[depth].child = UInt32(truncatingIfNeeded: value)
                return value
            }
            return name.mayBe(in: scratch[depth].members.all) ? search(name, object, depth) : -1
        }
    }

    /// Finds the first member of an object with a key, but returns -2 if its value is nil.
    func findUnlessNull(_ key: String, in object: Int, depth: Int) -> Int {
        let value = find(key, in: object, depth: depth)
        guard value >= 0 else { return -1 }
        return isNull(DocumentLocation(value, depth &+ 1)) ? -2 : value
    }

    /// Finds a member that is not the next one, and counts the names that were passed.
    @inline(never)
    private func search(_ name: MemberName, _ object: Int, _ depth: Int) -> Int {
        var passed = Int(scratch[depth].passed)
        let value = scratch[depth].members.search(name, in: object, of: document, passed: &passed)
        recordPassed(passed, object, depth)
        if value >= 0 { scratch[depth].child = UInt32(truncatingIfNeeded: value) }
        return value
    }

    /// Records the number of names that were passed.
    ///
    /// A single pass forward does not reach the bound. It is counted nevertheless, because a cursor may be lost and the
    /// pass repeated.
    private func recordPassed(_ passed: Int, _ object: Int, _ depth: Int) {
        scratch[depth].passed = UInt32(clamping: passed)
        // Too many for the size of the object: hash its names from now on.
        guard passed > 4 &* document[object].count &+ 512 else { return }
        scratch[depth].plainObject = .max
        scratch[depth].usesTable = true
    }

    /// Finds a member of an object that has lost its cursor, or whose names are converted or hashed.
    @inline(never)
    private func findOtherwise(_ key: String, _ object: Int, _ depth: Int) -> Int {
        claim(object, depth)
        if scratch[depth].isPlain(object) { return find(key, in: object, depth: depth) }
        if scratch[depth].usesTable || memo?.isComplete == false { return findInTable(key, object, depth) }
        return MemberName.with(key) { name in
            guard memo == nil else {
                let location = DocumentLocation(object, depth)
                return findConverted(CustomName(name: name, state: self, location: location), object, depth)
            }
            return findConverted(ConvertedName(name, conversion), object, depth)
        }
    }

    private func findInTable(_ key: String, _ object: Int, _ depth: Int) -> Int {
        guard let value = table(for: object, depth: depth).value(named: key) else { return -1 }
        if hasCursor(of: object, depth) { scratch[depth].child = UInt32(truncatingIfNeeded: value) }
        return value
    }

    @inline(__always)
    private func findConverted(_ name: some SoughtName, _ object: Int, _ depth: Int) -> Int {
        // A copy, since a custom function may use a decoder of this decoding.
        var members = scratch[depth].members
        var passed = 0
        var value = members.matchNext(name, document)
        if value < 0 { value = members.searchAny(name, in: object, of: document, passed: &passed) }
        guard hasCursor(of: object, depth) else { return value }
        scratch[depth].members = members
        if value >= 0 { scratch[depth].child = UInt32(truncatingIfNeeded: value) }
        if passed > 0 { recordPassed(Int(scratch[depth].passed) &+ passed, object, depth) }
        return value
    }

    /// Returns whether the cursor of a level is that of an object.
    private func hasCursor(of object: Int, _ depth: Int) -> Bool {
        scratch.hasCursor(depth) && scratch[depth].container == UInt32(truncatingIfNeeded: object)
    }

    /// Returns the hash table of an object, which is created on first use.
    func table(for object: Int, depth: Int) -> NameTable {
        let number = UInt32(truncatingIfNeeded: object)
        if let table = tables?[number] { return table }
        var table = NameTable(capacity: document[object].count)
        forEachName(of: object, depth) { table.insert($0 &+ 1, named: $1) }
        if tables == nil { tables = [:] }
        tables?[number] = table
        return table
    }
}

/// The members of one object by key; of several members with the same key, the first.
///
/// Swift's hasher is randomly seeded, so names cannot be chosen to collide.
struct NameTable {
    private var values: [UTF8Key: UInt32]
    init(capacity: Int) { values = Dictionary(minimumCapacity: capacity) }

    /// Adds the node of a value, unless a member has the key already.
    mutating func insert(_ value: Int, named name: String) {
        let key = UTF8Key(text: name)
        if values[key] == nil { values[key] = UInt32(truncatingIfNeeded: value) }
    }

    /// Returns the node of the value with a key, or nil if no member has the key.
    func value(named name: String) -> Int? {
        values[UTF8Key(text: name)].map { Int($0) }
    }
}

/// A key to find among names that a key strategy converts.
private struct ConvertedName: SoughtName {
    let name: MemberName
    let keys: DecodingOptions.Keys
    /// The hash that the key has in common with its names, or nil if the key is not ASCII.
    let hash: UInt64?

    @inline(__always)
    init(_ name: MemberName, _ keys: DecodingOptions.Keys) {
        self.name = name
        self.keys = keys
        hash = keys.hash(of: name.span)
    }

    var bits: UInt64 { hash.map { MemberName.bits(ofHash: $0) } ?? .max }

    @inline(__always)
    func isSurely(at index: Int, of document: FlatDocument) -> Bool {
        document[index].kind == .string
            && document.withBytes(at: index) { keys.converts(ascii: $0, to: name.span) }
    }

    func isEqual(at index: Int, of document: FlatDocument) -> Bool {
        let isUTF8 = document[index].kind == .string
        let isEqual = isUTF8 ? document.withBytes(at: index) { keys.converts($0, to: name.span) } : nil
        return isEqual ?? name.equals(keys.key(for: document.string(at: index)))
    }

    func bits(at index: Int, of document: FlatDocument) -> UInt64 {
        guard document[index].kind == .string else { return .max }
        return document.withBytes(at: index) { keys.hash(of: $0) }.map { MemberName.bits(ofHash: $0) } ?? .max
    }

    func cost(at index: Int, of document: FlatDocument) -> Int { document.costOfConversion(at: index) }
}

extension FlatDocument {
    /// Returns the number of short names that can be compared in the time for converting a name.
    fileprivate func costOfConversion(at index: Int) -> Int { 1 + withBytes(at: index) { $0.count } / 64 }
}

/// A key to find among names that a custom function converts.
private struct CustomName: SoughtName {
    let name: MemberName
    let state: DecodingState
    let location: DocumentLocation

    var bits: UInt64 { name.bits }

    func isSurely(at index: Int, of document: FlatDocument) -> Bool { isEqual(at: index, of: document) }

    func isEqual(at index: Int, of document: FlatDocument) -> Bool { name.equals(text(at: index)) }

    func bits(at index: Int, of document: FlatDocument) -> UInt64 { MemberName.with(text(at: index)) { $0.bits } }

    func cost(at index: Int, of document: FlatDocument) -> Int { document.costOfConversion(at: index) }

    private func text(at index: Int) -> String {
        let (object, depth) = (location.node, location.depth)
        return state.name(at: index, in: object, depth: depth) { state.path(to: object, depth: depth) }
    }
}

// MARK: - Names

extension DecodingState {
    /// Returns the coding key of a name node as text; `path` is the path of the object.
    func name(at node: Int, in object: Int, depth: Int, _ path: () -> [any CodingKey]) -> String {
        guard let memo, !keepsNames(object, depth) else {
            let written = document.string(at: node)
            return keepsNames(object, depth) ? written : conversion.key(for: written)
        }
        return key(at: node, depth, memo, path).text
    }

    /// Returns the coding key of a name node; `path` is the path of the object.
    func key(at node: Int, in object: Int, depth: Int, _ path: () -> [any CodingKey]) -> any CodingKey {
        guard let memo, !keepsNames(object, depth) else {
            return DocumentKey(stringValue: name(at: node, in: object, depth: depth, path))
        }
        return key(at: node, depth, memo, path).key
    }

    @inline(__always)
    private func key(at node: Int, _ depth: Int, _ memo: KeyMemo, _ path: () -> [any CodingKey]) -> MemoKey {
        guard document[node].kind == .string else {
            return document.string(at: node).withUTF8Bytes { memo.key(for: $0, at: depth, in: path) }
        }
        return document.withBytes(at: node) { memo.key(for: $0, at: depth, in: path) }
    }

    private func keepsNames(_ object: Int, _ depth: Int) -> Bool {
        !convertsNames || hasCursor(of: object, depth) && scratch[depth].keepsNames
    }

    /// Calls a closure with each name node of an object and its coding key.
    private func forEachName(of object: Int, _ depth: Int, _ body: (Int, String) -> Void) {
        lazy var path = path(to: object, depth: depth)
        document.forEachName(in: object) { body($0, name(at: $0, in: object, depth: depth) { path }) }
    }

    /// Returns the keys of an object in the order of the document, without duplicates.
    func names(of object: Int, depth: Int) -> [String] {
        claim(object, depth)
        var names: [String] = []
        var known: Set<UTF8Key> = []
        let isSingle = document[object].count == 1
        forEachName(of: object, depth) { _, name in
            if isSingle || known.insert(UTF8Key(text: name)).inserted { names.append(name) }
        }
        return names
    }
}

// MARK: - Unmatched keys

extension DecodingState {
    /// The number of names to search for a key that a custom function may have converted.
    private static let maxSearched = 4 * MemberNames.maxExamined

    /// Reports that a key is absent although a member has it as its name, if the key of this member is not one of the
    /// type's keys.
    @inline(never)
    func recordAbsence(of key: String, _ type: any CodingKey.Type, in object: Int, _ depth: Int) {
        guard unmatched.isNew(key, of: type) else { return }
        // Otherwise a member with this name would have been found.
        if memo == nil, conversion.key(for: key) == key { return }
        guard let node = member(written: key, of: object, among: memo == nil ? .max : Self.maxSearched) else { return }
        let converted = name(at: node, in: object, depth: depth) { path(to: object, depth: depth) }
        guard converted != key, type.init(stringValue: converted) == nil else { return }
        unmatched.add(
            key,
            of: type,
            member: "the member “\(key.excerpt(40))”",
            as: converted,
            memo == nil ? conversion : nil,
            offset: document.sourceOffset(of: node)
        )
    }

    /// Returns the first of the first members of an object whose name as written equals a text.
    private func member(written text: String, of object: Int, among limit: Int) -> Int? {
        MemberName.with(text) { text in
            var node = object + 1
            var rest = limit
            while node < document[object].end, rest > 0 {
                if document.isName(text, at: node) { return node }
                node = document.next(after: node + 1)
                rest -= 1
            }
            return nil
        }
    }
}

/// The absent keys that are names in the body before their conversion, such as `created_at` with
/// ``DecodingOptions/Keys/convertFromSnakeCase``.
///
/// An optional property with such a key would be nil without a reason.
package struct UnmatchedKeys {
    /// The maximum number of findings.
    private static let limit = 32

    private struct Entry: Hashable {
        let type: ObjectIdentifier
        let key: UTF8Key
    }

    /// The keys with a finding; each has one, however often it is absent.
    private var known: Set<Entry> = []
    package private(set) var findings: [Finding] = []
    package init() {}

    /// Returns whether there is no finding for a key yet.
    package func isNew(_ key: String, of type: any CodingKey.Type) -> Bool {
        findings.count < Self.limit && !known.contains(Entry(type: ObjectIdentifier(type), key: UTF8Key(text: key)))
    }

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - member: The member that has the key as its name, such as “the member “created_at””.
    ///   - converted: The key that the member has instead.
    ///   - strategy: The conversion, or nil for a custom function.
    package mutating func add(
        _ key: String,
        of type: any CodingKey.Type,
        member: String,
        as converted: String,
        _ strategy: DecodingOptions.Keys?,
        offset: Int
    ) {
        known.insert(Entry(type: ObjectIdentifier(type), key: UTF8Key(text: key)))
        let conversion = strategy.map { "`.keys(.\($0))`" } ?? "`.keys { }`"
        let reason = "\(conversion) reads \(member) as \(MemberNames.quoted(converted))"
        let message = "the key \(MemberNames.quoted(key)) is absent, because \(reason)"
        findings.append(Finding(.unmatchedKey, .warning, message, offset: offset))
    }

    /// Removes the findings, but not the record of their keys, before another decoding in a series.
    mutating func removeFindings() { findings = [] }
}
