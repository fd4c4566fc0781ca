/// The options of a format, which can be stored, compared, and restored.
public protocol StoredOptions: Sendable, Hashable, Codable {
    /// The media types of the format.
    static var mediaTypes: [MediaTypePattern] { get }

    /// Whether a body of whitespace counts as empty; by default, only a body without bytes does.
    static var treatsWhitespaceAsEmpty: Bool { get }

    /// Creates the default options, which follow the standard of the format exactly.
    init()
}

extension StoredOptions {
    /// False: only a body without bytes counts as empty.
    public static var treatsWhitespaceAsEmpty: Bool { false }

    /// The default configuration for responses in the format.
    package static var responseConfiguration: ResponseConfiguration {
        ResponseConfiguration(mediaTypes: mediaTypes, treatsWhitespaceAsEmpty: treatsWhitespaceAsEmpty)
    }
}

/// The options of a format that decodes `Decodable` types.
public protocol FormatOptions: StoredOptions {
    /// The lenient options of the format.
    associatedtype Quirks: OptionSet & Sendable & Hashable & Codable

    /// The paths of the format: ``JSONPointer``, or `XML.Path` in XML.
    associatedtype Path: Sendable & Hashable & Codable & ExpressibleByStringLiteral & LosslessStringConvertible

    /// The options for decoding `Decodable` types.
    var decoding: DecodingOptions { get set }

    /// The path to the decoded value; by default, the whole document.
    var path: Path { get set }

    /// The maximum numbers of bad elements that arrays skip, by the path to the array; the path to the whole document
    /// applies to all arrays.
    ///
    /// A path consists of coding keys and begins at the decoded value. Indices may be omitted: `/pages/items` applies
    /// to the items of all pages. Arrays without an entry skip nothing, at no cost.
    var badElements: [Path: Int] { get set }

    /// The accepted deviations from the standard; none by default.
    var quirks: Quirks { get set }

    /// Decodes a value of a `Decodable` type from a body.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The bytes, never empty.
    ///   - context: The context with the limits, which collects the findings.
    /// - Throws: ``ResponseError`` with the coding path and the position.
    func decode<Value: Decodable>(_ type: Value.Type, from body: ResponseBytes, in context: inout DecodingContext)
        throws(ResponseError) -> Value
}
