// Why: a type that is decoded a thousand times asks for containers with the same type of keys a thousand times.
//
// Encoding: a table of 32 entries, each for any types of keys whose addresses are hashed to its place; the last one that
// was asked for has it. A type gets its maker when it is asked for a second time in a row: making one costs as much as it
// saves for two objects.
//
// Bound: the table has 32 initialised entries from `init` to `deallocate`, which the owner calls once, and a place is a hash
// of five bits. An entry for the keys `Key` holds nothing, or the `JSONContainerMaker<JSONKeyedContainer<Key>>` that
// `remember` put there; a type's identity is the address of its metadata, which is never released.

/// What makes the containers of a decoding, by the types of their keys.
@safe
struct UnsafeJSONMakers {
    private struct Entry {
        var keys: ObjectIdentifier?
        var maker: AnyObject?
    }

    private static let bits = 5

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        unsafe entries = .allocate(capacity: 1 << Self.bits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << Self.bits)
    }

    /// Frees everything; to be called once, and last.
    func deallocate() {
        unsafe entries.deinitialize(count: 1 << Self.bits)
        unsafe entries.deallocate()
    }

    /// Makes the container of an object.
    @inline(__always)
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ state: JSONDecodingState,
        _ node: Int,
        _ depth: Int
    ) -> KeyedDecodingContainer<Key> {
        let keys = ObjectIdentifier(type)
        let entry = unsafe entries + UnsafeJSONScratch.slot(of: keys, bits: Self.bits)
        guard unsafe entry.pointee.keys == keys, let maker = unsafe entry.pointee.maker else {
            remember(type)
            return KeyedDecodingContainer(JSONKeyedContainer<Key>(state, node, depth))
        }
        return unsafe unsafeDowncast(maker, to: JSONContainerMaker<JSONKeyedContainer<Key>>.self)
            .container(state, node, depth)
    }

    @inline(never)
    private func remember<Key: CodingKey>(_ type: Key.Type) {
        let keys = ObjectIdentifier(type)
        let entry = unsafe entries + UnsafeJSONScratch.slot(of: keys, bits: Self.bits)
        let isSecond = unsafe entry.pointee.keys == keys
        unsafe entry.pointee = Entry(keys: keys, maker: isSecond ? JSONContainerMaker<JSONKeyedContainer<Key>>() : nil)
    }
}
