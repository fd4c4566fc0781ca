/// The limits on the size of a response and its parts, beyond which it is refused.
///
/// Every limit counts what was really received or produced, never what a head claims, and the error that refuses a
/// response names the limit and its value. The defaults are on in every serializer; ``unlimited`` has to be asked for by
/// name. A negative limit counts as 0, whether it is set or restored.
public struct Limits: Sendable, Hashable, Codable {
    /// Bytes of a body, counted after its content codings are undone: 64 MiB.
    ///
    /// A decoded value can take ten times as much memory as its text.
    public var bodyBytes = 64 << 20 { didSet { bodyBytes = max(0, bodyBytes) } }

    /// Bytes of a body that is still in its content codings, and of the output between two of them: 64 MiB.
    ///
    /// ``bodyBytes`` counts what comes out of the last. A whole body has no limit on the ratio: valid ones exceed 25.
    public var codedBytes = 64 << 20 { didSet { codedBytes = max(0, codedBytes) } }

    /// Decoded bytes of a stream that belong to no item, for each coded byte: 1,000.
    ///
    /// Whitespace, comments, and skipped fields and items count, and so does the output between two codings. The first MiB is
    /// free. Coded bytes in a row that decode to nothing are limited to 1,024 times this number, and so are chunks in a row
    /// without a byte. A stream without a content coding has no such ratio.
    public var codingRatio = 1000 { didSet { codingRatio = max(0, codingRatio) } }

    /// Content codings of one body: 5, as in curl.
    public var codingLayers = 5 { didSet { codingLayers = max(0, codingLayers) } }

    /// Bytes of the window of zstd data: 8 MiB, as in browsers (RFC 9659).
    ///
    /// brotli's windows are at most 16 MiB; larger ones, which its standard does not have, exceed this limit.
    public var codingWindow = 8 << 20 { didSet { codingWindow = max(0, codingWindow) } }

    /// Bytes of the whole head of a saved response: 256 KiB.
    ///
    /// curl stops at 300 KB.
    public var headBytes = 256 << 10 { didSet { headBytes = max(0, headBytes) } }

    /// Bytes of one field line in a head: 64 KiB.
    ///
    /// curl stops at 100 KB, SwiftNIO at 80 KiB.
    public var fieldBytes = 64 << 10 { didSet { fieldBytes = max(0, fieldBytes) } }

    /// Field lines in a head: 1,000.
    ///
    /// curl stops at 5,000.
    public var fieldCount = 1000 { didSet { fieldCount = max(0, fieldCount) } }

    /// Interim (1xx) and intermediate heads before the final one of a saved response: 16.
    public var interimHeads = 16 { didSet { interimHeads = max(0, interimHeads) } }

    /// Arrays and objects inside each other in JSON: 512, as in Foundation.
    ///
    /// serde_json has 128, simdjson 1,024. Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, as threads
    /// other than the main one have on Apple's systems, and 1 MiB in a debug build.
    public var jsonDepth = 512 { didSet { jsonDepth = max(0, jsonDepth) } }

    /// Bytes of one number in JSON: 16 KiB.
    ///
    /// Real test suites hold valid numbers of more than 11,000 digits.
    public var jsonNumberBytes = 16 << 10 { didSet { jsonNumberBytes = max(0, jsonNumberBytes) } }

    /// Arrays, sets and dictionaries inside each other in a property list: 512, as in CoreFoundation.
    ///
    /// Decoding a recursive `Decodable` type of this depth needs a stack of 512 kB, and 1 MiB in a debug build.
    public var propertyListDepth = 512 { didSet { propertyListDepth = max(0, propertyListDepth) } }

    /// References in a binary property list beyond those that its bytes can hold and eight for each object: 10,000.
    ///
    /// Objects may be shared, so that a list of 150 bytes can represent ten thousand million values.
    public var propertyListReferences = 10_000 { didSet { propertyListReferences = max(0, propertyListReferences) } }

    /// Values and keys in one document, in XML nodes and attributes: 10 million, each of which costs 8 to 32 bytes.
    public var nodes = 10_000_000 { didSet { nodes = max(0, nodes) } }

    /// Pixels of one picture: 64 Mi, which are 256 MiB of 8-bit RGBA.
    ///
    /// Pillow warns at 89 million, sharp stops at 268 million.
    public var pixels = 64 << 20 { didSet { pixels = max(0, pixels) } }

    /// Pixels on one side of a picture: 65,535.
    public var imageSide = 65_535 { didSet { imageSide = max(0, imageSide) } }

    /// Frames of a picture: 10,000.
    public var frames = 10_000 { didSet { frames = max(0, frames) } }

    /// Pixels of all frames that are decoded at once: 64 Mi.
    public var framePixels = 64 << 20 { didSet { framePixels = max(0, framePixels) } }

    /// Pieces of metadata that are read in a picture: 1,000; the others are skipped.
    ///
    /// libpng has the same limit.
    public var metadataChunks = 1000 { didSet { metadataChunks = max(0, metadataChunks) } }

    /// Bytes of one piece of metadata, such as a colour profile: 1 MiB; a larger one is skipped.
    public var metadataBytes = 1 << 20 { didSet { metadataBytes = max(0, metadataBytes) } }

    /// Pictures in one icon file: 256.
    public var iconEntries = 256 { didSet { iconEntries = max(0, iconEntries) } }

    /// Pixels of all scans of a JPEG together: 1 Gi, which are 89 scans of 12 million pixels.
    ///
    /// A scan of a few bytes refines a whole picture, so that 5,000 of them fit into 180 kB; usual ones have ten. One of a
    /// small picture counts for 4,096 pixels.
    public var scanPixels = 1 << 30 { didSet { scanPixels = max(0, scanPixels) } }

    /// Elements inside each other in XML: 256, as in libxml2.
    public var xmlDepth = 256 { didSet { xmlDepth = max(0, xmlDepth) } }

    /// Attributes of one element in XML, with those that the document type adds: 10,000, as in Java.
    public var xmlAttributes = 10_000 { didSet { xmlAttributes = max(0, xmlAttributes) } }

    /// Bytes of one name in XML: 50,000, as in libxml2.
    public var xmlNameBytes = 50_000 { didSet { xmlNameBytes = max(0, xmlNameBytes) } }

    /// Bytes of one piece of text in XML, or of one attribute's value, comment or instruction: 10 MB, as in libxml2.
    public var xmlTextBytes = 10_000_000 { didSet { xmlTextBytes = max(0, xmlTextBytes) } }

    /// Entities inside each other in XML: 10.
    ///
    /// libxml2 allows 20.
    public var xmlEntityDepth = 10 { didSet { xmlEntityDepth = max(0, xmlEntityDepth) } }

    /// Bytes that the entities of one XML document bring in: 1 MB, where each reference counts for 20 bytes more.
    public var xmlEntityBytes = 1_000_000 { didSet { xmlEntityBytes = max(0, xmlEntityBytes) } }

    /// The limit on the ratio of bytes from entities to bytes read so far of an XML document: 5, as in libxml2.
    ///
    /// The first 64 KiB are free.
    public var xmlEntityRatio = 5 { didSet { xmlEntityRatio = max(0, xmlEntityRatio) } }

    /// Bytes of one item of a stream, such as an event, a line, a record or an element: 16 MiB, tested while it arrives.
    ///
    /// An item of a stream of XML is a tag, a text, a comment, or the document type declaration.
    /// Events of 1.5 MB are sent by real servers. A stream of items has no limit by itself; ``bodyBytes`` counts only what is
    /// around the elements of an array.
    public var itemBytes = 16 << 20 { didSet { itemBytes = max(0, itemBytes) } }

    /// Bytes that a client which cannot be slowed down may have received before they are read: 8 MiB.
    public var waitingBytes = 8 << 20 { didSet { waitingBytes = max(0, waitingBytes) } }

    /// Bytes of the body that an error keeps: 64 KiB.
    public var errorBodyBytes = 64 << 10 { didSet { errorBodyBytes = max(0, errorBodyBytes) } }

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
    /// Decodes limits; a negative one counts as 0, and a missing one has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: LimitKey.self)
        self.init()
        for name in Name.allCases {
            if let limit = try container.decodeIfPresent(Int.self, forKey: LimitKey(name)) { self[name] = limit }
        }
    }

    /// Encodes all limits by their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: LimitKey.self)
        for name in Name.allCases { try container.encode(self[name], forKey: LimitKey(name)) }
    }
}

/// The name of a limit as a key.
private struct LimitKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: Limits.Name) { stringValue = name.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Limits {
    /// The name of one limit, as errors report it and as the command takes it.
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        /// Names ``Limits/bodyBytes``.
        case bodyBytes

        /// Names ``Limits/codedBytes``.
        case codedBytes

        /// Names ``Limits/codingRatio``.
        case codingRatio

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
        case .codingRatio: \.codingRatio
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
