/// The media type that a response declares for its body, or the reason it is missing.
///
/// Several field lines, and lists within a line, are combined by Fetch §3.7 (“extract a MIME type”). Copying costs one
/// reference.
package enum DeclaredMediaType: Sendable, Hashable {
    /// The bytes were not received over HTTP, and their type is unknown.
    case undeclared

    /// The head has no media type.
    case missing

    /// The head has a malformed media type.
    indirect case malformed(String)

    /// The media type, with findings about the field.
    case declared(InterpretedMediaType)

    /// The media type, or nil if it is missing or malformed.
    package var mediaType: ResponseMediaType? {
        guard case .declared(let type) = self else { return nil }
        return type.mediaType
    }
}

/// A media type with everything that the checks of a response derive from it.
///
/// A class, because the types that most responses have are created once and shared.
package final class InterpretedMediaType: Sendable {
    /// The media type as declared.
    package let mediaType: ResponseMediaType

    /// The canonical media type.
    let canonical: ResponseMediaType

    /// Whether the media type is a misspelled or outdated alias of the canonical one.
    let isMisspelt: Bool

    /// The label in the `charset` parameter.
    let charsetLabel: String?

    /// Whether the charset is UTF-8 in its usual spellings, or not named.
    let isPlainUTF8: Bool

    /// The findings about the field.
    package let findings: [Finding]

    /// Interprets a media type.
    package init(_ mediaType: ResponseMediaType, findings: [Finding] = []) {
        self.mediaType = mediaType
        self.findings = findings
        (canonical, isMisspelt) = mediaType.interpreted
        charsetLabel = mediaType.charsetLabel
        isPlainUTF8 = charsetLabel == nil || charsetLabel == "utf-8" || charsetLabel == "UTF-8"
    }
}

extension InterpretedMediaType {
    /// Returns the media type for a value of `Content-Type` that many responses have, or nil for all others.
    static func frequent(_ value: String) -> InterpretedMediaType? {
        let (types, count) = (frequentTypes.span, value.utf8.count)
        for index in types.indices where types[index].count == count && types[index].value == value {
            return types[index].type
        }
        return nil
    }

    /// The values of `Content-Type` that most responses have, and their numbers of bytes.
    private static let frequentTypes = ContiguousArray(
        [
            "application/json", "application/json; charset=utf-8", "application/json;charset=utf-8",
            "application/json; charset=UTF-8", "application/json;charset=UTF-8", "text/html; charset=utf-8",
            "text/html; charset=UTF-8", "application/xml", "text/xml; charset=utf-8",
        ].compactMap { value in
            MediaTypeParser.plain(value).map {
                (value: value, count: value.utf8.count, type: InterpretedMediaType($0))
            }
        }
    )
}

extension InterpretedMediaType: Hashable {
    /// Returns whether two media types and the findings about their fields are equal.
    package static func == (left: InterpretedMediaType, right: InterpretedMediaType) -> Bool {
        left === right || (left.mediaType == right.mediaType && left.findings == right.findings)
    }

    /// Hashes the media type.
    package func hash(into hasher: inout Hasher) { hasher.combine(mediaType) }
}

extension ResponseMediaType {
    /// Combines the values of all `Content-Type` field lines of a message, in order; fails if none of them can be
    /// parsed.
    ///
    /// The values are combined by Fetch §3.7 (“extract a MIME type”).
    ///
    /// - Parameter fieldValues: The value of each field line. Lists within a line are split.
    public init?(fieldValues: [String]) {
        guard let mediaType = DeclaredMediaType(fieldValues: fieldValues).mediaType else { return nil }
        self = mediaType
    }
}

extension DeclaredMediaType {
    /// Combines the values of all `Content-Type` field lines, in order, by Fetch §3.7 (“extract a MIME type”).
    ///
    /// - Parameter fieldValues: The value of each field line. Lists within a line are split.
    package init(fieldValues: [String]) {
        self.init(FieldValues(fieldValues))
    }

    /// Combines the values of all `Content-Type` field lines.
    init(_ values: borrowing FieldValues) {
        if let value = values.only, let frequent = InterpretedMediaType.frequent(value) {
            self = .declared(frequent)
            return
        }
        if let value = values.only, let plain = MediaTypeParser.plain(value), plain.type != "*" {
            self = .declared(InterpretedMediaType(plain))
            return
        }
        let fieldValues = values.all
        let values = Self.elements(of: fieldValues.joined(separator: ","))
        guard fieldValues.contains(where: { !$0.unicodeScalars.allSatisfy(\.isHTTPWhitespace) }) else {
            self = .missing
            return
        }
        var combination = Combination()
        for value in values { combination.add(value) }
        guard let mediaType = combination.mediaType else {
            self = .malformed(fieldValues.joined(separator: ", "))
            return
        }
        if values.count > 1 {
            combination.log.report(
                Finding(
                    .repeatedMediaType,
                    .warning,
                    "the response has \(values.count) media types; \(mediaType) was used"
                )
            )
        }
        self = .declared(InterpretedMediaType(mediaType, findings: combination.log.all))
    }

    /// Splits text at the commas outside quotation marks (Fetch §2.2.2, “get, decode, and split”).
    private static func elements(of text: String) -> [String] {
        var elements: [String] = []
        var element = String.UnicodeScalarView()
        var isQuoted = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == ",", !isQuoted {
                elements.append(String(element))
                element = String.UnicodeScalarView()
                continue
            }
            element.append(scalar)
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
        }
        return elements + [String(element)]
    }

    /// The state of “extract a MIME type”.
    ///
    /// The last usable media type wins. It inherits the charset of its predecessors while the essence stays the same.
    private struct Combination {
        var mediaType: ResponseMediaType?
        var log = FindingLog()
        private var charset: String?

        mutating func add(_ value: String) {
            guard let (parsed, deviations) = MediaTypeParser.parse(value), parsed.essence != "*/*" else { return }
            for deviation in deviations {
                log.report(.irregularMediaType) { Finding(.irregularMediaType, .note, "Content-Type: \(deviation)") }
            }
            if parsed.essence != mediaType?.essence {
                charset = parsed.charset
                mediaType = parsed
            } else if let charset, parsed.charset == nil {
                let parameter = (key: "charset", value: charset)
                mediaType = ResponseMediaType(
                    type: parsed.type,
                    subtype: parsed.subtype,
                    parameters: parsed.parameters + [parameter]
                )
            } else {
                charset = parsed.charset
                mediaType = parsed
            }
        }
    }
}
