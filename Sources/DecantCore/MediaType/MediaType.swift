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
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension MediaType {
    /// The media type that a well-known other spelling represents, most of them wrong or outdated, else the type itself.
    public var canonical: MediaType {
        guard let essence = Self.aliases[essence], let slash = essence.firstIndex(of: "/") else { return self }
        return MediaType(
            type: String(essence[..<slash]),
            subtype: String(essence[essence.index(after: slash)...]),
            parameters: parameters
        )
    }

    /// Whether the type is a wrong or outdated spelling of another one.
    ///
    /// `text/xml` is neither: it is registered, as another name for `application/xml` (RFC 7303 §9.2).
    package var isMisspelt: Bool { canonical != self && essence != "text/xml" }

    /// Spellings that servers use, and what they mean.
    ///
    /// The right side is registered, or what everyone writes.
    private static let aliases: [String: String] = [
        "text/json": "application/json",
        "text/x-json": "application/json",
        "application/x-json": "application/json",
        "application/jsonp": "text/javascript",
        "application/javascript": "text/javascript",
        "application/x-javascript": "text/javascript",
        "text/x-javascript": "text/javascript",
        "application/ecmascript": "text/javascript",
        "text/ecmascript": "text/javascript",
        "text/xml": "application/xml",
        "application/x-xml": "application/xml",
        "image/jpg": "image/jpeg",
        "image/pjpeg": "image/jpeg",
        "image/x-jpeg": "image/jpeg",
        "image/x-png": "image/png",
        "image/tif": "image/tiff",
        "image/x-tiff": "image/tiff",
        "image/ico": "image/vnd.microsoft.icon",
        "image/x-icon": "image/vnd.microsoft.icon",
        "image/x-bmp": "image/bmp",
        "image/x-ms-bmp": "image/bmp",
        "image/x-win-bitmap": "image/bmp",
        "image/xbm": "image/x-xbitmap",
        "image/x-xbm": "image/x-xbitmap",
        "application/x-bplist": "application/x-apple-binary-plist",
        "application/plist": "application/x-plist",
        "application/x-gzip": "application/gzip",
        "text/x-markdown": "text/markdown",
    ]
}
