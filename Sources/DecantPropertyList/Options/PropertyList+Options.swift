public import DecantCore
public import DecantText

extension PropertyList {
    /// The options for reading a property list.
    public struct Options: FormatOptions {
        /// The accepted formats.
        ///
        /// A body in another format is rejected.
        ///
        /// The default is the binary format and XML. The OpenStep text format is not included, because any single word
        /// is a valid list in it.
        public var formats = common

        /// The default set, shared by all options to avoid an allocation for each body.
        private static let common: Set<Format> = [.binary, .xml]

        /// Whether a duplicate key in a dictionary is an error.
        ///
        /// The error is located at the second member. By default, all members are kept in order, and lookup finds the
        /// first one.
        public var rejectsDuplicateKeys = false

        /// The nonstandard syntax to accept.
        public var quirks: Quirks = []

        /// The charset of a text format, if it differs from the one declared by the response, and the policy for
        /// malformed bytes.
        public var text = TextOptions()

        /// The options for decoding `Decodable` types.
        ///
        /// Dates and data that are values of the list need no options.
        public var decoding = DecodingOptions()

        /// The path to the value to decode.
        ///
        /// The default is the whole document.
        public var path = JSONPointer.root

        /// The maximum number of bad elements to skip, by the path of the array.
        ///
        /// The root path applies to all arrays.
        public var badElements: [JSONPointer: Int] = [:]

        /// Creates the default options: binary and XML lists, read strictly.
        public init() {}

        /// True: a body of whitespace counts as empty.
        public static let treatsWhitespaceAsEmpty = true

        /// The media types of property lists: Apple's type for any format, and the type for binary lists.
        ///
        /// If a server sends XML lists as `application/xml` or `text/xml`, add these types with `.accepting(…)`.
        public static let mediaTypes: [MediaTypePattern] = [
            "application/x-plist", "application/x-apple-binary-plist",
        ]

        /// Returns options that accept only one format, or the same options if `format` is nil.
        func only(_ format: Format?) -> Options {
            guard let format else { return self }
            var options = self
            options.formats = [format]
            return options
        }
    }

    /// Nonstandard syntax of property lists that can be accepted.
    ///
    /// By default, none is accepted. A list that one reader accepts and another one rejects can smuggle content past
    /// the stricter reader.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The quirks as a bit mask.
        public let rawValue: UInt32

        /// Creates a set of quirks from a bit mask.
        ///
        /// - Parameter rawValue: The quirks as a bit mask.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// GNUstep's typed values in the text format: `<*I1>`, `<*R1.5>`, `<*BY>`, `<*D2001-01-01 00:00:00 +0000>`, and
        /// `<[AAEC]>` for data in base64.
        ///
        /// GNUstep writes these values. The OpenStep text format only has strings, data, arrays, and dictionaries.
        public static let gnustepValues = Quirks(rawValue: 1 << 0)
    }
}

extension PropertyList.Options: StoredPart {
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
            .choices("formats", \.sortedFormats),
            .value("rejectsDuplicateKeys", \.rejectsDuplicateKeys),
            .bits("quirks", \.quirks, known: .gnustepValues),
            .part("text", \.text),
            .decoding(\.decoding, path: \.path, badElements: \.badElements) { JSONPointer(names: $0) },
            .value("path", \.path),
            .value("badElements", \.badElements),
        ]
    }

    /// The formats in alphabetical order, to encode equal options identically.
    private var sortedFormats: [PropertyList.Format] {
        get { formats.sorted { $0.rawValue < $1.rawValue } }
        set { formats = Set(newValue) }
    }
}

/// Limits of property lists.
extension Limits {
    /// The maximum nesting depth of arrays, sets, and dictionaries in a property list.
    ///
    /// The default is 512, as in CoreFoundation.
    ///
    /// Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, and 1 MiB in a debug build.
    public var propertyListDepth: Int {
        get { self[.propertyListDepth] }
        set { self[.propertyListDepth] = newValue }
    }

    /// The maximum number of values and keys in a property list.
    ///
    /// The default is 10 million; each costs 16 bytes.
    public var propertyListNodes: Int {
        get { self[.propertyListNodes] }
        set { self[.propertyListNodes] = newValue }
    }

    /// The maximum number of extra references in a binary property list.
    ///
    /// The default is 10,000.
    ///
    /// A list may always use as many references as its bytes can hold, plus eight for each object. This limit applies
    /// to references beyond that number. Objects may be shared, so without a limit a list of 150 bytes can represent
    /// ten thousand million values.
    public var propertyListReferences: Int {
        get { self[.propertyListReferences] }
        set { self[.propertyListReferences] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.propertyListDepth`.
    public static let propertyListDepth = Limits.Name("propertyListDepth", default: 512)

    /// The name of `Limits.propertyListNodes`.
    public static let propertyListNodes = Limits.Name("propertyListNodes", default: 10_000_000)

    /// The name of `Limits.propertyListReferences`.
    public static let propertyListReferences = Limits.Name("propertyListReferences", default: 10_000)
}
