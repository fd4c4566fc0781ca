extension Finding.Code {
    /// Heads before the last of a saved response were passed over.
    public static let skippedHeads: Self = "skippedHeads"

    /// The head of a saved response departs from RFC 9112, but its meaning is clear.
    public static let irregularHead: Self = "irregularHead"

    /// The body of a saved response was put together from its chunks.
    public static let chunkedBody: Self = "chunkedBody"

    /// The head names a transfer coding that is no longer, or not to be, taken off the body.
    public static let transferCoding: Self = "transferCoding"
}
