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

        /// Creates the default options: binary lists and those in XML, strictly.
        public init() {}

        /// Encodes the options; equal options are encoded alike, with the formats in alphabetical order.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: The error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(formats.sorted { $0.rawValue < $1.rawValue }, forKey: .formats)
            try container.encode(rejectsDuplicateKeys, forKey: .rejectsDuplicateKeys)
            try container.encode(quirks, forKey: .quirks)
            try container.encode(text, forKey: .text)
            try container.encode(decoding, forKey: .decoding)
        }

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
        public let rawValue: UInt8

        /// Creates a set of quirks from bits.
        ///
        /// - Parameter rawValue: The quirks as bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// GNUstep's values with types in the text format: `<*I1>`, `<*R1.5>`, `<*BY>`, `<*D2001-01-01 00:00:00 +0000>`, and data in
        /// base64, `<[AAEC]>`.
        ///
        /// GNUstep writes them; OpenStep's text has strings, data, arrays and dictionaries only.
        public static let gnustepValues = Quirks(rawValue: 1 << 0)
    }
}
