public import DecantCore
public import DecantText

extension PropertyList {
    /// The ways in which a property list is read.
    public struct Options: DecodableFormatOptions {
        /// The formats that are accepted; a body in another one is refused.
        ///
        /// By default these are the binary format and XML. The text format of OpenStep is not among them, since every single
        /// word is a list in it.
        public var formats = common

        /// One set for all options, which is not created for each body.
        private static let common: Set<Format> = [.binary, .xml]

        /// Whether a key that a dictionary has twice is an error, at the second member.
        ///
        /// Otherwise all members are kept, in order, and looking the key up finds the first one.
        public var rejectsDuplicateKeys = false

        /// The departures from the formats that are accepted.
        public var quirks: Quirks = []

        /// The charset of a text format, if not the one the response names, and the policy for bytes that the charset does not have.
        public var text = TextOptions()

        /// The ways in which `Decodable` types are made; dates and data of the list itself need none.
        public var decoding = DecodingOptions()

        /// The path to the value that is decoded; by default the whole document.
        public var path = JSONPointer.root

        /// The numbers of bad elements that arrays may leave out, by the path to the array; the root is for all arrays.
        public var badElements: [JSONPointer: Int] = [:]

        /// The values that this release does not know.
        private var unknown = UnknownValues()

        /// Creates the default options: binary lists and those in XML, strictly.
        public init() {}

        /// The bodies that count as empty: those of nothing but white space, too.
        public static let emptyBody = EmptyBodyRule.whiteSpace

        /// The media types of property lists: Apple's for any of the formats, and the one for binary lists.
        ///
        /// A list in XML may also come as `application/xml` or `text/xml`; add these with `.accepting(…)` where it does.
        public static let mediaTypes: [MediaTypePattern] = [
            "application/x-plist", "application/x-apple-binary-plist",
        ]

        /// The options with one format instead of all that they accept.
        func only(_ format: Format?) -> Options {
            guard let format else { return self }
            var options = self
            options.formats = [format]
            return options
        }
    }

    /// Departures from the formats of property lists that can be accepted.
    ///
    /// None is by default: a list that one reader accepts and another one refuses is a way to smuggle something past the
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

        /// GNUstep's values with types in the text format: `<*I1>`, `<*R1.5>`, `<*BY>`, `<*D2001-01-01 00:00:00 +0000>`, and data in
        /// base64, `<[AAEC]>`.
        ///
        /// GNUstep writes them; OpenStep's text has strings, data, arrays and dictionaries only.
        public static let gnustepValues = Quirks(rawValue: 1 << 0)
    }
}

extension PropertyList.Options: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: PropertyList.Options())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: PropertyList.Options())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try visitFormats(&members, default: standard)
        try members.member(&rejectsDuplicateKeys, "rejectsDuplicateKeys", default: standard.rejectsDuplicateKeys)
        try members.member(&quirks, "quirks", default: standard.quirks)
        try members.part(&text, "text", default: standard.text)
        try members.part(&decoding, "decoding", default: standard.decoding)
        try members.member(&path, "path", default: standard.path)
        try members.member(&badElements, "badElements", default: standard.badElements)
    }

    /// Visits the formats in alphabetical order, so that equal options are encoded alike.
    private mutating func visitFormats(_ members: inout StoredMembers, default standard: Self) throws {
        var list = formats.sorted { $0.rawValue < $1.rawValue }
        let standard = standard.formats.sorted { $0.rawValue < $1.rawValue }
        try members.choices(&list, "formats", default: standard, unknown: &unknown)
        if list.count != formats.count || !formats.isSuperset(of: list) { formats = Set(list) }
    }
}

/// The limits of property lists.
extension Limits {
    /// Arrays, sets and dictionaries inside each other in a property list: 512, as in CoreFoundation.
    ///
    /// Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, and 1 MiB in a debug build.
    public var propertyListDepth: Int {
        get { self[.propertyListDepth] }
        set { self[.propertyListDepth] = newValue }
    }

    /// Values and keys in one property list: 10 million, each of which costs 16 bytes.
    public var propertyListNodes: Int {
        get { self[.propertyListNodes] }
        set { self[.propertyListNodes] = newValue }
    }

    /// References in a binary property list beyond those that its bytes can hold and eight for each object: 10,000.
    ///
    /// Objects may be shared, so that a list of 150 bytes can represent ten thousand million values.
    public var propertyListReferences: Int {
        get { self[.propertyListReferences] }
        set { self[.propertyListReferences] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.propertyListDepth`.
    public static let propertyListDepth = Limits.Name("propertyListDepth", default: 512)

    /// Names `Limits.propertyListNodes`.
    public static let propertyListNodes = Limits.Name("propertyListNodes", default: 10_000_000)

    /// Names `Limits.propertyListReferences`.
    public static let propertyListReferences = Limits.Name("propertyListReferences", default: 10_000)
}
