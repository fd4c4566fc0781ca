/// Hears how far a transfer is, on the queue on which URLSession reports.
public typealias ProgressHandler = @Sendable (TransferProgress) -> Void
