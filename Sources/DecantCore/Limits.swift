/// The limits on the size of a response and its parts, beyond which it is refused.
///
/// Every limit counts what was really received or produced, never what a head claims, and the error that refuses a
/// response names the limit and its value. The defaults are on in every serializer; ``unlimited`` has to be asked for by
/// name. A negative limit counts as 0, whether it is set or restored.
public struct Limits: Sendable, Hashable, Codable {
    /// Bytes of a body, counted after its content codings are undone: 64 MiB.
    ///
    /// A decoded value can take ten times as much memory as its text.
    @NonNegative public var bodyBytes = 64 << 20

    /// Bytes of a body that is still in its content codings, and of the output between two of them: 64 MiB.
    ///
    /// ``bodyBytes`` counts what comes out of the last. There is no limit on the ratio: honest answers exceed 25.
    @NonNegative public var codedBytes = 64 << 20

    /// Content codings of one body: 5, as in curl.
    @NonNegative public var codingLayers = 5

    /// Bytes of the window of zstd data: 8 MiB, as in browsers (RFC 9659).
    ///
    /// brotli's windows are at most 16 MiB; larger ones, which its standard does not have, exceed this limit.
    @NonNegative public var codingWindow = 8 << 20

    /// Bytes of the whole head of a saved response: 256 KiB.
    ///
    /// curl stops at 300 KB.
    @NonNegative public var headBytes = 256 << 10

    /// Bytes of one field line in a head: 64 KiB.
    ///
    /// curl stops at 100 KB, SwiftNIO at 80 KiB.
    @NonNegative public var fieldBytes = 64 << 10

    /// Field lines in a head: 1,000.
    ///
    /// curl stops at 5,000.
    @NonNegative public var fieldCount = 1000

    /// Interim (1xx) and intermediate heads before the final one of a saved response: 16.
    @NonNegative public var interimHeads = 16

    /// Arrays and objects inside each other in JSON: 512, as in Foundation.
    ///
    /// serde_json has 128, simdjson 1,024. Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, as threads
    /// other than the main one have on Apple's systems, and 1 MiB in a debug build.
    @NonNegative public var jsonDepth = 512

    /// Bytes of one number in JSON: 16 KiB.
    ///
    /// Real test suites hold valid numbers of more than 11,000 digits.
    @NonNegative public var jsonNumberBytes = 16 << 10

    /// Arrays, sets and dictionaries inside each other in a property list: 512, as in CoreFoundation.
    ///
    /// Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, and 1 MiB in a debug build.
    @NonNegative public var propertyListDepth = 512

    /// References in a binary property list beyond those that its bytes can hold and eight for each object: 10,000.
    ///
    /// Objects may be shared, so that a list of 150 bytes can represent ten thousand million values.
    @NonNegative public var propertyListReferences = 10_000

    /// Values and keys in one document, in XML nodes and attributes: 10 million, each of which costs 8 to 32 bytes.
    @NonNegative public var nodes = 10_000_000

    /// Pixels of one picture: 64 Mi, which are 256 MiB of 8-bit RGBA.
    ///
    /// Pillow warns at 89 million, sharp stops at 268 million.
    @NonNegative public var pixels = 64 << 20

    /// Pixels on one side of a picture: 65,535.
    @NonNegative public var imageSide = 65_535

    /// Frames of a picture: 10,000.
    @NonNegative public var frames = 10_000

    /// Pixels of all frames that are decoded at once: 64 Mi.
    @NonNegative public var framePixels = 64 << 20

    /// Pieces of metadata that are read in a picture: 1,000; the others are skipped.
    ///
    /// libpng has the same limit.
    @NonNegative public var metadataChunks = 1000

    /// Bytes of one piece of metadata, such as a colour profile: 1 MiB; a larger one is skipped.
    @NonNegative public var metadataBytes = 1 << 20

    /// Pictures in one icon file: 256.
    @NonNegative public var iconEntries = 256

    /// Pixels of all scans of a JPEG together: 1 Gi, which are 89 scans of 12 million pixels.
    ///
    /// A scan of a few bytes refines a whole picture, so that 5,000 of them fit into 180 kB; usual ones have ten. One of a
    /// small picture counts for 4,096 pixels.
    @NonNegative public var scanPixels = 1 << 30

    /// Elements inside each other in XML: 256, as in libxml2.
    @NonNegative public var xmlDepth = 256

    /// Attributes of one element in XML, with those that the document type adds: 10,000, as in Java.
    @NonNegative public var xmlAttributes = 10_000

    /// Bytes of one name in XML: 50,000, as in libxml2.
    @NonNegative public var xmlNameBytes = 50_000

    /// Bytes of one piece of text in XML, or of one attribute's value, comment or instruction: 10 MB, as in libxml2.
    @NonNegative public var xmlTextBytes = 10_000_000

    /// Entities inside each other in XML: 10.
    ///
    /// libxml2 allows 20.
    @NonNegative public var xmlEntityDepth = 10

    /// Bytes that the entities of one XML document bring in: 1 MB, where each reference counts for 20 bytes more.
    @NonNegative public var xmlEntityBytes = 1_000_000

    /// The limit on the ratio of bytes from entities to bytes read so far of an XML document: 5, as in libxml2.
    ///
    /// The first 64 KiB are free.
    @NonNegative public var xmlEntityRatio = 5

    /// Bytes of one item of a stream, such as an event, a line, a record or an element: 16 MiB, tested while it arrives.
    ///
    /// Events of 1.5 MB are sent by real servers. A stream of items has no limit by itself; ``bodyBytes`` counts only what is
    /// around the elements of an array.
    @NonNegative public var itemBytes = 16 << 20

    /// Bytes that a client which cannot be slowed down may have received before they are read: 8 MiB.
    @NonNegative public var waitingBytes = 8 << 20

    /// Bytes of the body that an error keeps: 64 KiB.
    @NonNegative public var errorBodyBytes = 64 << 10

    /// Creates the default limits.
    public init() {}

    /// No limit on anything; only for bodies whose origin is trusted.
    public static var unlimited: Limits {
        var limits = Limits()
        for name in Name.allCases { limits[name] = .max }
        return limits
    }
}

extension Limits {
    /// A number that is 0 where a negative one is set or decoded.
    @propertyWrapper public struct NonNegative: Sendable, Hashable, Codable {
        private var number: Int

        /// The number, at least 0.
        public var wrappedValue: Int {
            get { number }
            set { number = max(0, newValue) }
        }

        /// Creates a number.
        ///
        /// - Parameter wrappedValue: The number; a negative one counts as 0.
        public init(wrappedValue: Int) {
            number = max(0, wrappedValue)
        }

        /// Decodes a number; a negative one counts as 0.
        public init(from decoder: any Decoder) throws {
            self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
        }

        /// Encodes the number by itself.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }
}

extension Limits {
    /// The name of one limit, as errors report it and as the command takes it.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// Names ``Limits/bodyBytes``.
        case bodyBytes

        /// Names ``Limits/codedBytes``.
        case codedBytes

        /// Names ``Limits/codingLayers``.
        case codingLayers

        /// Names ``Limits/codingWindow``.
        case codingWindow

        /// Names ``Limits/headBytes``.
        case headBytes

        /// Names ``Limits/fieldBytes``.
        case fieldBytes

        /// Names ``Limits/fieldCount``.
        case fieldCount

        /// Names ``Limits/interimHeads``.
        case interimHeads

        /// Names ``Limits/jsonDepth``.
        case jsonDepth

        /// Names ``Limits/jsonNumberBytes``.
        case jsonNumberBytes

        /// Names ``Limits/propertyListDepth``.
        case propertyListDepth

        /// Names ``Limits/propertyListReferences``.
        case propertyListReferences

        /// Names ``Limits/nodes``.
        case nodes

        /// Names ``Limits/pixels``.
        case pixels

        /// Names ``Limits/imageSide``.
        case imageSide

        /// Names ``Limits/frames``.
        case frames

        /// Names ``Limits/framePixels``.
        case framePixels

        /// Names ``Limits/metadataChunks``.
        case metadataChunks

        /// Names ``Limits/metadataBytes``.
        case metadataBytes

        /// Names ``Limits/iconEntries``.
        case iconEntries

        /// Names ``Limits/scanPixels``.
        case scanPixels

        /// Names ``Limits/xmlDepth``.
        case xmlDepth

        /// Names ``Limits/xmlAttributes``.
        case xmlAttributes

        /// Names ``Limits/xmlNameBytes``.
        case xmlNameBytes

        /// Names ``Limits/xmlTextBytes``.
        case xmlTextBytes

        /// Names ``Limits/xmlEntityDepth``.
        case xmlEntityDepth

        /// Names ``Limits/xmlEntityBytes``.
        case xmlEntityBytes

        /// Names ``Limits/xmlEntityRatio``.
        case xmlEntityRatio

        /// Names ``Limits/itemBytes``.
        case itemBytes

        /// Names ``Limits/waitingBytes``.
        case waitingBytes

        /// Names ``Limits/errorBodyBytes``.
        case errorBodyBytes
    }

    /// The hint for an error: how a limit is raised.
    ///
    /// The command has a hint of its own.
    static func remedy(for name: Name) -> String {
        "raise the limit with .limits { $0.\(name.rawValue) = … }"
    }

    /// The value of the limit with a name.
    ///
    /// - Parameter name: The name of the limit.
    public subscript(name: Name) -> Int {
        get { self[keyPath: Self.keyPath(name)] }
        set { self[keyPath: Self.keyPath(name)] = newValue }
    }

    private static func keyPath(_ name: Name) -> WritableKeyPath<Limits, Int> {
        switch name {
        case .bodyBytes: \.bodyBytes
        case .codedBytes: \.codedBytes
        case .codingLayers: \.codingLayers
        case .codingWindow: \.codingWindow
        case .headBytes: \.headBytes
        case .fieldBytes: \.fieldBytes
        case .fieldCount: \.fieldCount
        case .interimHeads: \.interimHeads
        case .jsonDepth: \.jsonDepth
        case .jsonNumberBytes: \.jsonNumberBytes
        case .propertyListDepth: \.propertyListDepth
        case .propertyListReferences: \.propertyListReferences
        case .nodes: \.nodes
        case .pixels: \.pixels
        case .imageSide: \.imageSide
        case .frames: \.frames
        case .framePixels: \.framePixels
        case .metadataChunks: \.metadataChunks
        case .metadataBytes: \.metadataBytes
        case .iconEntries: \.iconEntries
        case .scanPixels: \.scanPixels
        case .xmlDepth: \.xmlDepth
        case .xmlAttributes: \.xmlAttributes
        case .xmlNameBytes: \.xmlNameBytes
        case .xmlTextBytes: \.xmlTextBytes
        case .xmlEntityDepth: \.xmlEntityDepth
        case .xmlEntityBytes: \.xmlEntityBytes
        case .xmlEntityRatio: \.xmlEntityRatio
        case .itemBytes: \.itemBytes
        case .waitingBytes: \.waitingBytes
        case .errorBodyBytes: \.errorBodyBytes
        }
    }
}
