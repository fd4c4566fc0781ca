/// A closure that receives the progress of a transfer, one call at a time, and not on the caller's actor.
///
/// Progress made during a call is combined: the next call receives the latest progress, and earlier values are skipped.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void

/// The progress of the transfer of a body.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes received, after any content decoding by the client.
    public var receivedBytes: Int

    /// The number of bytes that the head announces, or nil if unknown, or if the client decodes the announced bytes.
    public var expectedBytes: Int?

    /// Creates a progress value.
    ///
    /// - Parameters:
    ///   - receivedBytes: The number of bytes received.
    ///   - expectedBytes: The number of bytes that the head announces, or nil if unknown.
    public init(receivedBytes: Int, expectedBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.expectedBytes = expectedBytes
    }

    /// The received fraction of the body, from 0 to 1, or nil if the length is unknown.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(Double(receivedBytes) / Double(expectedBytes), 1)
    }
}
