package import DecantCore

/// A JSON pointer (RFC 6901): the names and indices that lead from a value to a part of it, in JSON and property lists.
///
/// ```swift
/// let first = try JSON(parsing: bytes).value(at: "/data/items/0")
/// let same = JSONPointer(names: ["data", "items", "0"])
/// ```
///
/// A pointer is empty or has a slash before each name or index. In a name, `~1` stands for a slash and `~0` for a
/// tilde. A malformed literal is a programming error and traps; for text from other sources, such as a command-line
/// argument, use ``init(_:)``. A pointer is encoded as its text.
public struct JSONPointer: Sendable, Hashable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// The pointer as text.
    public let description: String

    /// Creates a pointer from text; returns nil if the text is malformed (RFC 6901 §3).
    public init?(_ description: String) {
        guard description.isEmpty || description.utf8.first == UInt8(ascii: "/") else { return nil }
        var isAfterTilde = false
        for byte in description.utf8 {
            if isAfterTilde, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return nil }
            isAfterTilde = byte == UInt8(ascii: "~")
        }
        if isAfterTilde { return nil }
        self.description = description
    }

    /// Creates a pointer from a literal; a malformed literal is a programming error and traps.
    public init(stringLiteral value: String) {
        guard let path = Self(value) else { preconditionFailure("“\(value)” is not a path") }
        self = path
    }

    /// Creates a pointer from unescaped names and indices.
    public init(names: some Sequence<String>) {
        description = names.map { "/" + Self.escaped($0) }.joined()
    }

    /// Creates a pointer from well-formed text.
    private init(wellFormed description: String) {
        self.description = description
    }

    /// The empty pointer, which refers to the whole value.
    ///
    /// Creating it must not join an array of names: that looks up types at run time, which would take three quarters of
    /// the first parse of a process.
    public static let root = JSONPointer(wellFormed: "")

    /// The unescaped names and indices.
    public var names: [String] {
        if description.isEmpty { return [] }
        return description.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map {
            Self.unescaped(Substring($0))
        }
    }

    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }

    private static func unescaped(_ token: Substring) -> String {
        var text = String.UnicodeScalarView()
        var isAfterTilde = false
        for scalar in token.unicodeScalars {
            if isAfterTilde {
                text.append(scalar == "0" ? "~" : "/")
                isAfterTilde = false
            } else if scalar == "~" {
                isAfterTilde = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension JSONPointer: Codable, CodingKeyRepresentable {
    /// Decodes a pointer from its text.
    ///
    /// - Throws: `DecodingError` if the value is not a string or the text is not a pointer.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("path") { Self($0) }
    }

    /// Encodes the text of the pointer.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text as a dictionary key.
    public var codingKey: any CodingKey { DocumentKey(stringValue: description) }

    /// Creates a pointer from a dictionary key; returns nil if it is not a pointer.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

extension FlatDocument {
    /// Follows a JSON pointer (RFC 6901); in a property list, by keys and indices in the same way.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    package func node(at pointer: JSONPointer, from top: Int) throws(ResponseError) -> Int {
        var node = top
        for name in pointer.names { node = try child(name, of: node) }
        return node
    }

    /// Follows the names and indices of a pointer; returns nil if there is no such node.
    func existingNode(at names: [String], from top: Int) -> Int? {
        var node = top
        for name in names {
            guard let child = existingChild(name, of: node) else { return nil }
            node = child
        }
        return node
    }

    private func existingChild(_ name: String, of node: Int) -> Int? {
        let kind = self[node].kind
        if kind == .object { return value(named: name, of: node) }
        guard kind.isList, let position = Self.index(name) else { return nil }
        return element(at: position, of: node)
    }

    private func child(_ name: String, of node: Int) throws(ResponseError) -> Int {
        if let child = existingChild(name, of: node) { return child }
        let kind = self[node].kind
        if kind == .object {
            throw error(.keyNotFound, "no member “\(name.printable)”", at: node, hint: namesHint(of: node))
        }
        guard kind.isList else {
            throw error(.keyNotFound, "no member “\(name.printable)” in \(description(of: node))", at: node)
        }
        let count = self[node].count
        let found = count.counted("element")
        throw error(.keyNotFound, "no element “\(name.printable)” in an array of \(found)", at: node)
    }

    /// Parses an index (RFC 6901 §4): digits without leading zeros.
    private static func index(_ token: String) -> Int? {
        let isNumber = token.utf8.allSatisfy(\.isDigit) && (token == "0" || token.utf8.first != UInt8(ascii: "0"))
        return isNumber ? Int(token) : nil
    }
}

// MARK: - Duplicate keys

extension FlatDocument {
    /// Throws if an object contains a duplicate name, with the position of the first duplicate in the document.
    package func rejectDuplicateKeys() throws(ResponseError) {
        var first: Int?
        for index in 0..<count where self[index].kind == .object && self[index].count > 1 {
            guard let duplicate = duplicateKey(in: index) else { continue }
            first = min(first ?? duplicate, duplicate)
        }
        guard let first else { return }
        let name = string(at: first).excerpt(100)
        let noun = words == .json ? "member name" : "key"
        throw error(.malformedBody, "duplicate \(noun) “\(name)”", at: first)
    }

    /// Returns the node of the first duplicate name in an object.
    package func duplicateKey(in object: Int) -> Int? {
        var names: Set<UTF8Key> = []
        names.reserveCapacity(self[object].count)
        var index = object + 1
        while index < self[object].end {
            guard names.insert(UTF8Key(text: string(at: index))).inserted else { return index }
            index = next(after: index + 1)
        }
        return nil
    }
}
