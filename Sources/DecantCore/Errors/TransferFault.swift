/// The reason for a failed transfer, independent of the client.
///
/// The adapters use it in the messages of errors with the code ``ResponseError/Code/transportFailed``. A custom
/// sequence of chunks may throw it, so ``ResponseSerializer/value(of:for:progress:)`` reports the same error.
public struct TransferFault: RawRepresentable, Error, Sendable, Hashable {
    /// The stable identifier of the reason.
    public let rawValue: String

    /// Creates a reason from its identifier; custom adapters may define their own reasons.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension TransferFault {
    /// The head or the next bytes did not arrive in time.
    public static let timedOut = Self(rawValue: "timedOut")

    /// The host name could not be resolved.
    public static let hostNotFound = Self(rawValue: "hostNotFound")

    /// The host or the network refused the connection.
    public static let noConnection = Self(rawValue: "noConnection")

    /// The connection was closed before the end of the response.
    public static let connectionLost = Self(rawValue: "connectionLost")

    /// The machine has no network connection.
    public static let noNetwork = Self(rawValue: "noNetwork")

    /// There were too many redirects, or they formed a cycle.
    public static let tooManyRedirections = Self(rawValue: "tooManyRedirections")

    /// A secure connection could not be negotiated.
    public static let insecure = Self(rawValue: "insecure")

    /// The certificate of the host is not trusted, or does not match its name.
    public static let untrusted = Self(rawValue: "untrusted")

    /// The client does not support the scheme of the URL, such as `ftp`.
    public static let unsupportedScheme = Self(rawValue: "unsupportedScheme")

    /// The received bytes are not an HTTP head (RFC 9112 §2.2).
    public static let malformedHead = Self(rawValue: "malformedHead")

    /// The head or the trailers have more or longer fields than the client allows.
    public static let oversizedFields = Self(rawValue: "oversizedFields")

    /// The chunk sizes are malformed (RFC 9112 §7.1).
    public static let malformedFraming = Self(rawValue: "malformedFraming")

    /// The client decodes content codings itself, and the body is not in the coding that the head names, or the client
    /// does not know the coding (RFC 9110 §8.4).
    public static let malformedCoding = Self(rawValue: "malformedCoding")
}

extension TransferFault: CustomStringConvertible {
    /// A description of the reason, as in the message of an error; the identifier if the reason is a custom one.
    public var description: String { Self.sentences[self] ?? rawValue }

    /// The predefined reasons.
    package static var all: [TransferFault] { Array(sentences.keys) }

    private static let sentences: [TransferFault: String] = [
        .timedOut: "the request timed out",
        .hostNotFound: "the host was not found",
        .noConnection: "could not connect to the host",
        .connectionLost: "the connection was lost",
        .noNetwork: "the network is not available",
        .tooManyRedirections: "too many redirects",
        .insecure: "could not make a secure connection to the host",
        .untrusted: "the certificate of the host is not trusted",
        .unsupportedScheme: "the scheme of the URL is not supported",
        .malformedHead: "the head of the response is malformed",
        .oversizedFields: "the response has too many fields or too long ones",
        .malformedFraming: "the chunked coding of the body is malformed",
        .malformedCoding: "the client could not decode the content coding of the body",
    ]
}
