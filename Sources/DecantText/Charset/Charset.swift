/// An encoding of text: one of the WHATWG Encoding Standard, or UTF-32.
///
/// ```swift
/// Charset.shiftJIS.name        // "Shift_JIS"
/// Charset(label: " LATIN1 ")   // windows-1252, as the standard has it
/// Charset(label: "hz-gb-2312") // nil: the standard forbids to decode it
/// ```
public struct Charset: Sendable, Hashable {
    let identifier: Identifier

    init(_ identifier: Identifier) {
        self.identifier = identifier
    }

    /// Finds the encoding that a label means (WHATWG Encoding §4.2, “get an encoding”).
    ///
    /// There is none if the standard does not have the label, or forbids to decode what it means. ASCII white space
    /// around the label and the case of its letters do not matter. UTF-32 has no label: it is known by its byte-order
    /// mark only.
    ///
    /// - Parameter label: A label such as `utf8`, `latin1` or `Shift_JIS`, as it stands in a `charset` parameter.
    public init?(label: String) {
        guard let name = Self.name(forLabel: label), let identifier = Identifier(rawValue: name) else { return nil }
        self.init(identifier)
    }

    /// The name of the encoding as the standard writes it.
    public var name: String { identifier.rawValue }
}

extension Charset: CustomStringConvertible {
    /// The name of the encoding as the standard writes it.
    public var description: String { name }
}

extension Charset: CaseIterable {
    /// All encodings that can be decoded.
    public static var allCases: [Charset] { Identifier.allCases.map(Charset.init) }
}

extension Charset: Codable {
    /// Decodes the charset from its name or any of its labels.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError.dataCorrupted` if the text is not the name or label of a charset.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let identifier = Identifier(rawValue: text) {
            self.init(identifier)
        } else if let charset = Charset(label: text) {
            self = charset
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not a charset")
        }
    }

    /// Encodes the charset as its name.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
