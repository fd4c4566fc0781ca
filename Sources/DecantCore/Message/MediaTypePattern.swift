/// A set of media types: one type, `type/*`, `*/*`, `*/subtype`, or all with a structured suffix, `*+json` or
/// `application/*+json`.
///
/// Patterns ignore case. A pattern with parameters, such as `text/*; charset=utf-8`, matches media types that have at
/// least these parameters. Both sides are normalized by ``ResponseMediaType/canonical`` first, so `text/json` matches
/// `application/json`.
public struct MediaTypePattern: Sendable {
    /// The condition on the type and the subtype.
    private enum Shape {
        case any, type, subtype, suffix, exact
    }

    private let shape: Shape

    /// The required type; empty if any matches.
    private let type: String

    /// The required subtype or suffix; empty if any matches.
    private let subtype: String

    /// The required parameters.
    private let parameters: [(key: String, value: String)]

    /// The pattern as text, such as `*+json`.
    public let description: String

    /// Parses a pattern; returns nil if the text is malformed.
    ///
    /// - Parameter text: A media type, `type/*`, `*/*`, `*/subtype`, `*+suffix` or `type/*+suffix`.
    public init?(parsing text: String) {
        let completed = text.hasPrefix("*+") ? "*/\(text)" : text
        guard let mediaType = ResponseMediaType(parsing: completed) else { return nil }
        let description = text.hasPrefix("*+") ? String(mediaType.description.dropFirst(2)) : mediaType.description
        let type = mediaType.type == "*" ? "" : mediaType.type
        guard !type.contains("*") else { return nil }
        let shape: Shape
        var subtype = mediaType.subtype
        if subtype == "*" {
            shape = type.isEmpty ? .any : .type
            subtype = ""
        } else if subtype.hasPrefix("*+"), let suffix = mediaType.suffix {
            shape = .suffix
            subtype = suffix
        } else if subtype.contains("*") {
            return nil
        } else if type.isEmpty {
            shape = .subtype
        } else {
            self.init(mediaType)
            return
        }
        let parameters = mediaType.parameters
        self.init(shape, type: type, subtype: subtype, parameters: parameters, description: description)
    }

    /// Creates the pattern that matches one media type.
    ///
    /// - Parameter mediaType: The media type. Its parameters are required; a match may have others.
    public init(_ mediaType: ResponseMediaType) {
        let canonical = mediaType.canonical
        self.init(
            .exact,
            type: canonical.type,
            subtype: canonical.subtype,
            parameters: mediaType.parameters,
            description: mediaType.description
        )
    }

    private init(
        _ shape: Shape,
        type: String,
        subtype: String,
        parameters: [(key: String, value: String)],
        description: String
    ) {
        self.shape = shape
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
        self.description = description
    }

    /// The media type, if the pattern matches only one.
    package var only: ResponseMediaType? {
        shape == .exact ? ResponseMediaType(type: type, subtype: subtype) : nil
    }
}

extension MediaTypePattern: CustomStringConvertible, ExpressibleByStringLiteral {
    /// Creates a pattern from a literal.
    ///
    /// - Parameter value: A valid pattern, such as `"application/*+json"`. A malformed pattern stops the program.
    public init(stringLiteral value: String) {
        guard let pattern = MediaTypePattern(parsing: value) else {
            preconditionFailure("“\(value)” is not a media type pattern")
        }
        self = pattern
    }
}

extension MediaTypePattern: Hashable {
    /// Returns whether two patterns have the same text and match the same media types.
    public static func == (left: MediaTypePattern, right: MediaTypePattern) -> Bool {
        left.shape == right.shape && left.description == right.description
    }

    /// Feeds the text of the pattern to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension MediaTypePattern: Codable {
    /// Decodes the pattern from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a pattern.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("media type pattern") { MediaTypePattern(parsing: $0) }
    }

    /// Encodes the pattern as its text.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension MediaTypePattern {
    /// The specificity of a match, in ascending order.
    package enum Specificity: Int, Sendable, Comparable {
        /// A match by `*/*`.
        case any

        /// A match by `type/*` or by `*/subtype`.
        case type

        /// A match by a structured suffix.
        case suffix

        /// A match by type and subtype.
        case exact

        /// A match by type, subtype, and at least one parameter.
        case parameters

        /// Returns whether the left match is less specific than the right one.
        package static func < (left: Specificity, right: Specificity) -> Bool { left.rawValue < right.rawValue }
    }

    /// Returns the specificity of the match with a media type, or nil if the pattern does not match.
    package func specificity(for type: InterpretedMediaType) -> Specificity? {
        guard let specificity = essenceSpecificity(for: type), hasParameters(of: type.mediaType) else { return nil }
        return specificity == .exact && !parameters.isEmpty ? .parameters : specificity
    }

    /// Returns the specificity of the match with a media type, regardless of parameters.
    ///
    /// Inlined, like its callers, so that matching an array of patterns does not copy them.
    @inline(__always)
    private func essenceSpecificity(for declared: InterpretedMediaType) -> Specificity? {
        let canonical = declared.canonical
        switch shape {
        case .any: return .any
        case .type: return canonical.type == type ? .type : nil
        case .subtype: return declared.mediaType.subtype == subtype || canonical.subtype == subtype ? .type : nil
        case .suffix:
            // A suffix refers to the subtype of `application` with the same name (RFC 6838 §4.2.8).
            let isSyntax = canonical.type == "application" && canonical.subtype == subtype
            let hasSuffix = isSyntax || canonical.hasSuffix(subtype)
            return hasSuffix && (type.isEmpty || type == canonical.type) ? .suffix : nil
        case .exact: return subtype == canonical.subtype && type == canonical.type ? .exact : nil
        }
    }

    /// Returns whether a media type has all parameters of the pattern; their values ignore case.
    @inline(__always)
    private func hasParameters(of mediaType: ResponseMediaType) -> Bool {
        parameters.isEmpty || parameters.allSatisfy { mediaType[$0.key]?.lowercased() == $0.value.lowercased() }
    }

    /// Returns whether the pattern matches a media type.
    ///
    /// ```swift
    /// let pattern: MediaTypePattern = "*+json"
    /// if let type = ResponseMediaType(parsing: "application/problem+json"), pattern.matches(type) { print("JSON") }
    /// ```
    public func matches(_ mediaType: ResponseMediaType) -> Bool {
        matches(InterpretedMediaType(mediaType))
    }

    /// Returns whether the pattern matches a media type.
    @inline(__always)
    func matches(_ type: InterpretedMediaType) -> Bool {
        essenceSpecificity(for: type) != nil && hasParameters(of: type.mediaType)
    }

    /// Whether the pattern matches all media types with the essence of a type, whatever their parameters.
    ///
    /// A fast path for the first pattern of most formats, inlined so that it does not copy the pattern.
    @inline(__always)
    func isEssence(of type: InterpretedMediaType) -> Bool {
        shape == .exact && parameters.isEmpty && type.canonical.subtype == subtype && type.canonical.type == self.type
    }

    /// Returns whether a media type fails to match only because of the parameters of the pattern.
    func lacksParametersOnly(of type: InterpretedMediaType) -> Bool {
        essenceSpecificity(for: type) != nil && !hasParameters(of: type.mediaType)
    }

    /// The media range that represents the pattern in an `Accept` field; suffix and subtype patterns map to their
    /// registered type.
    fileprivate var range: String {
        let range =
            switch shape {
            case .any: ("*", "*")
            case .type: (type, "*")
            case .subtype, .suffix: (type.isEmpty ? "application" : type, subtype)
            case .exact: (type, subtype)
            }
        return ResponseMediaType(type: range.0, subtype: range.1, parameters: parameters).description
    }
}

/// A writer for the value of an `Accept` field (RFC 9110 §12.5.1).
enum AcceptField {
    /// Returns the media ranges of the patterns in order, with weights that decrease from 1 to 0.1.
    static func value(for patterns: [MediaTypePattern]?) -> String {
        guard let patterns, !patterns.isEmpty else { return "*/*" }
        var ranges: [String] = []
        for range in patterns.map(\.range) where !ranges.contains(range) { ranges.append(range) }
        return ranges.enumerated().map { index, range in
            index == 0 ? range : "\(range);q=0.\(max(1, 10 - index))"
        }.joined(separator: ", ")
    }
}
