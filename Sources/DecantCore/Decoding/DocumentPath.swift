/// A path from a value to a part of it: a ``JSONPointer`` or an `XML.Path`.
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).at("channel/item")
/// ```
///
/// A malformed literal is a programming error and traps. For text from other sources, such as a command-line argument,
/// use the failable initializer. A path is encoded as its text.
public protocol DocumentPath: Sendable, Hashable, Codable, LosslessStringConvertible, ExpressibleByStringLiteral,
    CodingKeyRepresentable
{
    /// The path to the whole document.
    static var root: Self { get }

    /// The path components, from the top down; empty for ``root``.
    var names: [String] { get }
}

extension DocumentPath {
    /// Creates a path from a literal; traps if it is malformed.
    public init(stringLiteral value: String) {
        guard let path = Self(value) else { preconditionFailure("“\(value)” is not a path") }
        self = path
    }

    /// Decodes a path from its text.
    ///
    /// - Throws: `DecodingError` if the value is not a string or the text is not a path.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("path") { Self($0) }
    }

    /// Encodes the text of the path.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text of the path as a dictionary key.
    public var codingKey: any CodingKey { DocumentKey(stringValue: description) }

    /// Creates a path from a dictionary key; returns nil if it is not a path.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}
