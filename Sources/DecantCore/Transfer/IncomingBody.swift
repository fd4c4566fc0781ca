internal import HTTPTypes

/// A body that is being received, in one piece of memory, up to the limits that apply to it.
package struct IncomingBody: Sendable {
    private let limits: Limits
    private let isCoded: Bool
    private var collector: ResponseBodyCollector

    /// The number of bytes that came, and the number that the head announces.
    package private(set) var progress: TransferProgress

    /// Creates a body of which nothing has come.
    ///
    /// - Parameters:
    ///   - context: The head, and whether the client undoes content codings.
    ///   - limits: The limits, of which those of the body's bytes and its coded bytes count.
    package init(_ context: ResponseContext, limits: Limits) {
        let fields = context.head?.headerFields ?? [:]
        isCoded = context.codingState != .undone && fields[.contentEncoding] != nil
        var length: Int?
        // With a coding that the client undoes, the length is that of other bytes.
        if isCoded || fields[.contentEncoding] == nil, fields[.transferEncoding] == nil,
            case .bytes(let count) = ContentLength(fieldValues: fields[values: .contentLength])
        {
            length = count
        }
        progress = TransferProgress(receivedBytes: 0, expectedBytes: length)
        self.limits = limits
        var limits = limits
        // Whether the codings will be undone, the bytes may decide.
        if isCoded { limits.bodyBytes = max(limits.codedBytes, limits.bodyBytes) }
        collector = ResponseBodyCollector(limits: limits, expectedCount: length)
    }

    /// Adds bytes.
    ///
    /// - Throws: `ResponseError` once a limit is exceeded; the bytes are then not added.
    package mutating func append(_ bytes: Span<UInt8>) throws(ResponseError) {
        if isCoded, bytes.count > max(limits.codedBytes, limits.bodyBytes) - collector.count {
            let message = "the coded body has more than \(limits.codedBytes) bytes"
            throw .exceeded(.codedBytes, limits, message)
        }
        try collector.append(bytes)
        progress.receivedBytes = collector.count
    }

    /// Ends the body: its memory is not copied, and nothing is left.
    package mutating func finish() -> ResponseBody {
        collector.finish()
    }
}

extension IncomingBody {
    /// Receives all pieces, one after the other.
    ///
    /// - Parameter classify: Makes a failure of an error that the sequence throws.
    /// - Returns: The reason why the body is not complete, if it is not.
    package mutating func receive<Pieces: AsyncSequence>(
        _ pieces: Pieces,
        progress handler: ProgressHandler?,
        _ classify: (any Error) -> TransferFailure
    ) async -> TransferFailure? where Pieces.Element: BodyPiece {
        guard !Task.isCancelled else { return .cancelled(nil) }
        do {
            for try await piece in pieces {
                do throws(ResponseError) {
                    try piece.withBytes { (bytes) throws(ResponseError) in try append(bytes) }
                } catch {
                    return .refused(error)
                }
                handler?(progress)
                if Task.isCancelled { return .cancelled(nil) }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : classify(error)
        }
        // Many sequences end when their task is cancelled.
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}
