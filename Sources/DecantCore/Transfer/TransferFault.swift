/// A reason for which a client gives up, in words that are the same for all clients.
///
/// The adapters use them in the messages of the code ``ResponseError/Code/transportFailed``. A sequence of pieces may throw
/// one, so that ``ResponseSerializer/value(of:for:progress:)`` says the same.
public enum TransferFault: String, Error, Sendable, CaseIterable {
    /// The head or the next bytes did not come in time.
    case timedOut = "the request timed out"

    /// The name of the host has no address.
    case hostNotFound = "the host was not found"

    /// The host, or the way to it, refuses connections.
    case noConnection = "could not connect to the host"

    /// The connection ended before the response did.
    case connectionLost = "the connection was lost"

    /// The machine is not connected.
    case noNetwork = "the network is not available"

    /// Redirections led on for too long, or in a circle.
    case tooManyRedirections = "too many redirects"

    /// No agreement on a secure connection was reached.
    case insecure = "could not make a secure connection to the host"

    /// The certificate of the host, or its name, is not to be trusted.
    case untrusted = "the certificate of the host is not trusted"

    /// The bytes that came are not a head of HTTP (RFC 9112 §2.2).
    case malformedHead = "the head of the response is malformed"

    /// The sizes of the chunks cannot be read (RFC 9112 §7.1).
    case malformedFraming = "the chunked coding of the body is malformed"
}
