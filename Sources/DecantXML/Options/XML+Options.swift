public import DecantCore
public import DecantDocument
public import DecantText

/// The namespace of the types for XML 1.0.
///
/// Use ``Document`` for a whole document as a tree, ``Reader`` to read events one by one, and ``Options`` to configure
/// both.
public enum XML {}

extension XML {
    /// The options for parsing and decoding XML.
    ///
    /// ```swift
    /// var options = XML.Options()
    /// options.whitespace = .dropBetweenElements
    /// options.decoding.dates = .internetMessage
    /// ```
    public struct Options: FormatOptions {
        /// Whether prefixes are resolved (Namespaces in XML 1.0).
        ///
        /// If false, `a:b` is an ordinary name, and `xmlns` is an ordinary attribute.
        public var processesNamespaces = true

        /// Whether an external reference is an error.
        ///
        /// External references are never followed. If false, the reference is omitted with a finding. In an attribute
        /// value, it is always an error (XML 1.0 §3.1).
        public var refusesExternalReferences = false
        /// The whitespace that a tree keeps.
        public var whitespace = Whitespace.keep
        /// Whether a tree keeps CDATA sections separate from the surrounding text.
        public var keepsCDATA = false

        /// Whether a tree keeps comments.
        ///
        /// Comments have no effect on `Decodable` types.
        public var keepsComments = true
        /// The lenient options for malformed XML.
        public var quirks: Quirks = []
        /// The charset override, and the policy for malformed bytes.
        public var text = TextOptions()

        /// The options for decoding `Decodable` types.
        ///
        /// The default formats of values follow XML Schema.
        public var decoding = DecodingOptions(dates: .iso8601, data: .mimeBase64, nonFiniteNumbers: .xmlSchema)

        /// The path to the value to decode.
        ///
        /// The default is the whole document.
        public var path = XML.Path.root

        /// The maximum number of invalid elements that arrays may skip, by the path to the array.
        ///
        /// The root path applies to all arrays.
        public var badElements: [XML.Path: Int] = [:]

        /// Whether a coding key without a namespace represents a name as written, including its prefix, as in XMLCoder.
        ///
        /// If false, the key represents the part after the prefix, and namespaces are ignored. An element in the
        /// namespace of its parent then takes precedence over elements in other namespaces, and an attribute without a
        /// prefix over attributes with one. If an element contains both `title` and `media:title`, the key `title`
        /// represents the former.
        public var usesQualifiedNames = false

        /// The namespaces of the prefixes used in coding keys.
        ///
        /// With `["dc": "http://purl.org/dc/elements/1.1/"]`, the key `dc:creator` represents the name in that
        /// namespace, regardless of its prefix in the document. If ``usesQualifiedNames`` is true, the empty prefix
        /// applies to elements whose key has no prefix.
        public var namespaces: [String: String] = [:]

        /// The required name of the root element for `Decodable` types, written like a key.
        ///
        /// If nil, any name is accepted.
        public var rootName: String?

        /// Whether a `String` omits the whitespace around the text of an element.
        ///
        /// Whitespace around numbers and other values is always ignored. Attribute values are never trimmed.
        public var trimsStrings = true

        /// Whether an element without content, or an attribute without a value, is nil for every optional type.
        ///
        /// If false, it is a value if the type has one for empty content, such as an empty string or a type whose
        /// properties are all absent. For types without an empty value, such as numbers, Boolean values, and dates, it
        /// is nil.
        public var emptyElementsAreNil = false

        /// Whether an array or a set requires an element with its name.
        ///
        /// If false, a missing element decodes as an empty array, because XML has no other notation for an empty list.
        /// An optional array is nil in that case.
        public var requiresElementsOfArrays = false
        /// True: a body of whitespace counts as empty.
        public static let treatsWhitespaceAsEmpty = true

        /// Creates the default options.
        public init() {}

        /// The media types of XML: the registered types, and all types based on XML, such as RSS, Atom, SOAP, and SVG
        /// (RFC 7303 §4).
        public static let mediaTypes: [MediaTypePattern] = ["application/xml", "text/xml", "*+xml"]
    }

    /// Lenient options for malformed XML.
    ///
    /// None is enabled by default.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The bits of the set.
        public let rawValue: UInt32

        /// Creates a set from bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Whitespace before the XML declaration, as produced by scripts with an empty line before their first tag.
        ///
        /// Lines are counted from the declaration.
        public static let leadingWhitespace = Quirks(rawValue: 1 << 0)

        /// References to the entities of HTML 4, such as `&nbsp;` and `&rsquo;`, without a declaration.
        ///
        /// The 253 names are those of XHTML 1.0. A declaration in the document takes precedence. Other names stay errors.
        public static let htmlEntities = Quirks(rawValue: 1 << 1)

        /// Control characters and references to them, such as `&#x1F;`, which are dropped, as by most readers of feeds.
        ///
        /// These are the characters from U+0000 to U+001F except tabs and line ends, and the noncharacters U+FFFE and
        /// U+FFFF. No version of XML 1.0 allows them.
        public static let controlCharacters = Quirks(rawValue: 1 << 2)

        /// All quirks, which suit feeds.
        static let all: Quirks = [.leadingWhitespace, .htmlEntities, .controlCharacters]
    }
}

extension XML.Options: StoredPart {
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
            .value("processesNamespaces", \.processesNamespaces),
            .value("refusesExternalReferences", \.refusesExternalReferences),
            .choice("whiteSpace", \.whitespace),
            .value("keepsCDATA", \.keepsCDATA),
            .value("keepsComments", \.keepsComments),
            .bits("quirks", \.quirks, known: .all),
            .part("text", \.text),
            .decoding(\.decoding, path: \.path, badElements: \.badElements) {
                $0.isEmpty ? .root : XML.Path($0.joined(separator: "/"))
            },
            .value("path", \.path),
            .value("badElements", \.badElements),
            .value("usesQualifiedNames", \.usesQualifiedNames),
            .value("namespaces", \.namespaces),
            .value("rootName", \.rootName),
            .value("trimsStrings", \.trimsStrings),
            .value("emptyElementsAreNil", \.emptyElementsAreNil),
            .value("requiresElementsOfArrays", \.requiresElementsOfArrays),
        ]
    }
}

extension XML.Options {
    /// The whitespace that a tree keeps.
    public enum Whitespace: String, Sendable, Hashable, Codable, CaseIterable {
        /// Keeps all whitespace.
        case keep
        /// Drops whitespace between elements, unless `xml:space="preserve"` applies (XML 1.0 §2.10).
        case dropBetweenElements

        /// Drops whitespace like ``dropBetweenElements``, and normalizes it in other text.
        ///
        /// Each run of whitespace becomes a single space; leading and trailing whitespace is removed.
        case collapse = "fold"
    }
}

/// The limits for XML.
extension Limits {
    /// The maximum nesting depth of XML elements.
    ///
    /// The default is 256, as in libxml2.
    public var xmlDepth: Int {
        get { self[.xmlDepth] }
        set { self[.xmlDepth] = newValue }
    }

    /// The maximum number of nodes and attributes in an XML tree.
    ///
    /// The default is 10 million; each uses 16 to 32 bytes.
    public var xmlNodes: Int {
        get { self[.xmlNodes] }
        set { self[.xmlNodes] = newValue }
    }

    /// The maximum number of attributes of an XML element, including defaults from the document type.
    ///
    /// The default is 10,000, as in Java.
    public var xmlAttributes: Int {
        get { self[.xmlAttributes] }
        set { self[.xmlAttributes] = newValue }
    }

    /// The maximum length of an XML name, in bytes.
    ///
    /// The default is 50,000, as in libxml2.
    public var xmlNameBytes: Int {
        get { self[.xmlNameBytes] }
        set { self[.xmlNameBytes] = newValue }
    }

    /// The maximum length of an XML text, attribute value, comment, or processing instruction, in bytes.
    ///
    /// The default is 10 MB, as in libxml2.
    public var xmlTextBytes: Int {
        get { self[.xmlTextBytes] }
        set { self[.xmlTextBytes] = newValue }
    }

    /// The maximum length of an XML token in a body that arrives in chunks, in bytes.
    ///
    /// The default is 16 MiB. A token is a tag, a text, a comment, a processing instruction, or the document type
    /// declaration. Its bytes are counted as they arrive.
    public var xmlTokenBytes: Int {
        get { self[.xmlTokenBytes] }
        set { self[.xmlTokenBytes] = newValue }
    }

    /// The maximum nesting depth of XML entities.
    ///
    /// The default is 10; libxml2 allows 20.
    public var xmlEntityDepth: Int {
        get { self[.xmlEntityDepth] }
        set { self[.xmlEntityDepth] = newValue }
    }

    /// The maximum number of bytes that the entities of an XML document expand to.
    ///
    /// The default is 1 MB; each reference counts as 20 additional bytes.
    public var xmlEntityBytes: Int {
        get { self[.xmlEntityBytes] }
        set { self[.xmlEntityBytes] = newValue }
    }

    /// The maximum ratio of bytes from entities to bytes read so far in an XML document.
    ///
    /// The default is 5, as in libxml2. The first 64 KiB are exempt.
    public var xmlEntityRatio: Int {
        get { self[.xmlEntityRatio] }
        set { self[.xmlEntityRatio] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.xmlDepth`.
    public static let xmlDepth = Limits.Name("xmlDepth", default: 256)
    /// The name of `Limits.xmlNodes`.
    public static let xmlNodes = Limits.Name("xmlNodes", default: 10_000_000)
    /// The name of `Limits.xmlAttributes`.
    public static let xmlAttributes = Limits.Name("xmlAttributes", default: 10_000)
    /// The name of `Limits.xmlNameBytes`.
    public static let xmlNameBytes = Limits.Name("xmlNameBytes", default: 50_000)
    /// The name of `Limits.xmlTextBytes`.
    public static let xmlTextBytes = Limits.Name("xmlTextBytes", default: 10_000_000)
    /// The name of `Limits.xmlTokenBytes`.
    public static let xmlTokenBytes = Limits.Name("xmlTokenBytes", default: 16 << 20)
    /// The name of `Limits.xmlEntityDepth`.
    public static let xmlEntityDepth = Limits.Name("xmlEntityDepth", default: 10)
    /// The name of `Limits.xmlEntityBytes`.
    public static let xmlEntityBytes = Limits.Name("xmlEntityBytes", default: 1_000_000)
    /// The name of `Limits.xmlEntityRatio`.
    public static let xmlEntityRatio = Limits.Name("xmlEntityRatio", default: 5)
}
