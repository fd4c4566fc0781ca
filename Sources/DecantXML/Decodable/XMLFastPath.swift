import DecantCore

/// The strategy for decoding a type.
enum XMLDecodableKind {
    /// Calls the type's `init(from:)`.
    case plain

    /// Decodes directly from the document.
    case shortcut(any XMLShortcut.Type)

    /// Decodes from a scalar.
    case scalar(any ScalarDecodable.Type)

    /// Fails, because the program does not import the Foundation type's conformance to `ScalarDecodable`.
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

    /// Whether a value is decoded from text.
    var isScalar: Bool {
        switch self {
        case .plain: false
        case .shortcut(let type): type.isScalar
        case .scalar, .missingImport: true
        }
    }

    /// Whether a value is decoded from all elements of a name.
    var isList: Bool {
        guard case .shortcut(let type) = self else { return false }
        return type.isList
    }

    /// Whether whitespace-only text cannot be decoded as the type.
    var hasNoEmptyValue: Bool {
        guard case .shortcut(let type) = self else { return isScalar }
        return type.isScalar && type != String.self
    }
}

/// A standard library type that is decoded directly from the document, without calling its `init(from:)`.
protocol XMLShortcut {
    /// Whether a value is decoded from text.
    static var isScalar: Bool { get }

    /// Whether a value is decoded from all elements of a name.
    static var isList: Bool { get }

    /// The value for a missing element; nil if the type has no such value.
    static var valueOfNothing: Self? { get }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - state: The state shared by all decoders of one decoding operation.
    ///   - location: The part of the document to decode.
    /// - Throws: `DecodingError`, or any error that the type of a contained value throws.
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

    /// Decodes the elements of a list, skipping elements that cannot be decoded if the options allow it for this list.
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
                // An element without an item contributes nothing to the list.
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

/// Covers only dictionaries with string keys.
///
/// The keys are data, so key strategies do not change them.
extension Dictionary: XMLShortcut where Key == String, Value: Decodable {
    static var isScalar: Bool { false }

    /// Decodes the child elements by name.
    ///
    /// If the value type is a scalar, attributes whose name no element has are included.
    static func decode(from state: XMLDecodingState, _ location: XMLLocation) throws -> [String: Value] {
        let element = try state.element(at: location)
        state.enter(location)
        state.noteRepetition(of: location)
        state.noteTexts(in: element)
        // With a local name, a list contains either the elements of one namespace or the elements of all others.
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
