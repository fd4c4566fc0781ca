/// A content coding (RFC 9110 §8.4.1), by its registered name.
///
/// Any name can be one. Those that this build can decode are ``isBuiltIn``.
public struct ContentCoding: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in lowercase, as in `Content-Encoding`.
    public let rawValue: String

    /// Creates the coding of a name.
    ///
    /// - Parameter rawValue: The name in lowercase; ``init(named:)`` accepts any letter case and `x-gzip`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the coding of a name, without regard to letter case; `x-gzip` is ``gzip`` (RFC 9110 §8.4.1.3).
    ///
    /// - Parameter name: The name as it is in `Content-Encoding`.
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

    /// Brotli (RFC 7932); needs the trait `Brotli`.
    public static let brotli = Self(rawValue: "br")

    /// Zstandard (RFC 8878, RFC 9659); needs the trait `Zstd`.
    public static let zstd = Self(rawValue: "zstd")

    /// The codings that a build can have.
    package static let all: [ContentCoding] = [.gzip, .deflate, .brotli, .zstd]

    /// Whether this build can decode the coding.
    public var isBuiltIn: Bool {
        switch self {
        case .gzip, .deflate: return true
        case .brotli:
            #if Brotli
            return true
            #else
            return false
            #endif
        case .zstd:
            #if Zstd
            return true
            #else
            return false
            #endif
        default: return false
        }
    }

    /// The value of an `Accept-Encoding` field (RFC 9110 §12.5.3) that names the codings of this build.
    ///
    /// Only a client that leaves codings in place needs it; URLSession has a value of its own.
    public static var acceptValue: String { builtInNames }

    private static let builtInNames = all.filter(\.isBuiltIn).map(\.rawValue).joined(separator: ", ")

    /// The trait that builds the coding in; nil if no trait does.
    var trait: String? {
        switch self {
        case .brotli: "Brotli"
        case .zstd: "Zstd"
        default: nil
        }
    }
}

/// The state of a body's content codings: still present, or already decoded by the client.
public enum CodingState: Sendable, Hashable {
    /// The client has undone them, as URLSession does, although the head still names them.
    case decoded

    /// The body is as it was received, as from a socket.
    case asReceived

    /// Not known, as with saved responses; the first bytes, the length and the media type decide.
    case byEvidence
}

/// A body before its content codings were undone.
public struct CodedBody: Sendable, Hashable {
    /// The codings, in the order in which they were applied.
    public let codings: [ContentCoding]

    /// The bytes as received; in an error the beginning of them, capped at ``Limits/errorBodyBytes``.
    public internal(set) var body: ResponseBytes

    /// The number of bytes of the whole coded body.
    public let count: Int

    /// The offset in the coded body at which undoing stopped, if it failed in the outermost coding.
    public internal(set) var offset: Int?
}
