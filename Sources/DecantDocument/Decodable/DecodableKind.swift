import DecantCore

/// The way a type is decoded.
enum DecodableKind {
    /// With its `init(from:)`.
    case plain

    /// With the `init(from:)` of an optional or a raw value, whose scalar may be converted.
    case transparent

    /// As an array of strings, the most common collection; nongeneric code needs no type lookup.
    case strings

    /// As an array of floating-point numbers.
    case doubles

    /// As an array of integers.
    case integers

    /// Directly from the document.
    case direct(any DocumentDecodable.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// From a scalar, or directly from the document.
    case stored(any StoredScalarDecodable.Type)

    /// A Foundation type that cannot be decoded, because the program does not import its conformance to
    /// ``ScalarDecodable``.
    case missingImport

    /// Looks up the conformances of a type; `converts` is whether scalars may be converted.
    init(_ type: Any.Type, converts: Bool = false) {
        if type == [String].self {
            self = .strings
        } else if type == [Double].self {
            self = .doubles
        } else if type == [Int].self {
            self = .integers
        } else if let type = Self.common(type) {
            self = .direct(type)
        } else if let type = type as? any DocumentDecodable.Type {
            self = .direct(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = (type as? any StoredScalarDecodable.Type).map { .stored($0) } ?? .scalar(type)
        } else {
            let isMissing = FoundationTypes.identifiers.contains(ObjectIdentifier(type))
            let isTransparent = converts && (type is any OptionalType.Type || type is any RawRepresentable.Type)
            self = isMissing ? .missingImport : isTransparent ? .transparent : .plain
        }
    }

    /// Returns a type that most programs decode; the comparisons take a tenth of the time of a conformance lookup.
    ///
    /// Types such as `[String: String]`, which the program would create at run time for the comparison alone, are not
    /// among them.
    private static func common(_ type: Any.Type) -> (any DocumentDecodable.Type)? {
        if type == String.self { return String.self }
        if type == Int.self { return Int.self }
        return nil
    }
}

/// `Optional`, whose `init(from:)` reads a value of the wrapped type.
private protocol OptionalType {}
extension Optional: OptionalType {}

// MARK: - Unsafe
//
// Why: the table is read for each value, and a dictionary would take three times as long.
//
// Bound: all entries are initialized, and the index of each is a hash truncated to their number, a power of two.
// Nothing else holds the pointer. The first block belongs to the scratch memory that contains the table.

/// The kinds of types, in a hash table with open addressing that is at most half full.
@safe
struct KindTable: ~Copyable {
    private struct Entry: BitwiseCopyable {
        var type: ObjectIdentifier?
        var kind = DecodableKind.plain
    }

    private static var initialBits: Int { 4 }

    /// The number of bytes that an empty table uses.
    static var blockSize: Int { MemoryLayout<Entry>.stride << initialBits }

    private var entries: UnsafeMutablePointer<Entry>
    private let bits: Int
    private var used = 0

    /// Whether the memory is freed with the table.
    private let isOwner: Bool

    /// Creates an empty table in a block of memory, which must outlive it.
    init(in block: UnsafeMutableRawPointer) {
        unsafe self.init(block.bindMemory(to: Entry.self, capacity: 1 << Self.initialBits), Self.initialBits)
    }

    private init(_ entries: UnsafeMutablePointer<Entry>, _ bits: Int, isOwner: Bool = false) {
        unsafe entries.initialize(repeating: Entry(), count: 1 << bits)
        unsafe self.entries = entries
        self.bits = bits
        self.isOwner = isOwner
    }

    deinit { if isOwner { unsafe entries.deallocate() } }

    /// Returns the kind of a type, if the type is in its first slot.
    @inline(__always)
    func inFirstSlot(_ type: ObjectIdentifier) -> DecodableKind? {
        let entry = unsafe entries + slot(of: type)
        return unsafe _fastPath(entry.pointee.type == type) ? entry.pointee.kind : nil
    }

    /// Returns the kind of a type, or nil if the table does not contain the type.
    func kind(of type: ObjectIdentifier) -> DecodableKind? {
        let entry = unsafe entry(of: type).pointee
        return entry.type == nil ? nil : entry.kind
    }

    /// Adds a type that the table does not contain.
    mutating func insert(_ kind: DecodableKind, of type: ObjectIdentifier) {
        if used * 2 >= 1 << bits { grow() }
        unsafe entry(of: type).pointee = Entry(type: type, kind: kind)
        used += 1
    }

    /// Returns the entry of a type, or the empty entry for it.
    private func entry(of type: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
        var slot = slot(of: type)
        while let other = unsafe entries[slot].type, other != type { slot = (slot + 1) & (1 << bits - 1) }
        return unsafe entries + slot
    }

    private mutating func grow() {
        var larger = unsafe KindTable(.allocate(capacity: 1 << (bits + 2)), bits + 2, isOwner: true)
        for slot in 0..<1 << bits {
            let entry = unsafe entries[slot]
            if let type = entry.type { larger.insert(entry.kind, of: type) }
        }
        self = larger
    }

    /// Returns the first slot of a type.
    ///
    /// The upper bits of a product depend on all bits of the address. The shifted address breaks up the regular
    /// distances between types of one file; without it, the product would map some of them to the same slot.
    private func slot(of identifier: ObjectIdentifier) -> Int {
        let address = UInt64(UInt(bitPattern: identifier))
        let product = (address ^ address >> 7) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> UInt64(truncatingIfNeeded: 64 &- bits))
    }
}
