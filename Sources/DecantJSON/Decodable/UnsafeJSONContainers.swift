// Why: the standard library puts each keyed container into an object of a generic type of its own, which it looks up under
// a lock and allocates for every object of the text. That took a tenth of the time of decoding one. Almost always the
// object is released before the next of the same kind is decoded, and then it can serve again: only where it stands has
// to be noted anew.
//
// Encoding: a hash table of 32 entries, by the type of the keys and the level, with four places for each. An entry has a
// container that was handed out, and where the object stands that it was handed out for last; the container has only the
// address of that. It is handed out again once nobody else has it.
//
// Bound: the table has 32 initialised entries from `init` to `deallocate`, which the owner calls once, and an index is cut
// to five bits. What an entry for the keys `Key` holds is the reference that a `KeyedDecodingContainer<Key>` consists of;
// that it consists of one is found out once, by reflection, and nothing is kept where it does not. A type's identity is the
// address of its metadata, which is never released. Containers keep the state of the decoding, which has them: `end` breaks
// that circle, after which none is kept any more.

import DecantCore

/// The containers of a decoding that can be used again, by the types of their keys.
@safe
struct UnsafeJSONContainers {
    private struct Entry {
        var keys: ObjectIdentifier?
        var container: AnyObject?
        var name: AnyObject?
        var place = UnsafeJSONPlace(0, 0)

        /// Whether nobody else has the container.
        var isUnused: Bool {
            @inline(__always) mutating get { isKnownUniquelyReferenced(&container) }
        }
    }

    private static let bits = 5
    private static let places = 4

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        unsafe entries = .allocate(capacity: 1 << Self.bits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << Self.bits)
    }

    /// Lets go of the containers.
    func end() {
        for index in 0..<1 << Self.bits { unsafe entries[index].container = nil }
    }

    /// Frees everything; to be called once, and last.
    func deallocate() {
        unsafe entries.deinitialize(count: 1 << Self.bits)
        unsafe entries.deallocate()
    }

    /// The container of an object.
    @inline(__always)
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ state: JSONDecodingState,
        _ node: Int,
        _ depth: Int
    ) -> KeyedDecodingContainer<Key> {
        let keys = ObjectIdentifier(type)
        let entry = unsafe entries + Self.index(keys, depth)
        guard unsafe entry.pointee.keys == keys, unsafe entry.pointee.isUnused else {
            return otherContainer(keyedBy: type, state, node, depth)
        }
        return unsafe Self.again(entry, node, depth)
    }

    @inline(__always)
    private static func again<Key: CodingKey>(
        _ entry: UnsafeMutablePointer<Entry>,
        _ node: Int,
        _ depth: Int
    ) -> KeyedDecodingContainer<Key> {
        unsafe entry.pointee.place = UnsafeJSONPlace(node, depth)
        let name = unsafe unsafeDowncast(
            entry.pointee.name.unsafelyUnwrapped,
            to: UnsafeJSONContainerName<KeyedDecodingContainer<Key>>.self
        )
        return unsafe name.container(entry.pointee.container.unsafelyUnwrapped)
    }

    @inline(__always)
    private static func index(_ keys: ObjectIdentifier, _ depth: Int) -> Int {
        (UnsafeJSONScratch.slot(of: keys, bits: bits) &+ depth) & (1 &<< bits &- 1)
    }
}

extension UnsafeJSONContainers {
    /// The container of an object whose keys are not those of the first entry for them.
    @inline(never)
    private func otherContainer<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ state: JSONDecodingState,
        _ node: Int,
        _ depth: Int
    ) -> KeyedDecodingContainer<Key> {
        let keys = ObjectIdentifier(type)
        guard let entry = unsafe entry(for: keys, depth) else {
            return KeyedDecodingContainer(JSONKeyedContainer<Key>(state, UnsafeJSONPlace(node, depth)))
        }
        if unsafe entry.pointee.keys == keys, unsafe entry.pointee.isUnused {
            return unsafe Self.again(entry, node, depth)
        }
        return unsafe made(in: entry, state, node, depth)
    }

    /// The entry that has a container for the keys, or else one that has none, or else one whose container is unused.
    @unsafe
    private func entry(for keys: ObjectIdentifier, _ depth: Int) -> UnsafeMutablePointer<Entry>? {
        var empty: UnsafeMutablePointer<Entry>?
        var unused: UnsafeMutablePointer<Entry>?
        for index in Self.index(keys, depth)..<Self.index(keys, depth) + Self.places {
            let entry = unsafe entries + index & (1 << Self.bits - 1)
            if unsafe entry.pointee.container == nil {
                if unsafe empty == nil { unsafe empty = entry }
            } else if unsafe entry.pointee.isUnused {
                if unsafe entry.pointee.keys == keys { return unsafe entry }
                unsafe unused = entry
            }
        }
        return unsafe empty ?? unused
    }

    @unsafe
    private func made<Key: CodingKey>(
        in entry: UnsafeMutablePointer<Entry>,
        _ state: JSONDecodingState,
        _ node: Int,
        _ depth: Int
    ) -> KeyedDecodingContainer<Key> {
        guard Self.areReferences, let offset = MemoryLayout<Entry>.offset(of: \Entry.place) else {
            return KeyedDecodingContainer(JSONKeyedContainer<Key>(state, UnsafeJSONPlace(node, depth)))
        }
        let place = unsafe UnsafeRawPointer(entry) + offset
        let noted = unsafe UnsafeJSONPlace(notedAt: place.assumingMemoryBound(to: UnsafeJSONPlace.self))
        let container = KeyedDecodingContainer(JSONKeyedContainer<Key>(state, noted))
        unsafe entry.pointee.place = UnsafeJSONPlace(node, depth)
        let name = UnsafeJSONContainerName<KeyedDecodingContainer<Key>>()
        unsafe entry.pointee.container = name.reference(of: container)
        unsafe entry.pointee.name = name
        unsafe entry.pointee.keys = ObjectIdentifier(Key.self)
        return container
    }

    /// Whether a container of the standard library is nothing but a reference to an object.
    private static let areReferences: Bool = {
        guard let document = try? JSONDocument(parsing: ResponseBody([0x7B, 0x7D])) else { return false }
        let state = JSONDecodingState(document, at: 0, options: JSONDecodingOptions(), hooks: JSONDecodingHooks())
        let place = UnsafeJSONPlace(0, 0)
        let container = KeyedDecodingContainer(JSONKeyedContainer<DocumentKey>(state, place))
        let parts = Mirror(reflecting: container).children.map { type(of: $0.value) is AnyClass }
        return parts == [true] && MemoryLayout.size(ofValue: container) == MemoryLayout<AnyObject>.size
    }()
}
