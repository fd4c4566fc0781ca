import DecantCore

/// A node of a document and its level, counted from the top of the decoding; and what may be converted there.
struct DocumentLocation {
    private let index: UInt32

    /// The level in the low 30 bits, and two flags above them.
    private var level: UInt32

    @inline(__always)
    init(_ node: Int, _ depth: Int) {
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    var node: Int { Int(index) }
    var depth: Int { Int(level & 0x3FFF_FFFF) }

    /// Whether no scalar is converted here, because a custom `init(from:)` reads it.
    var isExact: Bool { level >> 31 == 1 }

    /// Whether the value is a list of itself, and then, whether it is the only element of that list.
    var isSoleElement: Bool { level >> 30 & 1 == 1 }

    /// The same location, where no scalar is converted.
    @inline(__always)
    var exact: DocumentLocation {
        var location = self
        location.level |= 1 << 31
        return location
    }

    /// The same location, as a list of itself, or as the only element of that list.
    var asSoleElement: DocumentLocation {
        var location = self
        location.level = location.level & 0x3FFF_FFFF | 1 << 30
        return location
    }

    /// Returns the location of an element or the value of a member.
    @inline(__always)
    func child(_ node: Int) -> DocumentLocation { DocumentLocation(node, depth &+ 1) }
}

/// The decoder that a type receives: one value of the document.
///
/// It fits into the buffer of an existential, so creating one allocates nothing.
struct ValueDecoder: DocumentDecoder {
    let state: DecodingState
    let location: DocumentLocation

    @inline(never)
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.checkObject(location)
        // An earlier attempt may have decoded the same object as a dictionary.
        state.scratch[location.depth].keepsNames = false
        return KeyedDecodingContainer(KeyedContainer<Key>(state: state, location: location))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if state.document[location.node].kind.isList { return UnkeyedContainer(state, location) }
        return UnkeyedContainer(state, try state.convertedList(location))
    }
}

/// The elements of an array or a set, in order; or those of a value that was converted to an array.
struct UnkeyedContainer: DocumentUnkeyedContainer {
    let state: DecodingState
    /// The array.
    private let location: DocumentLocation
    private var cursor: UInt32
    private var position: UInt32 = 0

    init(_ state: DecodingState, _ location: DocumentLocation) {
        self.state = state
        self.location = location
        cursor = UInt32(truncatingIfNeeded: location.node &+ 1)
        if state.document[location.node].kind == .object { cursor &+= 1 }
    }

    var codingPath: [any CodingKey] { state.path(to: location) }

    var count: Int? { location.isSoleElement ? 1 : state.document[location.node].count }

    var currentIndex: Int { Int(position) }

    var isAtEnd: Bool {
        location.isSoleElement ? position > 0 : Int(cursor) >= state.document[location.node].end
    }

    /// Returns the next element, and records it as the next component of the path.
    func current(as type: Any.Type) throws -> DocumentLocation {
        if _slowPath(isAtEnd) { throw state.atEnd(type, of: location, position: currentIndex) }
        if _slowPath(location.isSoleElement) { return location }
        state.enter(Int(cursor), position: Int(position), of: location.node, location.depth)
        return location.child(Int(cursor))
    }

    // The most frequent scalars. The inherited functions look up the types of this container for each element.

    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double($1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string($1) } }

    /// Decodes an element.
    ///
    /// The standard library's `Array.init(from:)` calls this function for each element, also for numbers.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if Value.self == Double.self { return renamed(try decode(Double.self), to: type) }
        if Value.self == Int.self { return renamed(try decode(Int.self), to: type) }
        return try next { try $0.value(type, $1) }
    }

    mutating func advance() {
        position &+= 1
        guard !location.isSoleElement else { return }
        cursor = UInt32(truncatingIfNeeded: state.document.next(after: Int(cursor)))
        // The name of the next member.
        if _slowPath(state.document[location.node].kind == .object) { cursor &+= 1 }
    }
}

// MARK: - Reading

extension DecodingState: DocumentReading {
    var decodingOptions: DecodingOptions { rules.options }

    func path(to location: DocumentLocation) -> [any CodingKey] { path(to: location.node, depth: location.depth) }

    func isScalar(_ type: Any.Type) -> Bool {
        switch scratch.kind(of: type) {
        case .direct(let type): !type.isCollection
        case .scalar, .stored: true
        default: false
        }
    }

    func absence(of key: any CodingKey) -> String { "no member “\(key.stringValue)”" }

    @inline(__always)
    func decoder(at location: DocumentLocation) -> ValueDecoder { ValueDecoder(state: self, location: location) }

    @inline(__always)
    func isNull(_ location: DocumentLocation) -> Bool {
        document[location.node].kind.isNull || converts && !location.isExact && isNilString(location)
    }
}

// MARK: - Objects

/// The members of an object, by key.
struct KeyedContainer<Key: CodingKey>: DocumentKeyedContainer {
    let state: DecodingState
    /// The object.
    let location: DocumentLocation

    var allKeys: [Key] { state.names(of: location.node, depth: location.depth).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        let value = state.find(key.stringValue, in: location.node, depth: location.depth)
        if value < 0, state.convertsNames { recordAbsence(of: key) }
        return value >= 0
    }

    func find(named name: String) -> DocumentLocation? {
        let value = state.find(name, in: location.node, depth: location.depth)
        return value < 0 ? nil : location.child(value)
    }

    func find(_ key: Key) -> DocumentLocation? { find(named: key.stringValue) }

    @inline(__always)
    func required(_ key: Key) throws -> DocumentLocation {
        let value = state.find(key.stringValue, in: location.node, depth: location.depth)
        if _slowPath(value < 0) { throw state.missing(key, in: location) }
        return location.child(value)
    }

    /// Reads the value of a key, or nil if it is absent or null.
    @inline(__always)
    private func optional<Value>(_ key: Key, _ read: (DocumentLocation) throws -> Value) throws -> Value? {
        let value = state.findUnlessNull(key.stringValue, in: location.node, depth: location.depth)
        if value >= 0 { return try read(location.child(value)) }
        if value == -1, state.convertsNames { recordAbsence(of: key) }
        return nil
    }

    @inline(never)
    private func recordAbsence(of key: Key) {
        state.recordAbsence(of: key.stringValue, Key.self, in: location.node, location.depth)
    }
}

// MARK: - Values

extension KeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.double(required(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try state.float(required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.integer(required(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try state.integer(required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try state.integer(required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try state.integer(required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try state.integer(required(key)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try state.integer(required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try state.integer(required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try state.integer(required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try state.integer(required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try state.integer(required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try state.integer(required(key)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try state.integer(required(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = state.find(key.stringValue, in: location.node, depth: location.depth)
        if _slowPath(value < 0 || state.converts && state.document[value].kind.isNull) {
            return try valueOfNothing(type, key, value)
        }
        return try state.value(type, location.child(value))
    }

    /// Returns the empty collection for a missing or null member, if the options allow it.
    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, _ key: Key, _ value: Int) throws -> Value {
        let found = value < 0 ? nil : location.child(value)
        if let empty = state.emptyCollection(type, for: key, at: found, in: location) { return empty }
        guard let found else { throw state.missing(key, in: location) }
        return try state.value(type, found)
    }
}

// MARK: - Optional values

extension KeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key, state.bool) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key, state.string) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key, state.double) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key, state.float) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }

    @inline(__always)
    private func integerIfPresent<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer? {
        try optional(key) { try state.integer($0) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        // Outside the closure: unoptimized code would otherwise use more stack for each level of a recursive type.
        guard let value = try optional(key, { $0 }) else { return nil }
        return try state.value(type, value)
    }
}
