public import DecantCore
public import DecantText

extension JSON {
    /// Options for reading JSON text.
    ///
    /// Decoding a `Decodable` type differs from `JSONDecoder` in these points: names are compared scalar by scalar, so
    /// names that only look the same are different (RFC 8259 §8.3); integers and zeros are read exactly in every
    /// notation; null is not accepted for `Bool` either; and an error about a number has a path and a position.
    public struct Options: FormatOptions {
        /// Whether the top level of the text may be a string, a number, a Boolean or null, instead of an array or
        /// object.
        ///
        /// RFC 8259 allows it; RFC 4627, which it replaced, did not.
        public var allowsFragments = true

        /// Whether duplicate names in an object are rejected, at the second member.
        ///
        /// Otherwise all members are kept, in order, and a lookup by name finds the first. RFC 8259 §4 leaves the
        /// choice to the reader.
        public var rejectsDuplicateKeys = false

        /// Whether members whose value is null are removed, on every level.
        public var removesNullMembers = false

        /// Whether null elements are removed from arrays, on every level; this changes the indices of the elements
        /// after them.
        public var removesNullElements = false

        /// The accepted quirks; none by default.
        public var quirks: Quirks = []

        /// The charset, if it differs from the response's, and the policy for bytes that are invalid in the charset.
        public var text = TextOptions()

        /// The options for decoding `Decodable` types.
        public var decoding = DecodingOptions()

        /// The path to the value to decode; by default the whole document.
        public var path = JSONPointer.root

        /// The maximum number of elements to skip if they cannot be decoded, by the path to the array; the root applies
        /// to all arrays.
        public var badElements: [JSONPointer: Int] = [:]

        /// Creates the default options, which accept exactly RFC 8259.
        public init() {}

        /// True: a body of whitespace counts as empty.
        public static let treatsWhitespaceAsEmpty = true

        /// The media types of JSON: `application/json`, every type built on it, and two others that servers use for
        /// JSON.
        ///
        /// `text/json` is an old name. `text/javascript` comes from servers that treat JSON as a script.
        public static let mediaTypes: [MediaTypePattern] = [
            "application/json", "*+json", "text/json", "text/javascript",
        ]
    }

    /// Quirks of JSON text that can be accepted.
    ///
    /// None is accepted by default: if two readers disagree on whether a text is valid, it can smuggle content past one
    /// of them.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The bit mask of the quirks.
        public let rawValue: UInt32

        /// Creates a set of quirks from a bit mask.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A comma after the last element or member, as written by programs that put a comma after each.
        ///
        /// Foundation accepts it.
        public static let trailingCommas = Quirks(rawValue: 1 << 0)

        /// Comments, `// to the end of the line` and `/* enclosed */`, as in configuration files (JSONC).
        public static let comments = Quirks(rawValue: 1 << 1)

        /// `NaN`, `Infinity` and `-Infinity` as numbers, as written by Python's encoder by default.
        public static let nonFiniteNumbers = Quirks(rawValue: 1 << 2)

        /// Strings and names in apostrophes.
        public static let singleQuotes = Quirks(rawValue: 1 << 3)

        /// Names without quotation marks: letters, digits, `$` and `_`, as in ECMAScript.
        public static let unquotedNames = Quirks(rawValue: 1 << 4)

        /// Numbers with a plus sign, in hexadecimal (`0xFF`, up to 64 bits), or without digits before or after the
        /// point.
        ///
        /// A number in a form that JSON does not have (`.5`, `5.e3`) is read as the nearest `Double`, not as an exact
        /// decimal number.
        public static let numberForms = Quirks(rawValue: 1 << 5)

        /// Control characters in strings except line ends, and the escapes of ECMAScript that JSON does not have
        /// (`\x41`, `\v`, `\0`, `\'`, escaped line ends).
        public static let escapes = Quirks(rawValue: 1 << 6)

        /// All whitespace characters of Unicode.
        public static let whitespace = Quirks(rawValue: 1 << 7)

        /// Escapes of lone surrogates, such as `\ud800`, each read as U+FFFD.
        ///
        /// Programs that cut strings between UTF-16 units write them, and so do browsers that save text of such
        /// programs.
        public static let loneSurrogates = Quirks(rawValue: 1 << 8)

        /// Control characters in strings without an escape: line ends, tabs, and others up to U+001F.
        ///
        /// Programs that put text together without an encoder write them, and so do logs. In a stream with one text on
        /// each line, a line end always ends the text, also inside a string.
        public static let controlCharacters = Quirks(rawValue: 1 << 9)

        /// All quirks of JSON5 (json5.org), which are all but ``loneSurrogates`` and ``controlCharacters``.
        ///
        /// Escapes in names without quotation marks are not supported.
        public static let json5: Quirks = [
            .trailingCommas, .comments, .nonFiniteNumbers, .singleQuotes, .unquotedNames, .numberForms, .escapes,
            .whitespace,
        ]
    }
}

extension JSON.Options: StoredPart {
    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .value("allowsFragments", \.allowsFragments),
            .value("rejectsDuplicateKeys", \.rejectsDuplicateKeys),
            .value("removesNullMembers", \.removesNullMembers),
            .value("removesNullElements", \.removesNullElements),
            .bits("quirks", \.quirks, known: [.json5, .loneSurrogates, .controlCharacters]),
            .part("text", \.text),
            .decoding(\.decoding, path: \.path, badElements: \.badElements) { JSONPointer(names: $0) },
            .value("path", \.path),
            .value("badElements", \.badElements),
        ]
    }
}

extension JSON.Quirks {
    /// The finding about needed quirks, or nil for an empty set.
    package var finding: Finding? {
        if isEmpty { return nil }
        let names: [(JSON.Quirks, String)] = [
            (.trailingCommas, "a trailing comma"), (.comments, "comments"),
            (.nonFiniteNumbers, "numbers that are not finite"), (.singleQuotes, "strings in apostrophes"),
            (.unquotedNames, "names without quotation marks"), (.numberForms, "ECMAScript number forms"),
            (.escapes, "ECMAScript escapes"), (.whitespace, "Unicode whitespace"),
            (.loneSurrogates, "lone surrogates"), (.controlCharacters, "control characters in strings"),
        ]
        let needed = names.filter { contains($0.0) }.map(\.1)
        guard !needed.isEmpty else { return nil }
        return Finding(.quirk, .warning, "the text is not strict JSON; accepted \(needed.joined(separator: ", "))")
    }
}

/// The limits of JSON.
extension Limits {
    /// The maximum nesting of arrays and objects in JSON; 512 by default, as in Foundation.
    ///
    /// The limit of serde_json is 128, the limit of simdjson 1,024. Decoding a recursive `Decodable` type of this depth
    /// needs a stack of 512 kB, the size for secondary threads on Apple platforms, and 1 MiB in a debug build.
    public var jsonDepth: Int {
        get { self[.jsonDepth] }
        set { self[.jsonDepth] = newValue }
    }

    /// The maximum number of values and names in a JSON text; 10 million by default, at 16 bytes each.
    public var jsonNodes: Int {
        get { self[.jsonNodes] }
        set { self[.jsonNodes] = newValue }
    }

    /// The maximum number of bytes in a JSON number; 16 KiB by default.
    ///
    /// Real test suites contain valid numbers of more than 11,000 digits.
    public var jsonNumberBytes: Int {
        get { self[.jsonNumberBytes] }
        set { self[.jsonNumberBytes] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.jsonDepth`.
    public static let jsonDepth = Limits.Name("jsonDepth", default: 512)

    /// The name of `Limits.jsonNodes`.
    public static let jsonNodes = Limits.Name("jsonNodes", default: 10_000_000)

    /// The name of `Limits.jsonNumberBytes`.
    public static let jsonNumberBytes = Limits.Name("jsonNumberBytes", default: 16 << 10)
}
