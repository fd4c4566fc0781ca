import DecantCore

/// A decoder for one location of the document.
///
/// It fits into the inline buffer of an existential, so creating one does not allocate.
struct XMLValueDecoder: DocumentDecoder {
    let state: XMLDecodingState
    let location: XMLLocation

    init(_ state: XMLDecodingState, _ location: XMLLocation) {
        self.state = state
        self.location = location
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let kind = state.keyKind(of: type)
        let location = try kind.isChoice ? state.item(at: location, as: type) : state.keyedLocation(location)
        state.enter(location)
        return KeyedDecodingContainer(XMLKeyedContainer<Key>(state, location, kind))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        state.enter(location)
        return try XMLUnkeyedContainer(state, location)
    }
}

struct XMLUnkeyedContainer: DocumentUnkeyedContainer {
    let state: XMLDecodingState
    let location: XMLLocation
    private(set) var count: Int?
    private(set) var currentIndex = 0
    private var list: XMLDecodedList

    init(_ state: XMLDecodingState, _ location: XMLLocation) throws {
        self.state = state
        self.location = location
        list = XMLDecodedList(state, location)
        count = rest
    }

    private var rest: Int {
        var list = list
        var count = 0
        while list.current != nil {
            count += 1
            list.skip(state)
        }
        return count
    }

    var codingPath: [any CodingKey] { state.path(to: location) }
    var isAtEnd: Bool { list.current == nil }

    /// Returns the next item, and records it as the next step of the path.
    func current(as type: Any.Type) throws -> XMLLocation {
        state.enter(location)
        guard list.begin(state) else { throw state.atEnd(type, location, position: currentIndex) }
        return list.item
    }

    mutating func superDecoder() throws -> any Decoder {
        var location = try current(as: (any Decoder).self)
        location.isListItem = false
        advance()
        return XMLValueDecoder(state, location)
    }

    mutating func advance() {
        // A choice may take more or fewer items than were counted.
        let isCounted = state.choices.taken.isEmpty
        list.advance(state)
        currentIndex += 1
        if !isCounted { count = currentIndex + rest }
    }
}

struct XMLKeyedContainer<Key: CodingKey>: DocumentKeyedContainer {
    let state: XMLDecodingState
    let location: XMLLocation
    private let kind: XMLKeyKind

    init(_ state: XMLDecodingState, _ location: XMLLocation, _ kind: XMLKeyKind) {
        self.state = state
        self.location = location
        self.kind = kind
    }

    /// Whether the keys are compared with the name of the element itself.
    private var isChoice: Bool { kind.isChoice && (location.kind == .child || location.kind == .text) }

    private func keyPlace(_ key: Key) -> XML.KeyPlace {
        guard kind == .placed else { return .elementOrAttribute }
        return (key as? any XMLCodingKey)?.xmlPlace ?? .elementOrAttribute
    }

    func find(named name: String) -> XMLLocation? { state.find(name, in: location) }

    func find(_ key: Key) -> XMLLocation? {
        state.enter(location)
        let name = key.stringValue
        let found = isChoice ? state.choose(name, at: location) : state.find(name, keyPlace(key), in: location)
        if let found { state.enter(found) }
        return found
    }

    func required(_ key: Key) throws -> XMLLocation {
        guard let found = find(key) else { throw state.missing(key, keyPlace(key), in: location) }
        return found
    }

    /// Finds the value of a key; returns nil if an optional of the type would be nil.
    private func optional(_ key: Key, _ type: Any.Type) -> XMLLocation? {
        guard let found = find(key) else { return nil }
        guard state.isNothing(found, type) else { return found }
        state.noteRepetition(of: found)
        return nil
    }

    func contains(_ key: Key) -> Bool {
        guard let found = find(key) else { return false }
        return found.kind != .content || !state.isBlank(found)
    }

    var allKeys: [Key] {
        if location.kind == .text { return [Key.ofText].compactMap(\.self) }
        guard isChoice else { return state.keys(of: location, as: Key.self) + (textKey.map { [$0] } ?? []) }
        return [state.key(of: location, state.pathForKeys(of: location))].compactMap(\.self)
    }

    /// The key for the text of an element without child elements, if the keys include one.
    private var textKey: Key? {
        let (start, element) = (location.number + 1, location.number)
        guard kind == .mixedChoice, state.nextItem(from: start, in: element, false) == nil else { return nil }
        return state.nextItem(from: start, in: element, true) == nil ? nil : Key.ofText
    }
}

// MARK: - Values

extension XMLKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.double(required(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try state.float(required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.integer(required(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try state.integer(required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try state.integer(required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try state.integer(required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try state.integer(required(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try state.integer(required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try state.integer(required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try state.integer(required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try state.integer(required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try state.integer(required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try state.integer(required(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try state.integer(required(key)) }

    /// Decodes a value.
    ///
    /// An absent key decodes as an empty list if the type is a list.
    ///
    /// Decoding of recursive types recurs through this function. Code that they do not need is in separate functions,
    /// to keep stack frames small.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let found = find(key) else { return try valueOfNothing(type, key) }
        return try state.value(type, found)
    }

    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = state.valueOfNothing(type) else { throw state.missing(key, keyPlace(key), in: location) }
        return value
    }
}

// MARK: - Optional values

extension XMLKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key, type).map { try state.bool($0) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key, type).map { try state.string($0) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key, type).map { try state.double($0) }
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key, type).map { try state.float($0) }
    }

    private func optionalInteger<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer? {
        try optional(key, Integer.self).map { try state.integer($0) }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optionalInteger(key) }

    /// Decodes an optional value.
    ///
    /// Recursive types recur through this function; without a closure, its stack frames are smaller.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let found = optional(key, type) else { return nil }
        return try state.value(type, found)
    }
}

// A decoder, a container, and each step of a coding path has a location: a part of the document, and how the type
// reached it. A location and the reference to the shared state exactly fill the 24-byte inline buffer of an
// existential, so passing a decoder to a type does not allocate.
//
// Example: <feed><item id="7"/><item/></feed>, decoded as struct Feed { var item: [Item] }, struct Item { var id: Int }
//   level 0  top        the node of “feed”
//   level 1  named      the node of the first “item”; represents all elements with this name
//   level 2  listed     the node of one “item”, and its position among them
//   level 3  attribute  the number of “id” in the list of all attributes

/// The part of the document to decode.
struct XMLLocation: BitwiseCopyable, Equatable {
    /// The index of the node, attribute, or word.
    var index: UInt32
    /// The index among its siblings; for ``Kind/content``, the index of the key in `contentKeys`.
    var position: UInt32
    /// The number of steps in the coding path.
    var level: UInt32
    var kind: Kind
    /// The form of the key that selected the location.
    var form = XMLNameForm.local
    /// Whether the key had a leading `@`, which marks an attribute.
    var isMarked = false
    /// Whether the location belongs to a list that can resume with another item after a choice takes one
    /// (XMLDecodedList.swift).
    var isListItem = false

    init(_ kind: Kind, _ index: Int, position: Int = 0, level: Int) {
        self.index = UInt32(truncatingIfNeeded: index)
        self.position = UInt32(truncatingIfNeeded: position)
        self.level = UInt32(truncatingIfNeeded: level)
        self.kind = kind
    }

    var number: Int { Int(index) }
    /// The level of the locations inside this one.
    var inside: Int { Int(level) + 1 }
}

extension XMLLocation {
    /// The kinds of locations that can be decoded.
    enum Kind: UInt8, BitwiseCopyable {
        /// The element where decoding began.
        case top
        /// The elements with a name: as a list all of them, as any other value only the first.
        case named
        /// One of the elements with a name.
        case listed
        /// One of all child elements of an element.
        case child
        /// The content of an element: its text, or all of its child elements.
        case content
        /// An element under its own name, as the case of an enumeration.
        case own
        case attribute
        case word
        /// A text between elements, as an item of a list.
        case text
        /// A text between elements, as the case of an enumeration.
        case ownText
        /// Whether the location is an element or the content of an element.
        var isElement: Bool { rawValue < Kind.attribute.rawValue }
    }
}

/// One word of a text, where a list of simple values is written as text (XML Schema part 2 §2.5.1.2).
struct XMLWord: BitwiseCopyable {
    let slice: XMLSlice
    /// The element or attribute that contains the word.
    let owner: XMLLocation
}
