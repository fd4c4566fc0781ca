/// Gathers the chunks of a body as they arrive, up to a limit, into one ``ResponseBody`` with no copy at the end.
public struct ResponseBodyCollector: Sendable {
    /// How much a length that the server only claims may reserve before any byte has come.
    private static let trustedReservation = 1 << 20

    private var bytes: [UInt8] = []
    private let limit: Int

    /// Creates an empty collector.
    ///
    /// - Parameters:
    ///   - limits: The limits of which ``Limits/bodyBytes`` is enforced.
    ///   - expectedCount: The length the head announces, if it does; a hint that is never trusted beyond 1 MiB.
    public init(limits: Limits = Limits(), expectedCount: Int? = nil) {
        limit = limits.bodyBytes
        guard let expectedCount, expectedCount > 0 else { return }
        bytes.reserveCapacity(min(expectedCount, limit, Self.trustedReservation) + ResponseBody.slack)
    }

    /// The number of bytes gathered so far.
    public var count: Int { bytes.count }

    /// Adds a chunk.
    ///
    /// - Parameter chunk: The bytes that follow those already gathered.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` once the body is too large; the
    ///   chunk is then not added.
    public mutating func append(_ chunk: some Collection<UInt8>) throws(ResponseError) {
        guard chunk.count <= limit - bytes.count else {
            throw ResponseError(
                .limitExceeded,
                "the body has more than \(limit) bytes",
                offset: limit,
                limit: .bodyBytes
            )
        }
        bytes.append(contentsOf: chunk)
    }

    /// Ends the collection.
    ///
    /// - Returns: The body of all chunks in order.
    public consuming func finish() -> ResponseBody {
        ResponseBody(bytes)
    }
}
