import DecantCore
import DecantDocument

/// A decoder for one location of the document.
///
/// It fits into the inline buffer of an existential, so creating one does not allocate.
struct XMLValueDecoder: DocumentDecoder {
    let state: XMLDecodingState
    let location: XMLLocation

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let kind = state.keyKind(of: type)
        let location = try kind.isChoice ? state.item(at: location, as: type) : state.keyedLocation(location)
        let container = XMLKeyedContainer<Key>(state: state, container: state.open(location), kind: kind)
        return KeyedDecodingContainer(container)
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
        guard list.start(state) else { throw state.atEnd(type, location, position: currentIndex) }
        return list.item
    }

    mutating func superDecoder() throws -> any Decoder {
        var location = try current(as: (any Decoder).self)
        location.isListItem = false
        advance()
        return XMLValueDecoder(state: state, location: location)
    }

    mutating func advance() {
        // A choice may take more or fewer items than were counted.
        let isCounted = state.takenItems.isEmpty
        list.advance(state)
        currentIndex += 1
        if !isCounted { count = currentIndex + rest }
    }
}

struct XMLKeyedContainer<Key: CodingKey>: DocumentKeyedContainer {
    let state: XMLDecodingState
    fileprivate let container: XMLContainer
    fileprivate let kind: XMLKeyKind

    var location: XMLLocation { container.location }

    /// Whether the keys are compared with the name of the element itself.
    private var isChoice: Bool { kind.isChoice && (location.kind == .child || location.kind == .text) }

    func find(named name: String) -> XMLLocation? { state.find(name, in: container) }

    func find(_ key: Key) -> XMLLocation? {
        let name = key.stringValue
        let found = isChoice ? state.choose(name, in: container) : state.find(name, in: container)
        if found != nil { state.entries &+= 1 }
        return found
    }

    func required(_ key: Key) throws -> XMLLocation {
        guard let found = find(key) else { throw state.missing(key, in: location) }
        return found
    }

    func contains(_ key: Key) -> Bool {
        guard let found = find(key) else {
            recordAbsence(of: key)
            return false
        }
        return found.kind != .content || !state.isBlank(found)
    }

    var allKeys: [Key] {
        if location.kind == .text { return [Key.ofText].compactMap(\.self) }
        guard isChoice else { return state.keys(of: container, as: Key.self) + (textKey.map { [$0] } ?? []) }
        return [state.key(of: location, in: .of(location))].compactMap(\.self)
    }

    /// The key for the text of an element without child elements, if the keys include one.
    private var textKey: Key? {
        let (start, element) = (location.number + 1, location.number)
        guard kind == .mixedChoice, state.nextItem(from: start, in: element, false) == nil else { return nil }
        return state.nextItem(from: start, in: element, true) == nil ? nil : Key.ofText
    }
}

// MARK: - Values

// A generic function also implements the requirements of the standard library for single types, unless the library has
// a default for them. Recursive types recur through the generic functions. Code that they do not need is in separate
// functions, and there are no closures, to keep stack frames small.

extension XMLKeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try state.bool(required(key), converts: true)
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.double(required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.integer(required(key)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try state.integer(required(key)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try state.integer(required(key)) }

    /// Decodes a value.
    ///
    /// An absent key decodes as an empty list if the type is a list.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let found = find(key) else { return try valueOfNothing(type, key) }
        return try state.value(type, found)
    }

    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = state.valueOfNothing(type, key, in: location) else { throw state.missing(key, in: location) }
        state.recordList(named: key.stringValue, in: location)
        recordAbsence(of: key)
        return value
    }

    /// Reports an absent key if the conversion of names is the reason.
    @inline(never)
    private func recordAbsence(of key: Key) {
        if state.convertsNames, !isChoice { state.recordAbsence(of: key, in: container) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let found = optional(key, type) else { return nil }
        return try state.value(type, found)
    }

    /// Finds the value of a key; returns nil if an optional of the type would be nil.
    private func optional(_ key: Key, _ type: Any.Type) -> XMLLocation? {
        guard let found = find(key) else {
            recordAbsence(of: key)
            return nil
        }
        guard state.isNothing(found, type) else { return found }
        state.recordRepetition(of: found)
        return nil
    }

    private func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try optional(key, Value.self).map { try state.value(Value.self, $0) }
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(key) }
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
    var form: XMLNameForm
    /// Whether the key had a leading `@`, which marks an attribute.
    var isMarked = false
    /// Whether the location belongs to a list that can resume with another item after a choice takes one
    /// (XMLDecodedList.swift).
    var isListItem = false

    init(_ kind: Kind, _ index: Int, position: Int = 0, in outer: UInt32, form: XMLNameForm = .local) {
        self.index = UInt32(truncatingIfNeeded: index)
        self.position = UInt32(truncatingIfNeeded: position)
        self.outer = outer
        self.kind = kind
        self.form = form
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
    case string
    case boolean
    /// As a number of the standard library, with its `init(from:)`.
    case number
    case collection(any XMLCollection.Type)
    case scalar(any ScalarDecodable.Type)
    /// Not at all, because the program does not import the Foundation type's conformance to `ScalarDecodable`.
    case missingImport

    init(_ type: Any.Type) {
        if type == String.self {
            self = .string
        } else if type == Bool.self {
            self = .boolean
        } else if Self.numbers.contains(ObjectIdentifier(type)) {
            self = .number
        } else if let type = type as? any XMLCollection.Type {
            self = .collection(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    private static let numbers: Set<ObjectIdentifier> = {
        var integers: [any FixedWidthInteger.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
            UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
        ]
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            integers += [Int128.self, UInt128.self]
        }
        return Set(
            integers.map { ObjectIdentifier($0) } + [Double.self, Float.self].map(ObjectIdentifier.init)
        )
    }()

    /// Whether a value is decoded from text.
    var isScalar: Bool {
        switch self {
        case .plain, .collection: false
        case .string, .boolean, .number, .scalar, .missingImport: true
        }
    }

    /// Whether a value is decoded from all elements of a name.
    var isList: Bool {
        if case .collection(let type) = self { type.isList } else { false }
    }
}

/// A generic type of the standard library that is decoded directly from the document, without calling its
/// `init(from:)`.
protocol XMLCollection {
    /// Whether a value is decoded from all elements of a name.
    static var isList: Bool { get }
    /// The value for a missing element, or nil if the type has no such value.
    static var valueOfNothing: Self? { get }

    /// Decodes a value, or throws any error that the type of a contained value throws.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self
}

extension XMLCollection {
    static var isList: Bool { false }
    static var valueOfNothing: Self? { nil }
}

extension Optional: XMLCollection where Wrapped: Decodable {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Wrapped? {
        guard state.isNothing(location, Wrapped.self) else { return try state.value(Wrapped.self, location) }
        state.recordRepetition(of: location)
        return nil
    }
}

extension Array: XMLCollection where Element: Decodable {
    static var isList: Bool { true }
    static var valueOfNothing: [Element]? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [Element] {
        state.recordList(at: location)
        var list = XMLDecodedList(state, location)
        var elements: [Element] = []
        while list.start(state) {
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

extension Set: XMLCollection where Element: Decodable {
    static var isList: Bool { true }
    static var valueOfNothing: Set<Element>? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Set<Element> {
        Set(try [Element].decode(from: state, location))
    }
}

/// Only dictionaries with string keys; these are data, so key strategies do not change them.
extension Dictionary: XMLCollection where Key == String, Value: Decodable {
    /// Decodes the child elements by name; scalars include attributes whose name no element has.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [String: Value] {
        let element = try state.element(at: location)
        state.recordRepetition(of: location)
        state.recordTexts(in: element)
        // With a local name, a list contains either the elements of one namespace or the elements of all others.
        let isList = state.kind(of: Value.self).isList && state.hasNamespaces
        var firsts: [String: XMLLocation] = [:]
        var members: [String: Value] = [:]
        let attributes = state.kind(of: Value.self).isScalar ? Int.max : 0
        for member in state.members(of: state.open(location), attributes: attributes) {
            let name = state.writtenKey(of: member)
            guard members[name] == nil else {
                let hasListName = firsts[name].map { state.isSameName($0, member) } ?? true
                if member.kind == .attribute || !hasListName { state.recordRepetition(member) }
                continue
            }
            if isList { firsts[name] = member }
            state.entries &+= 1
            members[name] = try state.value(Value.self, member)
        }
        return members
    }
}
