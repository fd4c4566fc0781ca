/// A reason for a failed transfer, in the same words for all clients.
///
/// The adapters use them in the messages of the code ``ResponseError/Code/transportFailed``. A sequence of chunks may throw
/// one, so that ``ResponseSerializer/value(of:for:progress:)`` reports the same.
public struct TransferFault: RawRepresentable, Error, Sendable, Hashable {
    /// The stable word for the reason.
    public let rawValue: String

    /// Creates a reason from its word; an adapter of your own may use a word of its own.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension TransferFault {
    /// The head or the next bytes did not come in time.
    public static let timedOut = Self(rawValue: "timedOut")

    /// The name of the host has no address.
    public static let hostNotFound = Self(rawValue: "hostNotFound")

    /// The host, or the way to it, refuses connections.
    public static let noConnection = Self(rawValue: "noConnection")

    /// The connection ended before the response did.
    public static let connectionLost = Self(rawValue: "connectionLost")

    /// The machine is not connected.
    public static let noNetwork = Self(rawValue: "noNetwork")

    /// Redirections led on for too long, or in a circle.
    public static let tooManyRedirections = Self(rawValue: "tooManyRedirections")

    /// No agreement on a secure connection was reached.
    public static let insecure = Self(rawValue: "insecure")

    /// The certificate of the host, or its name, is not to be trusted.
    public static let untrusted = Self(rawValue: "untrusted")

    /// The client does not support the scheme of the URL, such as `ftp`.
    public static let unsupportedScheme = Self(rawValue: "unsupportedScheme")

    /// The received bytes are not a head of HTTP (RFC 9112 §2.2).
    public static let malformedHead = Self(rawValue: "malformedHead")

    /// The head has more fields or longer ones than the client allows, or so have the trailers.
    public static let oversizedFields = Self(rawValue: "oversizedFields")

    /// The sizes of the chunks cannot be read (RFC 9112 §7.1).
    public static let malformedFraming = Self(rawValue: "malformedFraming")
}

extension TransferFault: CustomStringConvertible {
    /// The sentence for a person, as in the message of an error; the word if there is none.
    public var description: String { Self.sentences[self] ?? rawValue }

    /// The reasons that have a name.
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
    ]
}
