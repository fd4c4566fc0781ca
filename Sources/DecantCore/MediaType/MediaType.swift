/// A media type (MIME type): type, subtype, and parameters in order.
///
/// Parsing follows the WHATWG MIME Sniffing standard §4.4, which reads every header value that browsers read. Type,
/// subtype and parameter names are in lower case; parameter values keep the case they have.
public struct MediaType: Sendable, Hashable {
    /// One parameter, such as `charset=utf-8`.
    public struct Parameter: Sendable, Hashable {
        /// The name, in lower case.
        public let name: String

        /// The value, without quotation marks.
        public let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The part before the slash, in lower case.
    public let type: String

    /// The part after the slash, in lower case.
    public let subtype: String

    /// The parameters in the order in which they were given; of those with the same name, the first.
    public let parameters: [Parameter]

    package init(type: String, subtype: String, parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Parses a media type; gives nil if the text has no type and subtype.
    ///
    /// - Parameter text: A header value such as `text/html; charset="utf-8"`.
    public init?(parsing text: String) {
        guard let parsed = MediaTypeParser.parse(text) else { return nil }
        self = parsed.mediaType
    }

    /// Type and subtype without parameters, such as `text/html`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The structured syntax suffix (RFC 6839), such as `json` in `application/problem+json`.
    public var suffix: String? {
        guard let plus = subtype.lastIndex(of: "+") else { return nil }
        let suffix = subtype[subtype.index(after: plus)...]
        return suffix.isEmpty || plus == subtype.startIndex ? nil : String(suffix)
    }

    /// The `charset` parameter.
    public var charset: String? { self["charset"] }

    /// The value of a parameter.
    ///
    /// - Parameter name: The name of the parameter, in lower case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The same type and subtype without parameters.
    public var withoutParameters: MediaType {
        MediaType(type: type, subtype: subtype)
    }
}

extension MediaType: CustomStringConvertible {
    /// The media type as a header value (WHATWG MIME Sniffing §4.5); values that are not tokens are quoted.
    public var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += ";\(parameter.name)=\(Self.serialized(parameter.value))"
        }
    }

    private static func serialized(_ value: String) -> String {
        guard value.isEmpty || !value.unicodeScalars.allSatisfy(\.isHTTPToken) else { return value }
        var quoted = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension MediaType: ExpressibleByStringLiteral {
    /// Creates a media type from a literal, which has to be one.
    ///
    /// - Parameter value: A media type such as `"application/json"`.
    public init(stringLiteral value: String) {
        guard let mediaType = MediaType(parsing: value) else {
            preconditionFailure("“\(value)” is not a media type")
        }
        self = mediaType
    }
}

extension MediaType: Codable {
    /// Decodes the media type from its text.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a media type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let mediaType = MediaType(parsing: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not a media type")
        }
        self = mediaType
    }

    /// Encodes the media type as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
