/// Called with the progress of a transfer: one call at a time, and not on the caller's actor.
///
/// A call that is made while another one runs has the latest progress; those in between are skipped.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void

/// The progress of the transfer of a body.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes received, after the content codings that the client removes.
    public var receivedBytes: Int

    /// The number of bytes that the head announces; nil if it announces none, or if they are counted in a content coding.
    public var expectedBytes: Int?

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - receivedBytes: The number of bytes received.
    ///   - expectedBytes: The number of bytes that the head announces, if it does.
    public init(receivedBytes: Int, expectedBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.expectedBytes = expectedBytes
    }

    /// The part that was received, from 0 to 1; nil if the length is not known.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(Double(receivedBytes) / Double(expectedBytes), 1)
    }
}
