import DecantCore

/// A node of a document and its level, counted from the top of the decoding.
struct DocumentPlace {
    private let index: UInt32
    private let level: UInt32

    @inline(__always)
    init(_ node: Int, _ depth: Int) {
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    @inline(__always) var node: Int { Int(index) }
    @inline(__always) var depth: Int { Int(level) }
}

/// The decoder that a type sees: one value of the document.
///
/// It is no larger than an existential's buffer, so that making one allocates nothing.
struct ValueDecoder: Decoder, DocumentValueContainer {
    let state: DecodingState
    let place: DocumentPlace

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - state: The parts that all decoders share.
    ///   - node: The value.
    ///   - depth: Its level, counted from the top of the decoding.
    @inline(__always)
    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
    }

    var codingPath: [any CodingKey] { state.path(to: place.node, depth: place.depth) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.container(keyedBy: type, place.node, place.depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (node, depth) = (place.node, place.depth)
        guard state.document[node].kind.isList else { throw state.mismatch([Any].self, node, depth) }
        return UnkeyedContainer(state, node, depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// The elements of an array or a set, in order.
struct UnkeyedContainer: DocumentUnkeyedContainer {
    let state: DecodingState
    /// The array.
    private let place: DocumentPlace
    private var cursor: UInt32
    private var position: UInt32 = 0

    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
        cursor = UInt32(truncatingIfNeeded: node &+ 1)
    }

    @inline(__always) private var node: Int { place.node }
    @inline(__always) private var depth: Int { place.depth }

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

/// The decoder for a member that is not there.
struct AbsentDecoder: AbsentValueDecoder {
    let state: DecodingState
    let key: any CodingKey
    let object: DocumentPlace

    var codingPath: [any CodingKey] { state.path(to: object.node, depth: object.depth) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    var absence: String { "no member “\(key.stringValue)”" }

    func isScalar(_ type: Any.Type) -> Bool {
        switch state.scratch.kind(of: type) {
        case .direct(let type): !type.isCollection
        case .scalar, .date, .data: true
        default: false
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
