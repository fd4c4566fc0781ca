import DecantCore

/// A type of the standard library that is decoded directly from the document, without its `init(from:)`.
protocol DocumentDecodable {
    /// Whether the type's `init(from:)` would request a container instead of a single value of the same type.
    static var isCollection: Bool { get }

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, or the error of an element.
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> Self
}

extension DecodingState {
    /// Decodes a value of any type.
    ///
    /// Recursive types recur through this function. The code that they do not need is in separate functions, which
    /// keeps stack frames small; the remaining functions are inlined, which keeps frames few. A class is created by the
    /// metatype that was passed, which may be a subclass.
    ///
    /// - Throws: `DecodingError`, or the error of the type's initializer.
    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ location: DocumentLocation) throws -> Value {
        try value(type, scratch.kind(of: type), location)
    }

    /// Decodes a value of a type whose kind is known.
    @inline(__always)
    func value<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ location: DocumentLocation
    ) throws -> Value {
        if case .plain = kind { return try type.init(from: ValueDecoder(state: self, location: location.exact)) }
        return try special(type, kind, location)
    }

    @inline(never)
    private func special<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ location: DocumentLocation
    ) throws -> Value {
        switch kind {
        case .plain, .transparent: try type.init(from: ValueDecoder(state: self, location: location))
        case .strings: renamed(try list(location, strings), to: type)
        case .doubles: renamed(try list(location, doubles), to: type)
        case .integers: renamed(try list(location, integers), to: type)
        case .direct(let same): try direct(same, as: type, location)
        case .scalar(let same): try scalar(same, as: type, location)
        case .stored(let same): try stored(same, as: type, location)
        case .missingImport: throw missingImport(type, location.node)
        }
    }

    @inline(__always)
    private func direct<Same: DocumentDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: DocumentLocation
    ) throws -> Value {
        renamed(try Same.decode(from: self, location), to: type)
    }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: DocumentLocation
    ) throws -> Value {
        guard Same.self == Value.self else { return try castScalar(same, as: type, location) }
        return renamed(try scalar(location) as Same, to: type)
    }

    /// Decodes a type that also converts directly from what the document stores.
    @inline(never)
    private func stored<Same: StoredScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: DocumentLocation
    ) throws -> Value {
        guard !rules.hasScalars else { return try scalar(same, as: type, location) }
        do throws(ScalarNotConverted) {
            return renamed(try document.storedValue(at: location.node, rules.options.dates) as Same, to: type)
        } catch {
            return try scalar(same, as: type, location)
        }
    }

    /// Decodes a class that was passed as one of its superclasses.
    @inline(never)
    private func castScalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: DocumentLocation
    ) throws -> Value {
        let value: Same = try scalar(location)
        guard let value = value as? Value else { throw mismatch(type, location) }
        return value
    }
}

// MARK: - Arrays

extension Array: DocumentDecodable where Element: Decodable {
    static var isCollection: Bool { true }

    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> [Element] {
        guard state.document[location.node].kind.isList else { return try state.unlisted(location) }
        return try state.skipsElements ? state.goodElements(location) : state.elements(location)
    }
}

extension DecodingState {
    /// Reads an array from a value that is none: the bytes of a data node, the only type for data in a program without
    /// Foundation, or the elements of a converted value.
    @inline(never)
    fileprivate func unlisted<Element: Decodable>(_ location: DocumentLocation) throws -> [Element] {
        if Element.self == UInt8.self, document[location.node].kind.isData {
            return renamed(document.data(at: location.node), to: [Element].self)
        }
        var container = UnkeyedContainer(self, try convertedList(location))
        var elements: [Element] = []
        while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
        return elements
    }

    /// Reads an array of scalars with nongeneric code, unless bad elements may be skipped.
    @inline(__always)
    private func list<Element: Decodable>(
        _ array: DocumentLocation,
        _ read: (FlatDocument, DocumentLocation) throws -> [Element]
    ) throws -> [Element] {
        guard document[array.node].kind.isList else { return try unlisted(array) }
        return try skipsElements ? goodElements(array) : read(document, array)
    }

    @inline(never)
    private func doubles(_ document: FlatDocument, _ array: DocumentLocation) throws -> [Double] {
        try document.scalars(of: array.node) { node throws in
            let value = document[node]
            if value.kind == .fraction { return document.fraction(value) }
            return value.kind == .integer ? Double(value.integer) : try double(array.child(node))
        }
    }

    @inline(never)
    private func integers(_ document: FlatDocument, _ array: DocumentLocation) throws -> [Int] {
        try document.scalars(of: array.node) { node throws in
            let value = document[node]
            return value.kind == .integer ? Int(value.integer) : try integer(array.child(node))
        }
    }

    @inline(never)
    private func strings(_ document: FlatDocument, _ array: DocumentLocation) throws -> [String] {
        try document.scalars(of: array.node) { node throws in try string(array.child(node)) }
    }

    /// Reads the elements of an array whose elements may be containers; `skip` may rethrow the error of an element.
    @inline(__always)
    fileprivate func elements<Element: Decodable>(
        _ array: DocumentLocation,
        skip: (_ node: Int, _ position: Int, any Error) throws -> Void = { _, _, error in throw error }
    ) throws -> [Element] {
        let kind = scratch.kind(of: Element.self)
        var elements: [Element] = []
        elements.reserveCapacity(document.firstCapacity(of: array.node, for: Element.self))
        let end = document[array.node].end
        var node = array.node &+ 1
        var position = 0
        while node < end {
            enter(node, position: position, of: array.node, array.depth)
            do {
                elements.append(try value(Element.self, kind, array.child(node)))
            } catch {
                try skip(node, position, error)
            }
            node = document.next(after: node)
            position &+= 1
        }
        return elements
    }

    /// Reads the elements of an array, and skips elements that cannot be decoded if the options allow it for the array.
    @inline(never)
    fileprivate func goodElements<Element: Decodable>(_ array: DocumentLocation) throws -> [Element] {
        let path = path(to: array)
        skipped?.recordArray(at: path)
        guard let entry = skipped?.entry(for: path) else { return try elements(array) }
        return try elements(array) { node, position, error in
            try skipped?.skip(position, of: entry, because: error, path: path, under: document.path(to: top)) {
                document.sourceOffset(of: node)
            }
        }
    }
}

extension FlatDocument {
    /// Reads the elements of an array of scalars, each in one node.
    @inline(__always)
    fileprivate func scalars<Element>(of list: Int, _ element: (Int) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(firstCapacity(of: list, for: Element.self))
        for node in list &+ 1..<self[list].end { elements.append(try element(node)) }
        return elements
    }
}

extension FlatDocument {
    /// Returns the number of elements or members of a container to allocate initial memory for.
    ///
    /// The text determines the number, and an element can take hundreds of times as much memory as its text. Beyond 1
    /// MiB, a collection therefore grows as its elements are read.
    @inlinable
    package func firstCapacity<Element>(of container: Int, for type: Element.Type) -> Int {
        let node = self[container]
        return min(node.kind.isContainer ? node.count : 1, (1 << 20) / max(MemoryLayout<Element>.stride, 1))
    }
}

// MARK: - Dictionaries

/// Only dictionaries with string keys: their keys are data, and no key conversion applies.
extension Dictionary: DocumentDecodable where Key == String, Value: Decodable {
    static var isCollection: Bool { true }

    /// Reads the members of an object; of several members with the same name, the first.
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> [String: Value] {
        try state.checkObject(location)
        let kind = state.scratch.kind(of: Value.self)
        var members = [String: Value](minimumCapacity: state.document.firstCapacity(of: location.node, for: Value.self))
        let end = state.document[location.node].end
        var member = location.node &+ 1
        while member < end {
            state.enterMember(member, of: location.node, location.depth)
            let name = state.document.string(at: member)
            do {
                members.insert(try state.value(Value.self, kind, location.child(member &+ 1)), named: name)
            } catch  where members[name] != nil {
                // Only the first member with this name counts.
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

extension DocumentDecodable {
    static var isCollection: Bool { false }
}

extension Bool: DocumentDecodable {
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> Bool {
        try state.bool(location)
    }
}

extension String: DocumentDecodable {
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> String {
        try state.string(location)
    }
}

extension Double: DocumentDecodable {
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> Double {
        try state.double(location)
    }
}

extension Float: DocumentDecodable {
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> Float {
        try state.float(location)
    }
}

extension DocumentDecodable where Self: FixedWidthInteger {
    static func decode(from state: DecodingState, _ location: DocumentLocation) throws -> Self {
        try state.integer(location)
    }
}

extension Int: DocumentDecodable {}
extension Int8: DocumentDecodable {}
extension Int16: DocumentDecodable {}
extension Int32: DocumentDecodable {}
extension Int64: DocumentDecodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DocumentDecodable {}
extension UInt: DocumentDecodable {}
extension UInt8: DocumentDecodable {}
extension UInt16: DocumentDecodable {}
extension UInt32: DocumentDecodable {}
extension UInt64: DocumentDecodable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DocumentDecodable {}
