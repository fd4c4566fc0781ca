import DecantCore

/// A type of the standard library that is read from the document without the detour through its own `init(from:)`.
protocol DirectDecodable {
    /// Whether the type's own `init(from:)` would ask for a container, and not for a single value of the same type.
    static var isCollection: Bool { get }

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - state: The parts that all decoders share.
    ///   - node: The node of the value.
    ///   - depth: Its level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever an element throws.
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> Self
}

extension DecodingState {
    /// Makes a value of any type.
    ///
    /// Recursive types recur through here: the parts that they do not need are functions of their own, to keep frames small, and
    /// the others are inlined, to keep them few. A class is made by the type that was passed, which may be a subclass.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - node: The node of the value.
    ///   - depth: Its level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever the type throws.
    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ node: Int, _ depth: Int) throws -> Value {
        try value(type, scratch.kind(of: type), node, depth)
    }

    /// Makes a value of a type whose kind is known.
    @inline(__always)
    func value<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        if case .plain = kind { return try type.init(from: ValueDecoder(self, node, depth)) }
        return try special(type, kind, node, depth)
    }

    @inline(never)
    private func special<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        switch kind {
        case .plain: try type.init(from: ValueDecoder(self, node, depth))
        case .strings: renamed(try strings(node, depth), to: type)
        case .direct(let same): try direct(same, as: type, node, depth)
        case .scalar(let same): try scalar(same, as: type, node, depth)
        case .date(let same): try date(same, as: type, node, depth)
        case .data(let same): try data(same, as: type, node, depth)
        case .missingImport: throw missingImport(type, node)
        }
    }

    @inline(__always)
    private func direct<Same: DirectDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        renamed(try Same.decode(from: self, node, depth), to: type)
    }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        guard Same.self == Value.self else { return try castScalar(same, as: type, node, depth) }
        return renamed(try scalar(node, depth) as Same, to: type)
    }

    /// Makes a date; one that the format has as a date needs no ``DecodedScalar``.
    @inline(never)
    private func date<Same: DateDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        let value = document[node]
        guard value.kind == .date, value.real.isFinite, !rules.strategies.hasScalars else {
            return try scalar(same, as: type, node, depth)
        }
        return renamed(Same(secondsSinceReferenceDate: value.real), to: type)
    }

    /// Makes data; those that the format has as data need no ``DecodedScalar``.
    @inline(never)
    private func data<Same: DataDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        guard document[node].kind.isData, !rules.strategies.hasScalars else {
            return try scalar(same, as: type, node, depth)
        }
        return renamed(document.withBytes(at: node) { Same(copying: $0) }, to: type)
    }

    /// Makes a value of a class that was passed as one of its superclasses.
    @inline(never)
    private func castScalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        let value: Same = try scalar(node, depth)
        guard let value = value as? Value else { throw mismatch(type, node, depth) }
        return value
    }
}

// MARK: - Arrays

extension Array: DirectDecodable where Element: Decodable {
    static var isCollection: Bool { true }

    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> [Element] {
        guard state.document[node].kind.isList else {
            return renamed(try state.bytes(node, depth, for: Element.self), to: Self.self)
        }
        if state.skipsElements { return try state.goodElements(node, depth) }
        if Element.self == Double.self { return renamed(try state.doubles(node, depth), to: Self.self) }
        if Element.self == Int.self { return renamed(try state.integers(node, depth), to: Self.self) }
        if Element.self == String.self { return renamed(try state.strings(node, depth), to: Self.self) }
        return try state.elements(node, depth)
    }
}

extension DecodingState {
    /// The bytes of data, where an array of bytes is decoded: a program without Foundation has no other type for them.
    @inline(never)
    fileprivate func bytes(_ node: Int, _ depth: Int, for element: Any.Type) throws -> [UInt8] {
        guard element == UInt8.self, document[node].kind.isData else { throw mismatch([Any].self, node, depth) }
        return document.data(at: node)
    }

    fileprivate func doubles(_ array: Int, _ depth: Int) throws -> [Double] {
        try scalars(array) { node throws in try double(node, depth &+ 1) }
    }

    fileprivate func integers(_ array: Int, _ depth: Int) throws -> [Int] {
        try scalars(array) { node throws in try integer(node, depth &+ 1) }
    }

    fileprivate func strings(_ array: Int, _ depth: Int) throws -> [String] {
        guard document[array].kind.isList else { throw mismatch([Any].self, array, depth) }
        return try scalars(array) { node throws in try string(node, depth &+ 1) }
    }

    /// Reads the elements of an array that are not containers.
    private func scalars<Element>(_ array: Int, _ element: (Int) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(document.firstCapacity(of: array, for: Element.self))
        let end = document[array].end
        var node = array &+ 1
        while node < end {
            elements.append(try element(node))
            node = document.next(after: node)
        }
        return elements
    }

    /// Reads the elements of an array that may be containers.
    @inline(__always)
    fileprivate func elements<Element: Decodable>(_ array: Int, _ depth: Int) throws -> [Element] {
        let kind = scratch.kind(of: Element.self)
        var elements: [Element] = []
        elements.reserveCapacity(document.firstCapacity(of: array, for: Element.self))
        let end = document[array].end
        var node = array &+ 1
        var position = 0
        while node < end {
            enter(node, position: position, of: array, depth)
            elements.append(try value(Element.self, kind, node, depth &+ 1))
            node = document.next(after: node)
            position &+= 1
        }
        return elements
    }
}

extension DecodingState {
    /// Reads the elements of an array, and leaves out those that cannot be decoded, if the options allow that for the array.
    @inline(never)
    fileprivate func goodElements<Element: Decodable>(_ array: Int, _ depth: Int) throws -> [Element] {
        let path = path(to: array, depth: depth)
        guard let entry = skipped?.entry(for: path) else { return try elements(array, depth) }
        let kind = scratch.kind(of: Element.self)
        var elements: [Element] = []
        elements.reserveCapacity(document.firstCapacity(of: array, for: Element.self))
        var node = array + 1
        var position = 0
        while node < document[array].end {
            enter(node, position: position, of: array, depth)
            do {
                elements.append(try value(Element.self, kind, node, depth + 1))
            } catch {
                try skip(node, position, of: entry, because: error, path)
            }
            node = document.next(after: node)
            position += 1
        }
        return elements
    }

    private func skip(
        _ node: Int,
        _ position: Int,
        of entry: [String],
        because error: any Error,
        _ path: [any CodingKey]
    ) throws {
        try skipped?.skip(position, of: entry, because: error, path: path, under: document.path(to: top)) {
            document.sourceOffset(of: node)
        }
    }
}

extension FlatDocument {
    /// The number of elements or members of a container to allocate memory for at once.
    ///
    /// A large element can take hundreds of times as much memory as its text, and the text decides about the number: beyond 1 MiB
    /// a collection grows as its elements are read.
    package func firstCapacity<Element>(of container: Int, for type: Element.Type) -> Int {
        min(self[container].count, (1 << 20) / max(MemoryLayout<Element>.stride, 1))
    }
}

// MARK: - Dictionaries

/// Only with strings as keys: they are data, which no conversion of keys changes.
extension Dictionary: DirectDecodable where Key == String, Value: Decodable {
    static var isCollection: Bool { true }

    /// Reads the members of an object; of several with the same name the first.
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> [String: Value] {
        try state.checkObject(node, depth)
        let kind = state.scratch.kind(of: Value.self)
        var members = [String: Value](minimumCapacity: state.document.firstCapacity(of: node, for: Value.self))
        let end = state.document[node].end
        var member = node &+ 1
        while member < end {
            state.enterMember(member, of: node, depth)
            let name = state.document.string(at: member)
            do {
                members.insert(try state.value(Value.self, kind, member &+ 1, depth &+ 1), named: name)
            } catch  where members[name] != nil {
                // Only the first of several members with this name counts.
            }
            member = state.document.next(after: member &+ 1)
        }
        return members
    }

    @inline(never)
    private mutating func insert(_ value: consuming Value, named name: String) {
        if let first = updateValue(value, forKey: name) { self[name] = first }
    }
}

// MARK: - Scalars

extension DirectDecodable {
    static var isCollection: Bool { false }
}

extension Bool: DirectDecodable {
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> Bool {
        try state.bool(node, depth)
    }
}

extension String: DirectDecodable {
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> String {
        try state.string(node, depth)
    }
}

extension Double: DirectDecodable {
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> Double {
        try state.double(node, depth)
    }
}

extension Float: DirectDecodable {
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> Float {
        try state.float(node, depth)
    }
}

extension DirectDecodable where Self: FixedWidthInteger {
    static func decode(from state: DecodingState, _ node: Int, _ depth: Int) throws -> Self {
        try state.integer(node, depth)
    }
}

extension Int: DirectDecodable {}
extension Int8: DirectDecodable {}
extension Int16: DirectDecodable {}
extension Int32: DirectDecodable {}
extension Int64: DirectDecodable {}
extension Int128: DirectDecodable {}
extension UInt: DirectDecodable {}
extension UInt8: DirectDecodable {}
extension UInt16: DirectDecodable {}
extension UInt32: DirectDecodable {}
extension UInt64: DirectDecodable {}
extension UInt128: DirectDecodable {}
