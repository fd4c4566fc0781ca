import DecantCore

/// The decoder that a type sees: one value of the document.
///
/// It is no larger than an existential's buffer, so that making one allocates nothing.
struct ValueDecoder: Decoder, DocumentValueContainer {
    let state: DecodingState
    private let index: UInt32
    private let level: UInt32

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - state: The parts that all decoders share.
    ///   - node: The value.
    ///   - depth: Its level, counted from the top of the decoding.
    @inline(__always)
    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    @inline(__always)
    private var node: Int { Int(index) }

    @inline(__always)
    private var depth: Int { Int(level) }

    @inline(__always)
    var place: DocumentPlace { DocumentPlace(node, depth) }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.container(keyedBy: type, node, depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard state.document[node].kind.isList else { throw state.mismatch([Any].self, node, depth) }
        return UnkeyedContainer(state, node, depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// The elements of an array or a set, in order.
struct UnkeyedContainer: DocumentUnkeyedContainer {
    let state: DecodingState
    private let index: UInt32
    private let level: UInt32
    private var cursor: UInt32
    private var position: UInt32 = 0

    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
        cursor = index &+ 1
    }

    /// The array.
    @inline(__always)
    private var node: Int { Int(index) }

    /// The level of the array.
    @inline(__always)
    private var depth: Int { Int(level) }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var count: Int? { state.document[node].count }

    var currentIndex: Int { Int(position) }

    var isAtEnd: Bool { Int(cursor) >= state.document[node].end }

    /// The next element; it is noted as the one that leads down from the array.
    @inline(__always)
    func current(as type: Any.Type) throws -> DocumentPlace {
        if _slowPath(isAtEnd) { throw state.atEnd(type, node, depth, position: currentIndex) }
        state.enter(Int(cursor), position: Int(position), of: node, depth)
        return DocumentPlace(Int(cursor), depth &+ 1)
    }

    /// Moves on to the next element.
    @inline(__always)
    mutating func advance() {
        cursor = UInt32(truncatingIfNeeded: state.document.next(after: Int(cursor)))
        position &+= 1
    }
}

/// The decoder for a member that is not there, as `superDecoder(forKey:)` returns it: it reads like null.
struct AbsentDecoder: Decoder {
    private let state: DecodingState
    private let key: any CodingKey
    private let object: Int
    private let depth: Int

    init(_ state: DecodingState, _ key: any CodingKey, in object: Int, _ depth: Int) {
        self.state = state
        self.key = key
        self.object = object
        self.depth = depth
    }

    var codingPath: [any CodingKey] { state.path(to: object, depth: depth) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFound([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func notFound(_ type: Any.Type) -> DecodingError {
        let message = "expected \(type), found no member “\(key.stringValue)”"
        return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: message))
    }
}

extension AbsentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch state.scratch.kind(of: type) {
        case .direct(let type) where !type.isCollection: throw notFound(type)
        case .scalar(let type): throw notFound(type)
        default: return try type.init(from: self)
        }
    }
}

// MARK: - Reading

extension DecodingState: DocumentReading {
    @inline(__always)
    func decoder(at place: DocumentPlace) -> ValueDecoder { ValueDecoder(self, place.node, place.depth) }

    @inline(__always)
    func isNull(_ place: DocumentPlace) -> Bool { document[place.node].kind.isNull }

    @inline(__always)
    func bool(_ place: DocumentPlace) throws -> Bool { try bool(place.node, place.depth) }

    @inline(__always)
    func string(_ place: DocumentPlace) throws -> String { try string(place.node, place.depth) }

    @inline(__always)
    func double(_ place: DocumentPlace) throws -> Double { try double(place.node, place.depth) }

    @inline(__always)
    func float(_ place: DocumentPlace) throws -> Float { try float(place.node, place.depth) }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ place: DocumentPlace) throws -> Integer {
        try integer(place.node, place.depth)
    }

    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ place: DocumentPlace) throws -> Value {
        try value(type, place.node, place.depth)
    }
}

// MARK: - Parts of a document

extension DocumentReference {
    /// The document and the node of the value that a decoder is for, if it is one of a document of a format.
    package static func part(of decoder: any Decoder, _ words: FlatDocument.Words) -> (DocumentReference, Int)? {
        guard let decoder = decoder as? ValueDecoder, decoder.state.document.words == words else { return nil }
        return (DocumentReference(decoder.state.document), decoder.place.node)
    }
}
