public import DecantCore

extension XML {
    /// How a `Decodable` type is read from XML.
    ///
    /// A conversion of keys by a function of the caller's own is no part of the options, since it can be neither stored nor compared:
    /// see ``XML/DecodingHooks``.
    public struct DecodingOptions: Sendable, Hashable, Codable {
        /// How names become coding keys.
        public var keys: Keys

        /// Which part of a name a coding key means.
        public var names: Names

        /// What the prefixes in coding keys stand for: the names of namespaces by prefix.
        ///
        /// With `["dc": "http://purl.org/dc/elements/1.1/"]` the key `dc:creator` means the name in that namespace, whatever its
        /// prefix in the document. The empty prefix, with ``Names/qualified``, is for elements whose key has none.
        public var namespaces: [String: String]

        /// The name that the root element has to have, written like a key; nil accepts any.
        public var rootName: String?

        /// What becomes of white space around the text of an element.
        public var strings: Strings

        /// What an element without content, or an attribute without a value, is to an optional.
        public var emptyElements: EmptyElements

        /// What an array or a set is if there is nothing with its name.
        public var absentArrays: AbsentArrays

        /// How infinities and not-a-number are written.
        public var nonFiniteFloats: NonFiniteFloats

        /// How dates and bytes are written.
        public var scalars: ScalarStrategies

        /// Creates the default options: namespaces are ignored, text is trimmed, values are written as XML Schema has them.
        public init() {
            keys = .useDefaultKeys
            names = .local
            namespaces = [:]
            rootName = nil
            strings = .trimmed
            emptyElements = .value
            absentArrays = .empty
            nonFiniteFloats = .schema
            scalars = ScalarStrategies(dates: .iso8601, data: .mimeBase64)
        }
    }
}
