/// A content coding (RFC 9110 §8.4.1), identified by its registered name.
///
/// Any name is allowed. Use ``isBuiltIn`` to determine whether this build can decode a coding.
public struct ContentCoding: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in lowercase, as in `Content-Encoding`.
    public let rawValue: String

    /// Creates a content coding from its name.
    ///
    /// - Parameter rawValue: The name in lowercase. Use ``init(named:)`` for names in any case and `x-gzip`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a content coding from its name, ignoring case; `x-gzip` is ``gzip`` (RFC 9110 §8.4.1.3).
    ///
    /// - Parameter name: The name from a `Content-Encoding` field.
    public init(named name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }
}

extension ContentCoding {
    /// The gzip format (RFC 1952), also named `x-gzip`.
    public static let gzip = Self(rawValue: "gzip")

    /// The zlib format (RFC 1950); many servers send raw deflate data (RFC 1951) under this name.
    public static let deflate = Self(rawValue: "deflate")

    /// Brotli (RFC 7932); requires the trait `Brotli`.
    public static let brotli = Self(rawValue: "br")

    /// Zstandard (RFC 8878, RFC 9659); requires the trait `Zstd`.
    public static let zstd = Self(rawValue: "zstd")

    /// The codings that a build can include.
    package static let all: [ContentCoding] = [.gzip, .deflate, .brotli, .zstd]

    /// Whether this build can decode the coding.
    public var isBuiltIn: Bool {
        switch self {
        case .gzip, .deflate: return true
        case .brotli:
            #if DECANT_Brotli
            return true
            #else
            return false
            #endif
        case .zstd:
            #if DECANT_Zstd
            return true
            #else
            return false
            #endif
        default: return false
        }
    }

    /// The value of an `Accept-Encoding` field (RFC 9110 §12.5.3) that names the codings of this build.
    ///
    /// Set it for clients that do not decode content codings. URLSession sets a built-in value.
    public static var acceptValue: String { builtInNames }

    private static let builtInNames = all.filter(\.isBuiltIn).map(\.rawValue).joined(separator: ", ")

    /// The trait that enables the coding, or nil if no trait does on this system.
    var trait: String? {
        #if canImport(Darwin)
        nil
        #else
        switch self {
        case .brotli: "Brotli"
        case .zstd: "Zstd"
        default: nil
        }
        #endif
    }
}

/// A body before content decoding.
struct CodedBody: Sendable {
    /// The codings, in the order they were applied.
    let codings: [ContentCoding]

    /// The bytes as received; in an error, a prefix of at most ``Limits/errorBodyBytes``.
    var body: ResponseBytes

    /// The number of bytes of the complete encoded body.
    let count: Int

    /// The offset in the encoded body where decoding stopped, if the outermost coding failed.
    var offset: Int?
}
