/// A media type (MIME type): type, subtype, and parameters in order.
///
/// Parsing follows the WHATWG MIME Sniffing standard §4.4, which accepts every header value that browsers accept. The
/// type, the subtype, and the parameter names are in lowercase; parameter values keep their case.
public struct ResponseMediaType: Sendable {
    /// The part before the slash, in lowercase.
    public let type: String

    /// The part after the slash, in lowercase.
    public let subtype: String

    /// The parameters in order, with lowercase names and unquoted values.
    ///
    /// If several parameters have the same name, only the first one is kept. Parameters after the first 100 are ignored.
    public let parameters: [(key: String, value: String)]

    package init(type: String, subtype: String, parameters: [(key: String, value: String)] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Parses a media type; returns nil if the text has no valid type and subtype.
    ///
    /// ```swift
    /// let type = ResponseMediaType(parsing: "application/problem+json; charset=utf-8")
    /// print(type?.essence ?? "", type?.suffix ?? "", type?.charset ?? "")
    /// ```
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
        guard let plus = subtype.utf8.lastIndex(of: UInt8(ascii: "+")) else { return nil }
        let suffix = subtype[subtype.utf8.index(after: plus)...]
        return suffix.isEmpty || plus == subtype.startIndex ? nil : String(suffix)
    }

    /// Returns whether ``suffix`` is a token without a plus sign; creates no string.
    func hasSuffix(_ token: String) -> Bool {
        subtype.withUTF8Bytes { subtype in
            token.withUTF8Bytes { token in
                let start = subtype.count - token.count
                guard start > 1, !token.isEmpty, subtype[start - 1] == UInt8(ascii: "+") else { return false }
                for index in token.indices where subtype[start + index] != token[index] { return false }
                return true
            }
        }
    }

    /// The `charset` parameter.
    public var charset: String? { self["charset"] }

    /// The `charset` parameter without apostrophes around it.
    ///
    /// Some servers quote it as in a shell, but an apostrophe is a character of a token (RFC 9110 §5.6.2).
    package var charsetLabel: String? {
        guard let charset, charset.utf8.count > 2, charset.first == "'", charset.last == "'" else { return charset }
        return String(charset.dropFirst().dropLast())
    }

    /// The value of a parameter.
    ///
    /// - Parameter name: The name of the parameter, in lowercase.
    public subscript(name: String) -> String? {
        parameters.first { $0.key == name }?.value
    }

    /// Whether the type is that of one JSON document.
    package var isJSON: Bool { subtype == "json" || (suffix == "json" && subtype != "stream+json") }

    /// The media type with the same type and subtype and without parameters.
    public var withoutParameters: ResponseMediaType {
        ResponseMediaType(type: type, subtype: subtype)
    }
}

extension ResponseMediaType: Hashable {
    /// Returns whether two media types have the same type, subtype, and parameters in the same order.
    public static func == (left: ResponseMediaType, right: ResponseMediaType) -> Bool {
        left.type == right.type && left.subtype == right.subtype
            && left.parameters.elementsEqual(right.parameters) { $0 == $1 }
    }

    /// Feeds the type, the subtype, and the parameters to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        for parameter in parameters {
            hasher.combine(parameter.key)
            hasher.combine(parameter.value)
        }
    }
}

extension ResponseMediaType: CustomStringConvertible {
    /// The media type as a header value (WHATWG MIME Sniffing §4.5); values that are not tokens are quoted.
    public var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += ";\(parameter.key)=\(Self.serialized(parameter.value))"
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

extension ResponseMediaType: ExpressibleByStringLiteral {
    /// Creates a media type from a literal.
    ///
    /// - Parameter value: A valid media type, such as `"application/json"`. A malformed media type stops the program.
    public init(stringLiteral value: String) {
        guard let mediaType = ResponseMediaType(parsing: value) else {
            preconditionFailure("“\(value)” is not a media type")
        }
        self = mediaType
    }
}

extension ResponseMediaType: Codable {
    /// Decodes the media type from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a media type.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("media type") { ResponseMediaType(parsing: $0) }
    }

    /// Encodes the media type as its text.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ResponseMediaType {
    /// The canonical media type of a well-known alias; otherwise the media type itself.
    ///
    /// Most aliases are misspelled or outdated.
    public var canonical: ResponseMediaType { interpreted.canonical }

    /// The canonical media type, and whether this media type is a misspelled or outdated alias of it.
    ///
    /// `text/xml` is neither: it is registered as an alias for `application/xml` (RFC 7303 §9.2).
    var interpreted: (canonical: ResponseMediaType, isMisspelt: Bool) {
        guard let alias else { return (self, false) }
        let meaning = alias.meaning
        let canonical = ResponseMediaType(type: meaning.type, subtype: meaning.subtype, parameters: parameters)
        return (canonical, !alias.isRegistered)
    }

    /// The media type as one of the aliases, or nil if it is not an alias.
    private var alias: Alias? {
        let count = subtype.utf8.count
        guard count < Self.aliases.count else { return nil }
        return Self.aliases[count].first { $0.subtype == subtype && $0.type == type }
    }

    /// A media type that servers use instead of another one.
    private struct Alias {
        let type: String
        let subtype: String
        let meaning: ResponseMediaType
        let isRegistered: Bool
    }

    /// The aliases, indexed by the length of the subtype.
    ///
    /// A lookup compares few of them and creates no strings.
    private static let aliases: [[Alias]] = {
        let aliases = meanings.map { spelling, meaning in
            Alias(
                type: spelling.type,
                subtype: spelling.subtype,
                meaning: meaning,
                isRegistered: spelling == "text/xml"
            )
        }
        let maxLength = aliases.map(\.subtype.utf8.count).max() ?? 0
        return (0...maxLength).map { count in aliases.filter { $0.subtype.utf8.count == count } }
    }()

    /// The aliases that servers use, with their canonical media types.
    ///
    /// The canonical media types are registered or in universal use.
    private static let meanings: KeyValuePairs<ResponseMediaType, ResponseMediaType> = [
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

/// A parser for media types (WHATWG MIME Sniffing §4.4) that reports each deviation from RFC 9110 §8.3.1.
package struct MediaTypeParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var deviations: [String] = []

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Parses the value of a `Content-Type` field.
    ///
    /// - Returns: The media type and the deviations in its spelling, or nil if the value is not a media type.
    package static func parse(_ text: String) -> (mediaType: ResponseMediaType, deviations: [String])? {
        if let plain = plain(text) { return (plain, []) }
        var parser = MediaTypeParser(text)
        return parser.mediaType().map { ($0, parser.deviations) }
    }

    /// Parses a media type in the form that nearly all servers send; returns nil for all others.
    ///
    /// The type and the subtype are lowercase tokens. A semicolon, at most one space, and one unquoted parameter may
    /// follow.
    package static func plain(_ text: String) -> ResponseMediaType? {
        text.withUTF8Bytes { bytes in
            var offset = 0
            guard let type = token(bytes, &offset, isLowercase: true), consume("/", bytes, &offset),
                let subtype = token(bytes, &offset, isLowercase: true)
            else { return nil }
            guard offset < bytes.count else { return ResponseMediaType(type: type, subtype: subtype) }
            guard consume(";", bytes, &offset) else { return nil }
            _ = consume(" ", bytes, &offset)
            guard let name = token(bytes, &offset, isLowercase: true), consume("=", bytes, &offset),
                let value = token(bytes, &offset, isLowercase: false), offset == bytes.count
            else { return nil }
            return ResponseMediaType(
                type: type,
                subtype: subtype,
                parameters: [(key: name, value: value)]
            )
        }
    }

    /// Consumes a character if it is the next one.
    private static func consume(_ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Consumes a nonempty token.
    private static func token(_ bytes: Span<UInt8>, _ offset: inout Int, isLowercase: Bool) -> String? {
        let start = offset
        while offset < bytes.count, bytes[offset].isHTTPToken, !isLowercase || !bytes[offset].isCapitalLetter {
            offset += 1
        }
        guard start < offset else { return nil }
        return unsafe bytes.extracting(start..<offset).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    /// Parses the type and the subtype (steps 1 to 10), and then the parameters.
    private mutating func mediaType() -> ResponseMediaType? {
        skipWhitespace()
        let type = collect { $0 != "/" }
        guard !type.isEmpty, type.allSatisfy(\.isHTTPToken), position < scalars.count else { return nil }
        position += 1
        let subtype = trimmingTrailingWhitespace(collect { $0 != ";" })
        guard !subtype.isEmpty, subtype.allSatisfy(\.isHTTPToken) else { return nil }
        return ResponseMediaType(type: lowercased(type), subtype: lowercased(subtype), parameters: parameters())
    }

    /// The maximum number of parameters that are parsed.
    private static let maxParameters = 100

    /// Parses the parameters and skips unusable ones (step 11).
    private mutating func parameters() -> [(key: String, value: String)] {
        var parameters: [(key: String, value: String)] = []
        var names: Set<String> = []
        var count = 0
        while position < scalars.count {
            guard count < Self.maxParameters else {
                deviations.append("the parameters after the first \(Self.maxParameters) were ignored")
                return parameters
            }
            count += 1
            guard let parameter = parameter() else { continue }
            if names.insert(parameter.key).inserted {
                parameters.append(parameter)
            } else {
                deviations.append("duplicate parameter “\(parameter.key)”")
            }
        }
        return parameters
    }

    /// Parses one parameter (steps 11.1 to 11.10).
    private mutating func parameter() -> (key: String, value: String)? {
        position += 1
        skipWhitespace()
        let name = lowercased(collect { $0 != ";" && $0 != "=" })
        guard position < scalars.count, scalars[position] == "=" else {
            if !name.isEmpty { deviations.append("“\(name)” has no value") }
            return nil
        }
        position += 1
        guard position < scalars.count else {
            deviations.append("“\(name)” has no value")
            return nil
        }
        guard let value = parameterValue() else {
            deviations.append("“\(name)” has no value")
            return nil
        }
        return usableParameter(name, value)
    }

    private mutating func usableParameter(_ name: String, _ value: String) -> (key: String, value: String)? {
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isHTTPToken) else {
            deviations.append("“\(name)” is not the name of a parameter")
            return nil
        }
        guard value.unicodeScalars.allSatisfy(\.isHTTPQuotedString) else {
            deviations.append("the value of “\(name)” has invalid characters")
            return nil
        }
        return (key: name, value: value)
    }

    /// Parses a quoted string, or an unquoted value up to the next semicolon (steps 11.8 and 11.9).
    private mutating func parameterValue() -> String? {
        if scalars[position] == "\"" {
            let value = quotedString()
            let rest = collect { $0 != ";" }
            if !rest.allSatisfy(\.isHTTPWhitespace) { deviations.append("unexpected text after a quoted value") }
            return value
        }
        let value = trimmingTrailingWhitespace(collect { $0 != ";" })
        if !value.allSatisfy(\.isHTTPToken) { deviations.append("a value that is not a token is not quoted") }
        return value.isEmpty ? nil : String(String.UnicodeScalarView(value))
    }

    /// Parses a quoted string and returns its value (Fetch §2.2, “collect an HTTP quoted string”).
    private mutating func quotedString() -> String {
        var value = String.UnicodeScalarView()
        position += 1
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == "\"" { return String(value) }
            if scalar == "\\", position < scalars.count {
                value.append(scalars[position])
                position += 1
            } else {
                value.append(scalar)
            }
        }
        deviations.append("a quoted value is not closed")
        return String(value)
    }

    private mutating func skipWhitespace() {
        while position < scalars.count, scalars[position].isHTTPWhitespace { position += 1 }
    }

    private mutating func collect(while condition: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
        let start = position
        while position < scalars.count, condition(scalars[position]) { position += 1 }
        return scalars[start..<position]
    }

    private func trimmingTrailingWhitespace(_ slice: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var slice = slice
        while let last = slice.last, last.isHTTPWhitespace { slice.removeLast() }
        return slice
    }

    private func lowercased(_ slice: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: slice.lazy.map(\.asciiLowercased))
        return String(text)
    }
}
