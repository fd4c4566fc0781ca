package import DecantCore

/// A property list that was read and found valid: the body it stands in, and a flat list of where everything is.
///
/// Text and data stay in the body until they are asked for. The document keeps the body alive; look at what it says
/// through ``root``, or make `Decodable` types from it.
public struct PropertyListDocument: Sendable {
    /// Which of the formats the body is in.
    public let format: PropertyList.Format

    /// The body, or its text in UTF-8, in which the nodes' offsets count.
    package let body: ResponseBody

    /// The nodes, never empty; see `PropertyListNode`.
    package let words: [UInt64]

    /// What does not stand in the body as it is, with 16 zeros behind it.
    package let pool: [UInt8]

    /// What knows where the text came from, if it was transcoded.
    let transcoding: PropertyListTranscoding?

    init(
        format: PropertyList.Format,
        body: ResponseBody,
        words: [UInt64],
        pool: [UInt8] = emptyPool,
        transcoding: PropertyListTranscoding? = nil
    ) {
        self.format = format
        self.body = body
        self.words = words
        self.pool = pool
        self.transcoding = transcoding
    }

    /// One array for all documents that need no pool.
    static let emptyPool = [UInt8](repeating: 0, count: poolSlack)

    /// How many zeros stand behind a pool, so that a whole number can be read at any place in it.
    static let poolSlack = 16
}
