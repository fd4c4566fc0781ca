// Why: a configuration outlives the release that wrote it. Each part of a configuration therefore lists its members
// once, and reading and writing derive from that list. A missing member has its default, and a member that equals its
// default is not written. An unknown member or value is an error: a release that decodes by another rule than the
// stored one is worse than one that stops. Defaults depend on the context: `XML.Options.decoding` has other defaults
// than `DecodingOptions()`.

/// A part of a configuration that is stored as named members.
package protocol StoredPart: Equatable {
    /// The members; a name never changes.
    static var storedMembers: [StoredMember<Self>] { get }
}

extension StoredPart {
    /// Decodes a part; a missing member has its value in `standard`.
    ///
    /// - Throws: `DecodingError` if a member is unknown, has an unknown value, or has the wrong type.
    package init(storedIn decoder: any Decoder, default standard: Self) throws {
        self = standard
        try read(from: decoder.container(keyedBy: StoredName.self))
    }

    /// Encodes the members that differ from those of `standard`.
    package func store(in encoder: any Encoder, default standard: Self) throws {
        var container = encoder.container(keyedBy: StoredName.self)
        try write(to: &container, default: standard)
    }

    /// Reads the members; the caller reads those of `formerNames`.
    fileprivate mutating func read(
        from container: KeyedDecodingContainer<StoredName>,
        formerNames: [StoredName] = []
    ) throws {
        let members = Self.storedMembers
        try container.rejectMembers(except: members.map(\.name), formerNames)
        for member in members where container.contains(member.name) { try member.read(&self, container) }
    }

    fileprivate func write(to container: inout KeyedEncodingContainer<StoredName>, default standard: Self) throws {
        for member in Self.storedMembers { try member.write(self, standard, &container) }
    }
}

/// A member of a stored part.
package struct StoredMember<Part> {
    fileprivate let name: StoredName
    fileprivate let read: (inout Part, KeyedDecodingContainer<StoredName>) throws -> Void

    /// Writes the member of the first part if it differs from that of the second one, which has the defaults.
    fileprivate let write: (Part, Part, inout KeyedEncodingContainer<StoredName>) throws -> Void
}

extension StoredMember {
    /// A member with any value; nil is stored as null.
    package static func value<Value: Codable & Equatable>(_ name: StoredName, _ path: WritableKeyPath<Part, Value>)
        -> Self
    {
        member(name, path) { try $0.decode(Value.self, forKey: name) }
    }

    /// A member whose value is one of several texts.
    package static func choice<Value: StoredChoice>(_ name: StoredName, _ path: WritableKeyPath<Part, Value>) -> Self {
        member(name, path) { try $0.decode(Choice<Value>.self, forKey: name).value }
    }

    /// A member whose value is a list of such texts.
    package static func choices<Value: StoredChoice>(_ name: StoredName, _ path: WritableKeyPath<Part, [Value]>)
        -> Self
    {
        member(name, path) { try $0.decode([Choice<Value>].self, forKey: name).map(\.value) }
    }

    /// A Boolean member whose value is one of two texts.
    package static func flag(
        _ name: StoredName,
        _ path: WritableKeyPath<Part, Bool>,
        false low: String,
        true high: String
    ) -> Self {
        StoredMember(name: name) { part, container in
            let decoder = try container.superDecoder(forKey: name)
            part[keyPath: path] = try decoder.decodeText("value", known: [low, high]) { text in
                text == high ? true : text == low ? false : nil
            }
        } write: { part, standard, container in
            let value = part[keyPath: path]
            if value != standard[keyPath: path] { try container.encode(value ? high : low, forKey: name) }
        }
    }

    /// A member whose value is a bit mask.
    ///
    /// - Parameter known: All options that this release knows.
    package static func bits<Value: OptionSet & Codable>(
        _ name: StoredName,
        _ path: WritableKeyPath<Part, Value>,
        known: Value
    ) -> Self where Value.RawValue == UInt32 {
        member(name, path) { container in
            let value = try container.decode(Value.self, forKey: name)
            if known.isSuperset(of: value) { return value }
            let bits = (0..<32).map { UInt32(1) << $0 }.filter { known.rawValue & $0 != 0 }.map(String.init)
            let path = container.codingPath + [name]
            throw DecodingError.unknownValue("\(value.rawValue)", at: path, ["bits of \(bits.joined(separator: ", "))"])
        }
    }

    /// A member that is a part with members.
    ///
    /// - Parameter former: Members of this part that an earlier release stored in the member.
    package static func part<Value: StoredPart>(
        _ name: StoredName,
        _ path: WritableKeyPath<Part, Value>,
        former: [Self] = []
    ) -> Self {
        StoredMember(name: name) { part, container in
            let nested = try container.nestedContainer(keyedBy: StoredName.self, forKey: name)
            try part[keyPath: path].read(from: nested, formerNames: former.map(\.name))
            for member in former where nested.contains(member.name) { try member.read(&part, nested) }
        } write: { part, standard, container in
            let (value, standard) = (part[keyPath: path], standard[keyPath: path])
            guard value != standard else { return }
            var nested = container.nestedContainer(keyedBy: StoredName.self, forKey: name)
            try value.write(to: &nested, default: standard)
        }
    }

    /// A member in the form of an earlier release, which is read but not written.
    package static func former(
        _ name: StoredName,
        read: @escaping (inout Part, KeyedDecodingContainer<StoredName>) throws -> Void
    ) -> Self {
        StoredMember(name: name, read: read) { _, _, _ in }
    }

    private static func member<Value: Encodable & Equatable>(
        _ name: StoredName,
        _ path: WritableKeyPath<Part, Value>,
        read: @escaping (KeyedDecodingContainer<StoredName>) throws -> Value
    ) -> Self {
        StoredMember(name: name) { part, container in
            part[keyPath: path] = try read(container)
        } write: { part, standard, container in
            let value = part[keyPath: path]
            if value != standard[keyPath: path] { try container.encode(value, forKey: name) }
        }
    }
}

/// A value that is stored as one of several texts.
package typealias StoredChoice = Codable & Equatable & CaseIterable & RawRepresentable<String>

/// A decoder of a value that is stored as one of several texts.
private struct Choice<Value: StoredChoice>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        value = try decoder.decodeText("value", known: Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }
}

/// The name of a stored member.
package struct StoredName: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringLiteral value: String) { stringValue = value }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<StoredName> {
    /// Throws if the container has a member with another name.
    func rejectMembers(except names: [StoredName], _ formerNames: [StoredName] = []) throws {
        let known = Set((names + formerNames).map(\.stringValue))
        guard let name = allKeys.map(\.stringValue).filter({ !known.contains($0) }).min() else { return }
        let expected = Set(names.map(\.stringValue)).sorted()
        let path = codingPath + [StoredName(stringValue: name)]
        let message = "“\(path.text)” is not part of a configuration; expected \(expected.joined(separator: ", "))"
        throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: message))
    }
}

extension Decoder {
    /// Decodes a value of a configuration that is stored as its text.
    ///
    /// ```swift
    /// enum Size: String, CaseIterable, Codable {
    ///     case small, large
    ///
    ///     init(from decoder: any Decoder) throws {
    ///         self = try decoder.decodeText("size", known: Self.allCases.map(\.rawValue)) { Self(rawValue: $0) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A noun for such a text, for the error.
    ///   - known: The possible texts, for the error; empty if there are too many to list.
    ///   - parse: Returns the value of a text, or nil if the text is malformed.
    /// - Throws: `DecodingError` if the stored value is not a string, or if the text is malformed.
    public func decodeText<Value>(_ name: String, known: [String] = [], _ parse: (String) -> Value?) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        if let value = parse(text) { return value }
        throw DecodingError.unknownValue(text, named: name, at: codingPath, known)
    }

    /// Returns the container of a configuration, whose members have one key each.
    ///
    /// A configuration outlives the release that wrote it. A member that this release does not know is therefore an
    /// error: to decode by another rule than the stored one would be worse.
    ///
    /// - Throws: `DecodingError` if the configuration has a member without a key.
    public func configurationContainer<Key: CodingKey & CaseIterable>(keyedBy type: Key.Type) throws
        -> KeyedDecodingContainer<Key>
    {
        let members = try container(keyedBy: StoredName.self)
        try members.rejectMembers(except: Key.allCases.map { StoredName(stringValue: $0.stringValue) })
        return try container(keyedBy: type)
    }
}

extension DecodingError {
    /// Returns the error for a stored value that this release does not know.
    ///
    /// - Parameters:
    ///   - value: The value as text.
    ///   - name: A noun for such values.
    ///   - path: The path to the value.
    ///   - known: The possible values; empty if there are too many to list.
    package static func unknownValue(
        _ value: String,
        named name: String = "value",
        at path: [any CodingKey],
        _ known: [String]
    ) -> DecodingError {
        let member = path.isEmpty ? "" : " for “\(path.text)”"
        let expected = known.isEmpty ? "" : "; expected \(known.joined(separator: ", "))"
        let message = "“\(value.excerpt(100))” is not a \(name)\(member)\(expected)"
        return .dataCorrupted(Context(codingPath: path, debugDescription: message))
    }
}

extension [any CodingKey] {
    fileprivate var text: String { CodingPathComponent.text(of: map { CodingPathComponent($0) }) }
}
