public import DecantCore
public import DecantText

/// The namespace of the types for XML 1.0.
///
/// ``Document`` is a whole document as a tree, ``Reader`` goes through one event by event, and ``Options`` controls how both
/// read.
public enum XML {}

extension XML {
    /// The ways in which a document is read.
    ///
    /// ```swift
    /// var options = XML.Options()
    /// options.whiteSpace = .dropBetweenElements
    /// options.decoding.dates = .internetMessage
    /// ```
    public struct Options: DecodableFormatOptions {
        /// Whether prefixes are resolved (Namespaces in XML 1.0).
        ///
        /// Without it `a:b` is just a name, and `xmlns` an attribute like any other.
        public var processesNamespaces = true

        /// Whether an external reference, which is never read, is an error.
        ///
        /// Otherwise it is omitted, with a finding. In the value of an attribute it is an error in any case (XML 1.0 §3.1).
        public var refusesExternalReferences = false

        /// The white space that a tree keeps.
        public var whiteSpace = WhiteSpace.keep

        /// Whether a tree keeps CDATA sections apart from the text around them.
        public var keepsCDATA = false

        /// Whether a tree keeps comments; `Decodable` types never see them.
        public var keepsComments = true

        /// The departures from XML that are accepted.
        public var quirks: Quirks = []

        /// The caller's charset, and the policy for malformed bytes.
        public var text = TextOptions()

        /// The ways in which `Decodable` types are made: values are written as XML Schema has them.
        public var decoding = DecodingOptions(dates: .iso8601, data: .mimeBase64, nonFiniteNumbers: .xmlSchema)

        /// The path to the value that is decoded; by default the whole document.
        public var path = XML.Path.root

        /// The numbers of bad elements that arrays may leave out, by the path to the array; the root is for all arrays.
        public var badElements: [XML.Path: Int] = [:]

        /// Whether a coding key without a namespace means a name as written, with its prefix, as in XMLCoder.
        ///
        /// Otherwise it means the part after the prefix: namespaces are ignored. An element in the namespace of the element around
        /// it is then taken before those in other namespaces, and an attribute without a prefix before those with one, so that
        /// `title` does not become `media:title` where both are.
        public var usesQualifiedNames = false

        /// The names of namespaces, by the prefixes that coding keys have.
        ///
        /// With `["dc": "http://purl.org/dc/elements/1.1/"]` the key `dc:creator` means the name in that namespace, whatever its
        /// prefix in the document. The empty prefix, with ``usesQualifiedNames``, is for elements whose key has none.
        public var namespaces: [String: String] = [:]

        /// The name that the root element must have for a `Decodable` type, written like a key; nil accepts any.
        public var rootName: String?

        /// Whether white space around the text of an element is omitted of a `String`; around numbers and other values it
        /// never counts, and the value of an attribute stays as it is.
        public var trimsStrings = true

        /// Whether an element without content, or an attribute without a value, is nil to every optional.
        ///
        /// Otherwise it is a value, if the type has one for it: the empty string, or a type all parts of which are absent; and
        /// nil to numbers, truth values, dates and the like, which have none.
        public var emptyElementsAreNil = false

        /// Whether an array or a set needs an element with its name.
        ///
        /// Otherwise it is empty without one: in XML a list of none has no other form. An optional array is nil then.
        public var requiresElementsOfArrays = false

        /// The values that this release does not know.
        private var unknown = UnknownValues()

        /// The bodies that count as empty: those of nothing but white space, too.
        public static let emptyBody = EmptyBodyRule.whiteSpace

        /// Creates the default options.
        public init() {}

        /// The media types that XML is labelled with: the registered ones, and all that are built on it, such as those of RSS, Atom,
        /// SOAP and SVG (RFC 7303 §4).
        public static let mediaTypes: [MediaTypePattern] = ["application/xml", "text/xml", "*+xml"]
    }

    /// Departures from XML that can be accepted; none is by default.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The quirks as bits.
        public let rawValue: UInt32

        /// Creates a set of quirks from bits.
        ///
        /// - Parameter rawValue: The quirks as bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// White space before the XML declaration, as scripts write it that have an empty line before their first tag.
        ///
        /// Lines are counted from the declaration.
        public static let leadingWhiteSpace = Quirks(rawValue: 1 << 0)
    }
}

extension XML.Options: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: XML.Options())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: XML.Options())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.member(&processesNamespaces, "processesNamespaces", default: standard.processesNamespaces)
        try members.member(
            &refusesExternalReferences,
            "refusesExternalReferences",
            default: standard.refusesExternalReferences
        )
        try members.choice(&whiteSpace, "whiteSpace", default: standard.whiteSpace, unknown: &unknown)
        try members.member(&keepsCDATA, "keepsCDATA", default: standard.keepsCDATA)
        try members.member(&keepsComments, "keepsComments", default: standard.keepsComments)
        try members.member(&quirks, "quirks", default: standard.quirks)
        try members.part(&text, "text", default: standard.text)
        try members.part(&decoding, "decoding", default: standard.decoding)
        try members.member(&path, "path", default: standard.path)
        try members.member(&badElements, "badElements", default: standard.badElements)
        try members.member(&usesQualifiedNames, "usesQualifiedNames", default: standard.usesQualifiedNames)
        try members.member(&namespaces, "namespaces", default: standard.namespaces)
        try members.optional(&rootName, "rootName", default: standard.rootName)
        try members.member(&trimsStrings, "trimsStrings", default: standard.trimsStrings)
        try members.member(&emptyElementsAreNil, "emptyElementsAreNil", default: standard.emptyElementsAreNil)
        try members.member(
            &requiresElementsOfArrays,
            "requiresElementsOfArrays",
            default: standard.requiresElementsOfArrays
        )
    }
}

extension XML.Options {
    /// The white space that a tree keeps.
    public enum WhiteSpace: String, Sendable, Hashable, Codable {
        /// Keeps all white space.
        case keep

        /// Drops white space between elements, unless `xml:space="preserve"` holds (XML 1.0 §2.10).
        case dropBetweenElements

        /// Drops white space as ``dropBetweenElements``; in other text each run of white space becomes one space, and that
        /// at the beginning and end is omitted.
        case fold
    }
}

/// The limits of XML.
extension Limits {
    /// Elements inside each other in XML: 256, as in libxml2.
    public var xmlDepth: Int {
        get { self[.xmlDepth] }
        set { self[.xmlDepth] = newValue }
    }

    /// Nodes and attributes of one tree of XML: 10 million, each of which costs 16 to 32 bytes.
    public var xmlNodes: Int {
        get { self[.xmlNodes] }
        set { self[.xmlNodes] = newValue }
    }

    /// Attributes of one element in XML, with those that the document type adds: 10,000, as in Java.
    public var xmlAttributes: Int {
        get { self[.xmlAttributes] }
        set { self[.xmlAttributes] = newValue }
    }

    /// Bytes of one name in XML: 50,000, as in libxml2.
    public var xmlNameBytes: Int {
        get { self[.xmlNameBytes] }
        set { self[.xmlNameBytes] = newValue }
    }

    /// Bytes of one text in XML, or of one attribute's value, comment or instruction: 10 MB, as in libxml2.
    public var xmlTextBytes: Int {
        get { self[.xmlTextBytes] }
        set { self[.xmlTextBytes] = newValue }
    }

    /// Bytes of one token of XML that is read in chunks, counted while it arrives: 16 MiB.
    ///
    /// A token is a tag, a text, a comment, an instruction, or the document type declaration.
    public var xmlTokenBytes: Int {
        get { self[.xmlTokenBytes] }
        set { self[.xmlTokenBytes] = newValue }
    }

    /// Entities inside each other in XML: 10.
    ///
    /// libxml2 allows 20.
    public var xmlEntityDepth: Int {
        get { self[.xmlEntityDepth] }
        set { self[.xmlEntityDepth] = newValue }
    }

    /// Bytes that the entities of one XML document bring in: 1 MB, where each reference counts for 20 bytes more.
    public var xmlEntityBytes: Int {
        get { self[.xmlEntityBytes] }
        set { self[.xmlEntityBytes] = newValue }
    }

    /// The limit on the ratio of bytes from entities to bytes read so far of an XML document: 5, as in libxml2.
    ///
    /// The first 64 KiB are free.
    public var xmlEntityRatio: Int {
        get { self[.xmlEntityRatio] }
        set { self[.xmlEntityRatio] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.xmlDepth`.
    public static let xmlDepth = Limits.Name("xmlDepth", default: 256)

    /// Names `Limits.xmlNodes`.
    public static let xmlNodes = Limits.Name("xmlNodes", default: 10_000_000)

    /// Names `Limits.xmlAttributes`.
    public static let xmlAttributes = Limits.Name("xmlAttributes", default: 10_000)

    /// Names `Limits.xmlNameBytes`.
    public static let xmlNameBytes = Limits.Name("xmlNameBytes", default: 50_000)

    /// Names `Limits.xmlTextBytes`.
    public static let xmlTextBytes = Limits.Name("xmlTextBytes", default: 10_000_000)

    /// Names `Limits.xmlTokenBytes`.
    public static let xmlTokenBytes = Limits.Name("xmlTokenBytes", default: 16 << 20)

    /// Names `Limits.xmlEntityDepth`.
    public static let xmlEntityDepth = Limits.Name("xmlEntityDepth", default: 10)

    /// Names `Limits.xmlEntityBytes`.
    public static let xmlEntityBytes = Limits.Name("xmlEntityBytes", default: 1_000_000)

    /// Names `Limits.xmlEntityRatio`.
    public static let xmlEntityRatio = Limits.Name("xmlEntityRatio", default: 5)
}
