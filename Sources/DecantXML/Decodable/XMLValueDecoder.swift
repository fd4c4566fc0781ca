import DecantCore

/// The decoder that a type sees: one place of the document.
///
/// It is not larger than an existential's buffer, so that making one allocates nothing.
struct XMLValueDecoder: Decoder, DocumentValueContainer {
    let state: XMLDecodingState
    let place: XMLDecodedPlace

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) {
        self.state = state
        self.place = place
    }

    var codingPath: [any CodingKey] { state.path(to: place) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let kind = state.keyKind(of: type)
        let place = try kind.isChoice ? state.item(at: place, as: type) : state.keyedPlace(place)
        state.enter(place)
        return KeyedDecodingContainer(XMLKeyedContainer<Key>(state, place, kind))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        state.enter(place)
        return try XMLUnkeyedContainer(state, place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// The decoder for an element or attribute that is not there.
struct XMLAbsentDecoder: AbsentValueDecoder {
    let state: XMLDecodingState
    let key: any CodingKey
    let place: XMLDecodedPlace

    var codingPath: [any CodingKey] { state.path(to: place) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    var absence: String { "neither an element nor an attribute “\(key.stringValue)”" }

    func isScalar(_ type: Any.Type) -> Bool { state.kind(of: type).isScalar }
}

/// The elements or words of a list, in order.
struct XMLUnkeyedContainer: DocumentUnkeyedContainer {
    let state: XMLDecodingState
    let place: XMLDecodedPlace
    private(set) var count: Int?
    private(set) var currentIndex = 0
    private var list: XMLDecodedList

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) throws {
        self.state = state
        self.place = place
        list = XMLDecodedList(state, place)
        count = rest
    }

    /// The number of remaining items.
    private var rest: Int {
        var list = list
        var count = 0
        while list.current != nil {
            count += 1
            list.skip(state)
        }
        return count
    }

    var codingPath: [any CodingKey] { state.path(to: place) }

    var isAtEnd: Bool { list.current == nil }

    /// The next item; it is recorded as the next step of the path.
    func current(as type: Any.Type) throws -> XMLDecodedPlace {
        state.enter(place)
        guard list.begin(state) else { throw state.atEnd(type, place, position: currentIndex) }
        return list.item
    }

    mutating func superDecoder() throws -> any Decoder {
        var place = try current(as: (any Decoder).self)
        place.isListItem = false
        advance()
        return XMLValueDecoder(state, place)
    }

    /// Advances to the next item.
    mutating func advance() {
        // What a choice takes may be more, or fewer, than was counted.
        let isCounted = state.choices.taken.isEmpty
        list.advance(state)
        currentIndex += 1
        if !isCounted { count = currentIndex + rest }
    }
}

/// A keyed container for the children of an element.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct XMLKeyedContainer<Key: CodingKey> {
    let state: XMLDecodingState
    let place: XMLDecodedPlace
    let kind: XMLKeyKind

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace, _ kind: XMLKeyKind) {
        self.state = state
        self.place = place
        self.kind = kind
    }

    /// Whether the keys are names of the element itself.
    var isChoice: Bool { kind.isChoice && (place.kind == .child || place.kind == .text) }

    /// Returns the place that a key names for its value.
    func keyPlace(_ key: Key) -> XML.KeyPlace {
        guard kind == .placed else { return .elementOrAttribute }
        return (key as? any XMLCodingKey)?.xmlPlace ?? .elementOrAttribute
    }

    /// Returns the place that a key means; it is recorded as the next step of the path.
    func find(_ key: Key) -> XMLDecodedPlace? {
        state.enter(place)
        let name = key.stringValue
        let found = isChoice ? state.choose(name, at: place) : state.find(name, keyPlace(key), in: place)
        if let found { state.enter(found) }
        return found
    }

    /// Returns the place that a key means; throws if there is none.
    func required(_ key: Key) throws -> XMLDecodedPlace {
        guard let found = find(key) else { throw state.missing(key, keyPlace(key), in: place) }
        return found
    }

    /// Returns the place that a key means, unless it has no value for an optional of a type.
    func optional(_ key: Key, _ type: Any.Type) -> XMLDecodedPlace? {
        guard let found = find(key) else { return nil }
        guard state.isNothing(found, type) else { return found }
        state.noteRepetition(of: found)
        return nil
    }
}

extension XMLKeyedContainer: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { state.path(to: place) }

    var allKeys: [Key] {
        if place.kind == .text { return [Key.ofText].compactMap(\.self) }
        guard isChoice else { return state.keys(of: place, as: Key.self) + (textKey.map { [$0] } ?? []) }
        let path = state.strategies.key == nil ? [] : state.path(to: place)
        return [state.key(of: place, path)].compactMap(\.self)
    }

    /// The key of the text of an element, if a choice can be made of that.
    private var textKey: Key? {
        guard kind == .mixedChoice, state.nextItem(from: place.number + 1, in: place.number, false) == nil else {
            return nil
        }
        return state.nextItem(from: place.number + 1, in: place.number, true) == nil ? nil : Key.ofText
    }

    func contains(_ key: Key) -> Bool {
        guard let found = find(key) else { return false }
        return found.kind != .content || !state.isBlank(found)
    }

    func decodeNil(forKey key: Key) throws -> Bool { state.isNull(try required(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try XMLValueDecoder(state, required(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try XMLValueDecoder(state, required(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(for: DocumentKey.super, state.find("super", in: place)) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key, find(key)) }

    /// An absent value is decoded like nil.
    private func decoder(for key: some CodingKey, _ found: XMLDecodedPlace?) -> any Decoder {
        guard let found else { return XMLAbsentDecoder(state: state, key: key, place: place) }
        return XMLValueDecoder(state, found)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.float(required(key)) }
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

    /// Decodes a value; recursive types recur through here, so unneeded variables are elsewhere, to keep the frame small.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let found = find(key) else { return try valueOfNothing(type, key) }
        return try state.value(type, found)
    }

    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = state.valueOfNothing(type) else { throw state.missing(key, keyPlace(key), in: place) }
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
        try optional(key, type).map { try state.float($0) }
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

    /// Recursive types recur through here: without a closure, the frames are smaller.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let found = optional(key, type) else { return nil }
        return try state.value(type, found)
    }
}

// A decoder, a container and each step of a coding path is a place: what of the document it is about, and how the type came
// to it. Together with the reference to what all decoders share it fills an existential's buffer of 24 bytes exactly, so
// that handing a decoder to a type allocates nothing.
//
// Example: <feed><item id="7"/><item/></feed>, decoded as struct Feed { var item: [Item] }, struct Item { var id: Int }
//   level 0  top        the node of “feed”
//   level 1  named      the node of the first “item”: all that have the name are meant
//   level 2  listed     the node of one “item”, and its position among them
//   level 3  attribute  the number of “id” in the list of all attributes

/// The part of a document that is decoded.
struct XMLDecodedPlace: BitwiseCopyable, Equatable {
    /// The node, the attribute or the word.
    var index: UInt32

    /// The index among its siblings; for ``Kind/content``, the key that led there.
    var position: UInt32

    /// The number of steps of the coding path that lead there.
    var level: UInt32

    /// The kind of the place.
    var kind: Kind

    /// The spelling of the key that led there.
    var form = XMLNameForm.local

    /// Further facts about the place, which leaves a byte of its sixteen to the value that holds it.
    private var flags = Flags()

    /// Creates a place.
    init(_ kind: Kind, _ index: Int, position: Int = 0, level: Int) {
        self.index = UInt32(truncatingIfNeeded: index)
        self.position = UInt32(truncatingIfNeeded: position)
        self.level = UInt32(truncatingIfNeeded: level)
        self.kind = kind
    }

    /// The node, the attribute or the word.
    var number: Int { Int(index) }

    /// The level of the places inside it.
    var inside: Int { Int(level) + 1 }
}

extension XMLDecodedPlace {
    private struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        static let isMarked = Flags(rawValue: 1)
        static let isListItem = Flags(rawValue: 2)
    }

    /// Whether the key was marked as one of an attribute.
    var isMarked: Bool {
        get { flags.contains(.isMarked) }
        set { flags.formSymmetricDifference(newValue == isMarked ? [] : .isMarked) }
    }

    /// Whether it is from a list that can continue with another item if a choice takes one (XMLChoices.swift).
    var isListItem: Bool {
        get { flags.contains(.isListItem) }
        set { flags.formSymmetricDifference(newValue == isListItem ? [] : .isListItem) }
    }

    /// The kinds of places that can be decoded.
    enum Kind: UInt8, BitwiseCopyable {
        /// The element at which decoding began.
        case top

        /// The elements with a name in an element: all of them as a list, the first as anything else.
        case named

        /// One of the elements with a name.
        case listed

        /// One of all elements in an element.
        case child

        /// The content of an element: its text, or all elements in it.
        case content

        /// An element under its own name, as the case of an enumeration.
        case own

        /// An attribute.
        case attribute

        /// One of the words of a text.
        case word

        /// A text between elements, as an item of a list.
        case text

        /// A text between elements, as the case of an enumeration.
        case ownText

        /// Whether it is an element, or the content of one.
        var isElement: Bool { rawValue < Kind.attribute.rawValue }
    }
}

/// One of the words of a text, as a list of simple values is written (XML Schema part 2 §2.5.1.2).
struct XMLWord: BitwiseCopyable {
    /// The word.
    let slice: XMLSlice

    /// The element or attribute that it is in.
    let owner: XMLDecodedPlace
}
