/// What a response says about the media type of its body.
///
/// Several field lines, and lists within one, are combined as Fetch §3.7 (“extract a MIME type”) does it.
public enum DeclaredMediaType: Sendable, Hashable {
    /// The bytes did not come by HTTP, and their type is not known.
    case undeclared

    /// The head has no media type.
    case missing

    /// The head has a media type that cannot be parsed.
    case malformed(String)

    /// The head has a media type.
    case declared(MediaType, findings: [Finding])

    /// The media type, if there is one that can be parsed.
    public var mediaType: MediaType? {
        guard case .declared(let mediaType, _) = self else { return nil }
        return mediaType
    }
}
