import DecantCore

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
        state.enter(location)
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
        state.enter(location)
        state.noteRepetition(of: location)
        state.noteTexts(in: element)
        // With a local name, a list contains either the elements of one namespace or the elements of all others.
        let isList = state.kind(of: Value.self).isList && state.hasNamespaces
        var firsts: [String: XMLLocation] = [:]
        var members: [String: Value] = [:]
        let attributes = state.kind(of: Value.self).isScalar ? Int.max : 0
        for member in state.members(of: location, attributes: attributes) {
            let name = state.writtenKey(of: member)
            guard members[name] == nil else {
                let isOfList = firsts[name].map { state.isSameName($0, member) } ?? true
                if member.kind == .attribute || !isOfList { state.noteRepetition(member) }
                continue
            }
            if isList { firsts[name] = member }
            state.enter(member)
            members[name] = try state.value(Value.self, member)
        }
        return members
    }
}
