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

        /// Creates the default options.
        public init() {}

        /// The media types that XML is labelled with: the registered ones, and all that are built on it, such as those of RSS, Atom,
        /// SOAP and SVG (RFC 7303 §4).
        public static let mediaTypes: [MediaTypePattern] = ["application/xml", "text/xml", "*+xml"]
    }

    /// Departures from XML that can be accepted; none is by default.
    public struct Quirks: OptionSet, Sendable, Hashable, Codable {
        /// The quirks as bits.
        public let rawValue: UInt8

        /// Creates a set of quirks from bits.
        ///
        /// - Parameter rawValue: The quirks as bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// White space before the XML declaration, as scripts write it that have an empty line before their first tag.
        ///
        /// Lines are counted from the declaration.
        public static let leadingWhiteSpace = Quirks(rawValue: 1 << 0)
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
