public import DecantCore

/// The options for splitting multipart bodies.
public struct MultipartOptions: StoredOptions, Sendable {
    /// The boundary, which overrides that of the media type.
    ///
    /// Some cameras and batch interfaces declare another boundary than they send, or none.
    public var boundary: String?

    /// Creates the default options.
    public init() {}

    /// Creates options.
    ///
    /// - Parameter boundary: The boundary, without the two hyphens before it; nil uses that of the media type.
    public init(boundary: String?) {
        self.boundary = boundary
    }

    /// The media types of multipart bodies: all of `multipart`.
    public static let mediaTypes: [MediaTypePattern] = ["multipart/*"]
}

extension MultipartOptions: StoredPart {
    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] { [.value("boundary", \.boundary)] }
}

/// The limits of multipart bodies.
extension Limits {
    /// The maximum number of parts of a multipart body: 10,000.
    ///
    /// It does not apply to `multipart/x-mixed-replace`, which is endless.
    public var parts: Int {
        get { self[.parts] }
        set { self[.parts] = newValue }
    }

    /// The maximum size of the head of a part in bytes: 16 KiB.
    public var partHeadBytes: Int {
        get { self[.partHeadBytes] }
        set { self[.partHeadBytes] = newValue }
    }

    /// The maximum nesting of multipart bodies: 4.
    public var partNesting: Int {
        get { self[.partNesting] }
        set { self[.partNesting] = newValue }
    }

    /// The maximum length of a boundary in bytes: 256.
    ///
    /// RFC 2046 §5.1.1 allows 70, but some clients and servers send more, with a finding.
    public var boundaryBytes: Int {
        get { self[.boundaryBytes] }
        set { self[.boundaryBytes] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.parts`.
    public static let parts = Limits.Name("parts", default: 10_000)

    /// The name of `Limits.partHeadBytes`.
    public static let partHeadBytes = Limits.Name("partHeadBytes", default: 16 << 10)

    /// The name of `Limits.partNesting`.
    public static let partNesting = Limits.Name("partNesting", default: 4)

    /// The name of `Limits.boundaryBytes`.
    public static let boundaryBytes = Limits.Name("boundaryBytes", default: 256)
}

extension Finding.Code {
    /// A multipart body deviates from RFC 2046, but its meaning is clear.
    public static let irregularMultipart: Self = "irregularMultipart"
}
