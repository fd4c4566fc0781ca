/// The media type that a response declares for its body, or the lack of one.
///
/// Several field lines, and lists within one, are combined as Fetch §3.7 (“extract a MIME type”) does it.
public enum DeclaredMediaType: Sendable, Hashable {
    /// The bytes did not come by HTTP, and their type is not known.
    case undeclared

    /// The head has no media type.
    case missing

    /// The head has a media type that cannot be parsed.
    case malformed(String)

    /// The head has a media type.
    case declared(MediaType, findings: [Finding])

    /// The media type, if there is one that can be parsed.
    public var mediaType: MediaType? {
        guard case .declared(let mediaType, _) = self else { return nil }
        return mediaType
    }
}

extension DeclaredMediaType {
    /// Combines the values of all `Content-Type` field lines, in order, as Fetch §3.7 (“extract a MIME type”) does.
    ///
    /// - Parameter fieldValues: The value of each field line; lists within one are taken apart.
    public init(fieldValues: [String]) {
        let values = Self.elements(of: fieldValues.joined(separator: ","))
        guard fieldValues.contains(where: { !$0.unicodeScalars.allSatisfy(\.isHTTPWhiteSpace) }) else {
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
            combination.findings.append(
                Finding(
                    .repeatedMediaType,
                    .warning,
                    "the response has \(values.count) media types; \(mediaType) was used"
                )
            )
        }
        self = .declared(mediaType, findings: combination.findings)
    }

    /// Fetch §2.2.2, “get, decode, and split”: commas separate, except inside quotation marks.
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

    /// The state of “extract a MIME type”: the last usable type wins, and a charset lasts while the essence does.
    private struct Combination {
        var mediaType: MediaType?
        var findings: [Finding] = []
        private var charset: String?

        mutating func add(_ value: String) {
            guard let (parsed, departures) = MediaTypeParser.parse(value), parsed.essence != "*/*" else { return }
            findings += departures.map { Finding(.irregularMediaType, .note, "Content-Type: \($0)") }
            if parsed.essence != mediaType?.essence {
                charset = parsed.charset
                mediaType = parsed
            } else if let charset, parsed.charset == nil {
                let parameter = MediaType.Parameter(name: "charset", value: charset)
                mediaType = MediaType(
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
