/// When the body of a response with a bad status is decoded.
public enum ErrorBodyPolicy: String, Sendable, Hashable, Codable {
    /// Never: only its bytes are kept.
    case never

    /// If its media type is one that the decoder of error bodies accepts.
    case ifAcceptable

    /// Whatever its media type is.
    case always
}
