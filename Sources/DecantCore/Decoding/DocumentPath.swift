/// A path from a document, or a part of it, to a value inside: a ``JSONPointer``, or an `XML.Path`.
///
/// ```swift
/// let users = JSONResponseSerializer([User].self).at("/data/users")
/// let items = XMLResponseSerializer([Item].self).at("channel/item")
/// ```
///
/// A literal that is not a path is a programmer's mistake, and stops the program. The failable initializer is for text from elsewhere,
/// such as the argument of a command. A path is stored as its text.
public protocol DocumentPath: Sendable, Hashable, Codable, LosslessStringConvertible, ExpressibleByStringLiteral,
    CodingKeyRepresentable
{
    /// The path to the whole.
    static var root: Self { get }

    /// The names of the steps, from the top down; empty for ``root``.
    var names: [String] { get }
}

extension DocumentPath {
    /// Creates a path from a literal, which must be one.
    public init(stringLiteral value: String) {
        guard let path = Self(value) else { preconditionFailure("“\(value)” is not a path") }
        self = path
    }

    /// Decodes the text of a path.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no text, or if it is not a path.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let path = Self(text) else {
            let message = "“\(text.excerpt(100))” is not a path"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: message))
        }
        self = path
    }

    /// Encodes the text of the path.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text of the path, as the key of a dictionary.
    public var codingKey: any CodingKey { DocumentKey(stringValue: description) }

    /// Creates a path from the key of a dictionary; nil if it is not a path.
    public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}
