import DecantCore

/// The way to read a type.
enum XMLDecodableKind {
    /// By its own `init(from:)`.
    case plain

    /// Straight from the document.
    case shortcut(any XMLShortcut.Type)

    /// From a scalar.
    case scalar(any ScalarDecodable.Type)

    /// A type of Foundation that cannot be read: the program does not import its conformance to `ScalarDecodable`.
    case missingImport

    init(_ type: Any.Type) {
        if let type = type as? any XMLShortcut.Type {
            self = .shortcut(type)
        } else if let type = type as? any ScalarDecodable.Type {
            self = .scalar(type)
        } else {
            self = FoundationTypes.identifiers.contains(ObjectIdentifier(type)) ? .missingImport : .plain
        }
    }

    /// Whether a value is made from a text.
    var isScalar: Bool {
        switch self {
        case .plain: false
        case .shortcut(let type): type.isScalar
        case .scalar, .missingImport: true
        }
    }

    /// Whether a value is made from all elements of a name.
    var isList: Bool {
        guard case .shortcut(let type) = self else { return false }
        return type.isList
    }

    /// Whether no value is made from a text of white space.
    var hasNoEmptyValue: Bool {
        guard case .shortcut(let type) = self else { return isScalar }
        return type.isScalar && type != String.self
    }
}

/// A type of the standard library that is read from the document without the detour through its own `init(from:)`.
protocol XMLShortcut {
    /// Whether a value is made from a text.
    static var isScalar: Bool { get }

    /// Whether a value is made from all elements of a name.
    static var isList: Bool { get }

    /// The value if there is nothing to make one of, for types that have one.
    static var valueOfNothing: Self? { get }

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - state: The state that all decoders of one decoding share.
    ///   - location: The part of the document to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever a type throws that the value is made of.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self
}

extension XMLShortcut {
    static var isScalar: Bool { true }

    static var isList: Bool { false }

    static var valueOfNothing: Self? { nil }
}

extension Bool: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Bool {
        try state.bool(location)
    }
}

extension String: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> String {
        try state.string(location)
    }
}

extension Double: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Double {
        try state.float(location)
    }
}

extension Float: XMLShortcut {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Float {
        try state.float(location)
    }
}

extension XMLShortcut where Self: FixedWidthInteger {
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Self {
        try state.integer(location)
    }
}

extension Int: XMLShortcut {}
extension Int8: XMLShortcut {}
extension Int16: XMLShortcut {}
extension Int32: XMLShortcut {}
extension Int64: XMLShortcut {}
extension Int128: XMLShortcut {}
extension UInt: XMLShortcut {}
extension UInt8: XMLShortcut {}
extension UInt16: XMLShortcut {}
extension UInt32: XMLShortcut {}
extension UInt64: XMLShortcut {}
extension UInt128: XMLShortcut {}

extension Optional: XMLShortcut where Wrapped: Decodable {
    static var isScalar: Bool { false }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Wrapped? {
        guard state.isNothing(location, Wrapped.self) else { return try state.value(Wrapped.self, location) }
        state.noteRepetition(of: location)
        return nil
    }
}

extension Array: XMLShortcut where Element: Decodable {
    static var isScalar: Bool { false }

    static var isList: Bool { true }

    static var valueOfNothing: [Element]? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [Element] {
        state.enter(location)
        if state.skipped != nil { return try goodElements(from: state, location) }
        var list = XMLDecodedList(state, location)
        var elements: [Element] = []
        while list.begin(state) {
            do {
                elements.append(try state.value(Element.self, list.item))
            } catch {
                guard state.tookNothing(of: list.item) else { throw error }
            }
            list.advance(state)
        }
        return elements
    }

    /// Reads the elements of a list, and leaves out those that cannot be decoded, if the options allow that for the list.
    @inline(never)
    private static func goodElements(from state: XMLDecodingState, _ location: XMLLocation) throws -> [Element] {
        let path = state.path(to: location)
        let entry = state.skipped?.entry(for: path)
        var list = XMLDecodedList(state, location)
        var elements: [Element] = []
        while list.begin(state) {
            do {
                elements.append(try state.value(Element.self, list.item))
            } catch  where state.tookNothing(of: list.item) {
                // The list has no element for it.
            } catch {
                guard let entry else { throw error }
                try state.skip(list.item, of: entry, because: error, path)
            }
            list.advance(state)
        }
        return elements
    }
}

extension Set: XMLShortcut where Element: Decodable {
    static var isScalar: Bool { false }

    static var isList: Bool { true }

    static var valueOfNothing: Set<Element>? { [] }

    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> Set<Element> {
        Set(try [Element].decode(from: state, location))
    }
}

/// Only with strings as keys: they are data, which no strategy for keys changes.
extension Dictionary: XMLShortcut where Key == String, Value: Decodable {
    static var isScalar: Bool { false }

    /// Reads the elements in an element by their names, and attributes that no element has the name of if a value can be made of
    /// one.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [String: Value] {
        let element = try state.element(at: location)
        state.enter(location)
        state.noteRepetition(of: location)
        state.noteTexts(in: element)
        // A list by a local name has elements of one namespace only, or those of all others.
        let isList = state.kind(of: Value.self).isList && state.hasNamespaces
        var firsts: [String: XMLLocation] = [:]
        var members: [String: Value] = [:]
        for member in state.members(of: element, location, withAttributes: state.kind(of: Value.self).isScalar) {
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
