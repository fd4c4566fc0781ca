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
        return KeyedDecodingContainer(XMLKeyedContainer<Key>(state, state.open(location), kind))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { XMLUnkeyedContainer(state, location) }
}

struct XMLUnkeyedContainer: DocumentUnkeyedContainer {
    let state: XMLDecodingState
    private let location: XMLLocation
    private(set) var count: Int?
    private(set) var currentIndex = 0
    private var list: XMLDecodedList

    init(_ state: XMLDecodingState, _ location: XMLLocation) {
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

    func current(as type: Any.Type) throws -> XMLLocation {
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
    private let container: XMLContainer
    private let kind: XMLKeyKind

    init(_ state: XMLDecodingState, _ container: XMLContainer, _ kind: XMLKeyKind) {
        self.state = state
        self.container = container
        self.kind = kind
    }

    var location: XMLLocation { container.location }

    /// Whether the keys are compared with the name of the element itself.
    private var isChoice: Bool { kind.isChoice && (location.kind == .child || location.kind == .text) }

    private func keyLocation(_ key: Key) -> XML.KeyLocation {
        guard kind == .located else { return .elementOrAttribute }
        return (key as? any XMLCodingKey)?.xmlLocation ?? .elementOrAttribute
    }

    func find(named name: String) -> XMLLocation? { state.find(name, in: container) }

    func find(_ key: Key) -> XMLLocation? {
        let name = key.stringValue
        let found = isChoice ? state.choose(name, in: container) : state.find(name, keyLocation(key), in: container)
        if found != nil { state.entries &+= 1 }
        return found
    }

    func required(_ key: Key) throws -> XMLLocation {
        guard let found = find(key) else { throw state.missing(key, keyLocation(key), in: location) }
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
        guard isChoice else { return state.keys(of: container, as: Key.self) + (textKey.map { [$0] } ?? []) }
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
        guard let value = state.valueOfNothing(type) else { throw state.missing(key, keyLocation(key), in: location) }
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
// existential, so passing a decoder to a type does not allocate. A location has the number of the container in which it
// was found, and the state has the locations of all containers, so a location leads to its whole path.
//
// Example: <feed><item id="7"/><item/></feed>, decoded as struct Feed { var item: [Item] }, struct Item { var id: Int }
//   top        the node of “feed”, opened as container 1
//   named      in 1: the node of the first “item”; represents all elements with this name; opened as container 2
//   listed     in 2: the node of one “item”, and its position among them; opened as container 3
//   attribute  in 3: the number of “id” in the list of all attributes

/// The part of the document to decode.
struct XMLLocation: BitwiseCopyable, Equatable {
    /// The index of the node, attribute, or word.
    var index: UInt32
    /// The index among its siblings; for ``Kind/content``, the index of the key in `contentKeys`.
    var position: UInt32
    /// The number of the container in which the location was found.
    let outer: UInt32
    var kind: Kind
    /// The form of the key that selected the location.
    var form = XMLNameForm.local
    /// Whether the key had a leading `@`, which marks an attribute.
    var isMarked = false
    /// Whether the location belongs to a list that can resume with another item after a choice takes one
    /// (XMLDecodedList.swift).
    var isListItem = false

    init(_ kind: Kind, _ index: Int, position: Int = 0, in outer: UInt32) {
        self.index = UInt32(truncatingIfNeeded: index)
        self.position = UInt32(truncatingIfNeeded: position)
        self.outer = outer
        self.kind = kind
    }

    var number: Int { Int(index) }
}

/// A location whose content is being decoded.
struct XMLContainer {
    let location: XMLLocation
    let number: UInt32
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

/// The way a type is decoded.
enum XMLDecodableKind {
    /// With its `init(from:)`.
    case plain
    case direct(any XMLDirectDecodable.Type)
    case scalar(any ScalarDecodable.Type)
    /// Not at all, because the program does not import the Foundation type's conformance to `ScalarDecodable`.
    case missingImport

    init(_ type: Any.Type) {
        if let type = type as? any XMLDirectDecodable.Type {
            self = .direct(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    var isScalar: Bool {
        switch self {
        case .plain: false
        case .direct(let type): type.isScalar
        case .scalar, .missingImport: true
        }
    }

    var isList: Bool {
        if case .direct(let type) = self { type.isList } else { false }
    }

    /// Whether whitespace-only text cannot be decoded as the type.
    var hasNoEmptyValue: Bool {
        guard case .direct(let type) = self else { return isScalar }
        return type.isScalar && type != String.self
    }
}

/// A standard library type that is decoded directly from the document, without calling its `init(from:)`.
protocol XMLDirectDecodable {
    /// Whether a value is decoded from text.
    static var isScalar: Bool { get }
    /// Whether a value is decoded from all elements of a name.
    static var isList: Bool { get }
    /// The value for a missing element; nil if the type has no such value.
    static var valueOfNothing: Self? { get }

    /// Decodes a value, or throws any error that the type of a contained value throws.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self
}

extension XMLDirectDecodable {
    static var isScalar: Bool { true }
    static var isList: Bool { false }
    static var valueOfNothing: Self? { nil }
}

extension Bool: XMLDirectDecodable {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self {
        try state.bool(location)
    }
}

extension String: XMLDirectDecodable {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self {
        try state.string(location)
    }
}

extension XMLDirectDecodable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self {
        try state.float(location)
    }
}

extension Double: XMLDirectDecodable {}
extension Float: XMLDirectDecodable {}

extension XMLDirectDecodable where Self: FixedWidthInteger {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self {
        try state.integer(location)
    }
}

extension Int: XMLDirectDecodable {}
extension Int8: XMLDirectDecodable {}
extension Int16: XMLDirectDecodable {}
extension Int32: XMLDirectDecodable {}
extension Int64: XMLDirectDecodable {}
extension Int128: XMLDirectDecodable {}
extension UInt: XMLDirectDecodable {}
extension UInt8: XMLDirectDecodable {}
extension UInt16: XMLDirectDecodable {}
extension UInt32: XMLDirectDecodable {}
extension UInt64: XMLDirectDecodable {}
extension UInt128: XMLDirectDecodable {}

extension Optional: XMLDirectDecodable where Wrapped: Decodable {
    static var isScalar: Bool { false }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Wrapped? {
        guard state.isNothing(location, Wrapped.self) else { return try state.value(Wrapped.self, location) }
        state.noteRepetition(of: location)
        return nil
    }
}

extension Array: XMLDirectDecodable where Element: Decodable {
    static var isScalar: Bool { false }
    static var isList: Bool { true }
    static var valueOfNothing: [Element]? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [Element] {
        var list = XMLDecodedList(state, location)
        var elements: [Element] = []
        while list.begin(state) {
            do {
                elements.append(try state.value(Element.self, list.item))
            } catch {
                // An element without an item contributes nothing to the list.
                if !state.tookNothing(of: list.item) { try state.skip(list.item, of: location, because: error) }
            }
            list.advance(state)
        }
        return elements
    }
}

extension Set: XMLDirectDecodable where Element: Decodable {
    static var isScalar: Bool { false }
    static var isList: Bool { true }
    static var valueOfNothing: Set<Element>? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Set<Element> {
        Set(try [Element].decode(from: state, location))
    }
}

/// Only dictionaries with string keys; these are data, so key strategies do not change them.
extension Dictionary: XMLDirectDecodable where Key == String, Value: Decodable {
    static var isScalar: Bool { false }

    /// Decodes the child elements by name; scalars include attributes whose name no element has.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [String: Value] {
        let element = try state.element(at: location)
        state.noteRepetition(of: location)
        state.noteTexts(in: element)
        // With a local name, a list contains either the elements of one namespace or the elements of all others.
        let isList = state.kind(of: Value.self).isList && state.hasNamespaces
        var firsts: [String: XMLLocation] = [:]
        var members: [String: Value] = [:]
        let attributes = state.kind(of: Value.self).isScalar ? Int.max : 0
        for member in state.members(of: state.open(location), attributes: attributes) {
            let name = state.writtenKey(of: member)
            guard members[name] == nil else {
                let isOfList = firsts[name].map { state.isSameName($0, member) } ?? true
                if member.kind == .attribute || !isOfList { state.noteRepetition(member) }
                continue
            }
            if isList { firsts[name] = member }
            state.entries &+= 1
            members[name] = try state.value(Value.self, member)
        }
        return members
    }
}
