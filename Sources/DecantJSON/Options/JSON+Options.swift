public import DecantCore
public import DecantText

extension JSON {
    /// The ways in which a JSON text is read.
    ///
    /// What `Decodable` types are made of differs from `JSONDecoder` in this: names are equal scalar by scalar, and not if they
    /// only look the same (RFC 8259 §8.3); integers and zeros are read exactly, however they are written; null is not a
    /// value for `Bool` either; and an error about a number has its path and position.
    public struct Options: DecodableFormatOptions {
        /// Whether the text may be a string, a number, a truth value or null, without an array or object around it.
        ///
        /// RFC 8259 allows it; RFC 4627, which it replaced, did not.
        public var allowsFragments = true

        /// Whether a name that an object has twice is an error, at the second member.
        ///
        /// Otherwise all members are kept, in order, and looking the name up finds the first one. RFC 8259 §4 leaves it to the
        /// reader.
        public var rejectsDuplicateKeys = false

        /// Whether members whose value is null are removed, on every level.
        public var removesNullMembers = false

        /// Whether elements that are null are removed from arrays, on every level; the indices of those after them change.
        public var removesNullElements = false

        /// The departures from JSON that are accepted.
        public var quirks: Quirks = []

        /// The charset, if not the one the response names, and the policy for bytes that the charset does not have.
        public var text = TextOptions()

        /// The ways in which `Decodable` types are made.
        public var decoding = DecodingOptions()

        /// The path to the value that is decoded; by default the whole document.
        public var path = JSONPointer.root

        /// The numbers of bad elements that arrays may leave out, by the path to the array; the root is for all arrays.
        public var badElements: [JSONPointer: Int] = [:]

        /// Creates the default options: exactly RFC 8259.
        public init() {}

        /// The bodies that count as empty: those of nothing but white space, too.
        public static let emptyBody = EmptyBodyRule.whiteSpace

        /// The media types of JSON: `application/json` and every type built on it, and two that servers use for it as well.
        ///
        /// `text/json` is an old name. `text/javascript` comes from servers that treat JSON as a script.
        public static let mediaTypes: [MediaTypePattern] = [
            "application/json", "*+json", "text/json", "text/javascript",
        ]
    }

    /// Departures from JSON that can be accepted.
    ///
    /// None is by default: a text that one reader accepts and another one refuses is a way to smuggle something past the
    /// first.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The quirks as bits.
        public let rawValue: UInt32

        /// Creates a set of quirks from bits.
        ///
        /// - Parameter rawValue: The quirks as bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A comma after the last element or member, as programs write that put one after each.
        ///
        /// Foundation accepts it.
        public static let trailingCommas = Quirks(rawValue: 1 << 0)

        /// Comments, `// to the end of the line` and `/* enclosed */`, as people write them in configuration files (JSONC).
        public static let comments = Quirks(rawValue: 1 << 1)

        /// `NaN`, `Infinity` and `-Infinity` as numbers, as Python's encoder writes them by default.
        public static let nonFiniteNumbers = Quirks(rawValue: 1 << 2)

        /// Strings and names in apostrophes.
        public static let singleQuotes = Quirks(rawValue: 1 << 3)

        /// Names without quotation marks: letters, digits, `$` and `_`, as in ECMAScript.
        public static let unquotedNames = Quirks(rawValue: 1 << 4)

        /// Numbers with a plus sign, in hexadecimal (`0xFF`, up to 64 bits), or without digits before or after the point.
        ///
        /// A number of a form that JSON does not have (`.5`, `5.e3`) is the nearest `Double`, not an exact decimal number.
        public static let numberForms = Quirks(rawValue: 1 << 5)

        /// The escapes that ECMAScript has and JSON does not (`\x41`, `\v`, `\0`, `\'`, escaped line ends), and control
        /// characters in strings.
        public static let escapes = Quirks(rawValue: 1 << 6)

        /// White space of all kinds that Unicode has.
        public static let whiteSpace = Quirks(rawValue: 1 << 7)

        /// JSON5 (json5.org): all of the quirks.
        ///
        /// Escapes in names without quotation marks are not read.
        public static let json5: Quirks = [
            .trailingCommas, .comments, .nonFiniteNumbers, .singleQuotes, .unquotedNames, .numberForms, .escapes,
            .whiteSpace,
        ]
    }
}

extension JSON.Options: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: JSON.Options())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: JSON.Options())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.member(&allowsFragments, "allowsFragments", default: standard.allowsFragments)
        try members.member(&rejectsDuplicateKeys, "rejectsDuplicateKeys", default: standard.rejectsDuplicateKeys)
        try members.member(&removesNullMembers, "removesNullMembers", default: standard.removesNullMembers)
        try members.member(&removesNullElements, "removesNullElements", default: standard.removesNullElements)
        try members.member(&quirks, "quirks", default: standard.quirks)
        try members.part(&text, "text", default: standard.text)
        try members.part(&decoding, "decoding", default: standard.decoding)
        try members.member(&path, "path", default: standard.path)
        try members.member(&badElements, "badElements", default: standard.badElements)
    }
}

extension JSON.Quirks {
    /// The finding that these were needed, if there are any.
    var finding: Finding? {
        let names: [(JSON.Quirks, String)] = [
            (.trailingCommas, "a trailing comma"), (.comments, "comments"),
            (.nonFiniteNumbers, "numbers that are not finite"), (.singleQuotes, "strings in apostrophes"),
            (.unquotedNames, "names without quotation marks"), (.numberForms, "numbers in a form of ECMAScript"),
            (.escapes, "escapes of ECMAScript"), (.whiteSpace, "white space of Unicode"),
        ]
        let needed = names.filter { contains($0.0) }.map(\.1)
        guard !needed.isEmpty else { return nil }
        return Finding(.quirk, .warning, "the text is not strict JSON; accepted \(needed.joined(separator: ", "))")
    }
}

/// The limits of JSON.
extension Limits {
    /// Arrays and objects inside each other in JSON: 512, as in Foundation.
    ///
    /// serde_json has 128, simdjson 1,024. Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, as threads
    /// other than the main one have on Apple's systems, and 1 MiB in a debug build.
    public var jsonDepth: Int {
        get { self[.jsonDepth] }
        set { self[.jsonDepth] = newValue }
    }

    /// Values and names in one JSON text: 10 million, each of which costs 16 bytes.
    public var jsonNodes: Int {
        get { self[.jsonNodes] }
        set { self[.jsonNodes] = newValue }
    }

    /// Bytes of one number in JSON: 16 KiB.
    ///
    /// Real test suites hold valid numbers of more than 11,000 digits.
    public var jsonNumberBytes: Int {
        get { self[.jsonNumberBytes] }
        set { self[.jsonNumberBytes] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.jsonDepth`.
    public static let jsonDepth = Limits.Name("jsonDepth", default: 512)

    /// Names `Limits.jsonNodes`.
    public static let jsonNodes = Limits.Name("jsonNodes", default: 10_000_000)

    /// Names `Limits.jsonNumberBytes`.
    public static let jsonNumberBytes = Limits.Name("jsonNumberBytes", default: 16 << 10)
}
