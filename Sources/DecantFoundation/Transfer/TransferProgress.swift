/// How far the transfer of a body has come.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes that have come, after any content coding was removed.
    public var receivedBytes: Int

    /// The bytes that the head announces; nil if it announces none, or if they are counted in a content coding.
    public var expectedBytes: Int?

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - receivedBytes: The bytes that have come.
    ///   - expectedBytes: The bytes that the head announces, if it does.
    public init(receivedBytes: Int, expectedBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.expectedBytes = expectedBytes
    }

    /// The part that has come, from 0 to 1; nil if the length is not known.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(Double(receivedBytes) / Double(expectedBytes), 1)
    }
}
