import DecantCore

/// The way a type is read.
enum DecodableKind {
    /// By its own `init(from:)`.
    case plain

    /// An array of strings, the most common collection; code that is not generic looks up no type.
    case strings

    /// Straight from the document.
    case direct(any DirectDecodable.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// From a scalar, and from a date straight away.
    case date(any DateDecodable.Type)

    /// From a scalar, and from data straight away.
    case data(any DataDecodable.Type)

    /// A type of Foundation that cannot be read: the program does not import its conformance to ``ScalarDecodable``.
    case missingImport

    init(_ type: Any.Type) {
        if type == [String].self {
            self = .strings
        } else if let type = Self.common(type) {
            self = .direct(type)
        } else if let type = type as? any DirectDecodable.Type {
            self = .direct(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = Self.scalar(of: type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    /// A type that is made from a scalar, by the fastest way there is for it.
    private static func scalar(of type: any ScalarDecodable.Type) -> DecodableKind {
        if let type = type as? any DateDecodable.Type { return .date(type) }
        if let type = type as? any DataDecodable.Type { return .data(type) }
        return .scalar(type)
    }

    /// A type that most programs decode; comparing takes a tenth of the time of looking up a conformance.
    private static func common(_ type: Any.Type) -> (any DirectDecodable.Type)? {
        if type == [Int].self { return [Int].self }
        if type == [Double].self { return [Double].self }
        if type == [String: String].self { return [String: String].self }
        if type == String.self { return String.self }
        if type == Int.self { return Int.self }
        return nil
    }
}

// MARK: - Unsafe
//
// Why: the table is asked for each value, and a dictionary would take three times as long.
//
// Bound: all entries are initialized, and the index of each is a hash cut to the bits of their number, a power of two. Nothing
// else holds the pointer.

/// The kinds of types: a hash table with open addressing that is at most half full.
@safe
struct KindTable: ~Copyable {
    private struct Entry: BitwiseCopyable {
        var type: ObjectIdentifier?
        var kind = DecodableKind.plain
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var bits: Int
    private var used = 0

    /// Creates a table with 16 entries.
    init() { self.init(bits: 4) }

    private init(bits: Int) {
        self.bits = bits
        unsafe entries = .allocate(capacity: 1 << bits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << bits)
    }

    deinit { unsafe entries.deallocate() }

    /// The kind of a type, if that is in its first slot.
    @inline(__always)
    func inFirstSlot(_ type: ObjectIdentifier) -> DecodableKind? {
        let entry = unsafe entries + slot(of: type)
        return unsafe _fastPath(entry.pointee.type == type) ? entry.pointee.kind : nil
    }

    /// The kind of a type, or nil if the table does not have it.
    func kind(of type: ObjectIdentifier) -> DecodableKind? {
        let entry = unsafe entry(of: type).pointee
        return entry.type == nil ? nil : entry.kind
    }

    /// Adds a type that the table does not have.
    mutating func insert(_ kind: DecodableKind, of type: ObjectIdentifier) {
        if used * 2 >= 1 << bits { grow() }
        unsafe entry(of: type).pointee = Entry(type: type, kind: kind)
        used += 1
    }

    /// The entry of a type, or the empty one for it.
    private func entry(of type: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
        var slot = slot(of: type)
        while let other = unsafe entries[slot].type, other != type { slot = (slot + 1) & (1 << bits - 1) }
        return unsafe entries + slot
    }

    private mutating func grow() {
        var larger = KindTable(bits: bits + 2)
        for slot in 0..<1 << bits {
            let entry = unsafe entries[slot]
            if let type = entry.type { larger.insert(entry.kind, of: type) }
        }
        self = larger
    }

    /// The upper bits of a product depend on all bits of the address; the shifted address breaks up the regular distances
    /// between types of one file, some of which the product would map to the same slot.
    private func slot(of identifier: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: identifier))
        let product = (address ^ address >> 7) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 &- bits))
    }
}
