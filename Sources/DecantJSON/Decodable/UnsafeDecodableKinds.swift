// Why: what a type conforms to is asked for each value of a type that is not one of the containers' own, and the runtime
// takes some 30 ns for the answer. A small table keeps the answers of one decoding.
//
// Bound: there are `size` entries, all initialised, and the index is a hash cut to the bits of `size`. The entries are
// trivial (metatypes are not counted), and the decoding state that owns the table frees it once.

/// How each of the types met so far is read.
@safe
struct UnsafeDecodableKinds {
    private struct Entry {
        var type: ObjectIdentifier?
        var kind = DecodableKind.plain
    }

    private static let sizeBits = 5

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        unsafe entries = .allocate(capacity: 1 << Self.sizeBits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << Self.sizeBits)
    }

    /// Frees the table; to be called once, and last.
    func deallocate() {
        unsafe entries.deallocate()
    }

    /// How a type is read.
    @inline(__always)
    subscript(type: Any.Type) -> DecodableKind {
        let identifier = ObjectIdentifier(type)
        let entry = unsafe entries + Self.slot(of: identifier)
        if _fastPath(unsafe entry.pointee.type == identifier) { return unsafe entry.pointee.kind }
        return classify(type)
    }

    @inline(never)
    private func classify(_ type: Any.Type) -> DecodableKind {
        let kind = DecodableKind(type)
        let identifier = ObjectIdentifier(type)
        unsafe entries[Self.slot(of: identifier)] = Entry(type: identifier, kind: kind)
        return kind
    }

    /// The upper bits of a product depend on all bits of the address.
    @inline(__always)
    private static func slot(of identifier: ObjectIdentifier) -> Int {
        let bits = UInt64(UInt(bitPattern: identifier)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: bits &>> UInt64(64 - sizeBits))
    }
}
