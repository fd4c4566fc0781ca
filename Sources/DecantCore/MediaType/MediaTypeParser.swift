/// Parses a media type by the WHATWG MIME Sniffing standard §4.4, and notes each departure from RFC 9110 §8.3.1.
package struct MediaTypeParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var departures: [String] = []

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Parses a header value.
    ///
    /// - Parameter text: The value of a `Content-Type` field.
    /// - Returns: The media type and what is irregular about its spelling, or nil if it is none.
    package static func parse(_ text: String) -> (mediaType: MediaType, departures: [String])? {
        var parser = MediaTypeParser(text)
        return parser.mediaType().map { ($0, parser.departures) }
    }

    /// Steps 1 to 10 of the standard; the parameters are the rest.
    private mutating func mediaType() -> MediaType? {
        skipWhiteSpace()
        let type = collect { $0 != "/" }
        guard !type.isEmpty, type.allSatisfy(\.isHTTPToken), position < scalars.count else { return nil }
        position += 1
        let subtype = trimmingTrailingWhiteSpace(collect { $0 != ";" })
        guard !subtype.isEmpty, subtype.allSatisfy(\.isHTTPToken) else { return nil }
        return MediaType(type: lowercased(type), subtype: lowercased(subtype), parameters: parameters())
    }

    /// Step 11: parameters that are not usable are passed over.
    private mutating func parameters() -> [MediaType.Parameter] {
        var parameters: [MediaType.Parameter] = []
        var names: Set<String> = []
        while position < scalars.count {
            guard let parameter = parameter() else { continue }
            if names.insert(parameter.name).inserted {
                parameters.append(parameter)
            } else {
                departures.append("duplicate parameter “\(parameter.name)”")
            }
        }
        return parameters
    }

    /// Steps 11.1 to 11.10, for one parameter.
    private mutating func parameter() -> MediaType.Parameter? {
        position += 1
        skipWhiteSpace()
        let name = lowercased(collect { $0 != ";" && $0 != "=" })
        guard position < scalars.count, scalars[position] == "=" else {
            if !name.isEmpty { departures.append("“\(name)” has no value") }
            return nil
        }
        position += 1
        guard position < scalars.count else {
            departures.append("“\(name)” has no value")
            return nil
        }
        guard let value = parameterValue() else {
            departures.append("“\(name)” has no value")
            return nil
        }
        return usableParameter(name, value)
    }

    private mutating func usableParameter(_ name: String, _ value: String) -> MediaType.Parameter? {
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isHTTPToken) else {
            departures.append("“\(name)” is not the name of a parameter")
            return nil
        }
        guard value.unicodeScalars.allSatisfy(\.isHTTPQuotedString) else {
            departures.append("the value of “\(name)” has invalid characters")
            return nil
        }
        return MediaType.Parameter(name: name, value: value)
    }

    /// Steps 11.8 and 11.9: a quoted string, or everything up to the next semicolon.
    private mutating func parameterValue() -> String? {
        if scalars[position] == "\"" {
            let value = quotedString()
            let rest = collect { $0 != ";" }
            if !rest.allSatisfy(\.isHTTPWhiteSpace) { departures.append("unexpected text after a quoted value") }
            return value
        }
        let value = trimmingTrailingWhiteSpace(collect { $0 != ";" })
        if !value.allSatisfy(\.isHTTPToken) { departures.append("a value that is not a token is not quoted") }
        return value.isEmpty ? nil : String(String.UnicodeScalarView(value))
    }

    /// Fetch §2.2, “collect an HTTP quoted string”, with the value extracted.
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
        departures.append("a quoted value is not closed")
        return String(value)
    }

    private mutating func skipWhiteSpace() {
        while position < scalars.count, scalars[position].isHTTPWhiteSpace { position += 1 }
    }

    private mutating func collect(while condition: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
        let start = position
        while position < scalars.count, condition(scalars[position]) { position += 1 }
        return scalars[start..<position]
    }

    private func trimmingTrailingWhiteSpace(_ slice: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var slice = slice
        while let last = slice.last, last.isHTTPWhiteSpace { slice.removeLast() }
        return slice
    }

    private func lowercased(_ slice: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: slice.lazy.map(\.asciiLowercased))
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an HTTP token code point (WHATWG MIME Sniffing §3, RFC 9110 §5.6.2).
    package var isHTTPToken: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }

    /// Whether the scalar is an HTTP quoted-string token code point (WHATWG MIME Sniffing §3).
    package var isHTTPQuotedString: Bool {
        switch value {
        case 0x09, 0x20...0x7E, 0x80...0xFF: true
        default: false
        }
    }

    /// Whether the scalar is HTTP white space (Fetch §2.2).
    package var isHTTPWhiteSpace: Bool {
        self == "\t" || self == "\n" || self == "\r" || self == " "
    }

    /// The scalar with an ASCII capital letter in lower case.
    package var asciiLowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(truncatingIfNeeded: value) | 0x20) : self
    }
}
