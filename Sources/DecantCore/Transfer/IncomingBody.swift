/// A body that is being received, in one piece of memory, up to the limits that apply to it.
///
/// The content codings that a client has left are undone while the bytes come, once the first of them show that this is the
/// case; if that depends on the length of the whole body, they are undone at its end.
package struct IncomingBody {
    /// A body that has come, complete or not.
    package struct Received: Sendable {
        /// The bytes; those that came out of the codings that were undone.
        package let body: ResponseBody

        /// The decoded body, if the content codings were undone while the bytes arrived.
        let undone: UndoneBody?

        /// Takes a body; by default, nothing has come of it.
        package init(_ body: ResponseBody = ResponseBody()) {
            (self.body, undone) = (body, nil)
        }

        /// Takes a body whose content codings were undone.
        fileprivate init(_ undone: UndoneBody) {
            (body, self.undone) = (undone.body, undone)
        }
    }

    /// The number of bytes after which it is decided about codings.
    private static let decisiveCount = 64

    private let context: ResponseContext
    private let limits: Limits
    private let isCoded: Bool
    private var isDecided: Bool
    private var collector: ResponseBodyCollector
    private var codings: IncomingCodings?

    /// The number of bytes that came, and the number that the head announces.
    package private(set) var progress: TransferProgress

    /// Creates a body of which nothing has come.
    ///
    /// - Parameters:
    ///   - context: The head, and whether the client undoes content codings.
    ///   - limits: The limits, of which those of the body's bytes and its codings count.
    package init(_ context: ResponseContext, limits: Limits) {
        let isCoded = context.codingState != .undone && !context.contentEncodings.isEmpty
        var length: Int?
        // With a coding that the client undoes, it is that of other bytes.
        if isCoded || context.contentEncodings.isEmpty, case .bytes(let count) = context.announcedLength {
            length = count
        }
        (self.context, self.limits, self.isCoded) = (context, limits, isCoded)
        isDecided = !isCoded
        progress = TransferProgress(receivedBytes: 0, expectedBytes: length)
        var limits = limits
        // Whether these bytes are coded ones, they are to show.
        if isCoded { limits.bodyBytes = max(limits.codedBytes, limits.bodyBytes) }
        collector = ResponseBodyCollector(limits: limits, expectedCount: isCoded ? nil : length)
    }

    /// Whether no more bytes are needed, since the codings of those before cannot be undone.
    package var isFailed: Bool { codings?.failure != nil }

    /// Adds bytes.
    ///
    /// - Throws: `ResponseError` once a limit is exceeded; the bytes are then not added.
    package mutating func append(_ bytes: Span<UInt8>) throws(ResponseError) {
        progress.receivedBytes += bytes.count
        if let codings { return codings.append(bytes) }
        if isCoded, bytes.count > max(limits.codedBytes, limits.bodyBytes) - collector.count {
            let message = "the encoded body has more than \(limits.codedBytes.counted("byte"))"
            throw .exceeded(.codedBytes, limits, message)
        }
        try collector.append(bytes)
        if !isDecided, collector.count >= Self.decisiveCount { decide() }
    }

    private mutating func decide() {
        isDecided = true
        let first = collector.finish()
        codings = IncomingCodings(context, startingWith: first, limits: limits)
        if codings == nil { try? collector.append(piece: first) }
    }

    /// Ends the body: its memory is not copied, and nothing is left.
    ///
    /// - Parameter isComplete: Whether all of it has come.
    /// - Returns: The bytes that came.
    package mutating func finish(isComplete: Bool) -> Received {
        if !isDecided, collector.count > 0 { decide() }
        guard let codings else { return Received(collector.finish()) }
        return Received(codings.finish(isComplete: isComplete))
    }
}

extension IncomingBody {
    /// The next step of a client after a piece.
    package enum Step {
        /// It asks for the next one.
        case next

        /// It asks for no more: the body is complete, or is not for this reason.
        case end(TransferFailure?)
    }

    /// Takes the next piece.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - handler: Called with the progress.
    /// - Returns: Whether another one is wanted.
    package mutating func take(_ bytes: Span<UInt8>, _ handler: ProgressHandler?) -> Step {
        do throws(ResponseError) {
            try append(bytes)
        } catch {
            return .end(.refused(error))
        }
        handler?(progress)
        if isFailed { return .end(nil) }
        return Task.isCancelled ? .end(.cancelled(nil)) : .next
    }

    /// Receives all pieces, one after the other.
    ///
    /// - Parameters:
    ///   - pieces: The pieces, in order.
    ///   - handler: Called with the progress after each piece.
    ///   - classify: Makes a failure of an error that the sequence throws.
    /// - Returns: The reason why the body is not complete, if it is not.
    package mutating func receive<Pieces: AsyncSequence>(
        _ pieces: Pieces,
        progress handler: ProgressHandler?,
        _ classify: (any Error) -> TransferFailure
    ) async -> TransferFailure? where Pieces.Element: BodyPiece {
        guard !Task.isCancelled else { return .cancelled(nil) }
        do {
            for try await piece in pieces {
                if case .end(let failure) = piece.withBytes({ take($0, handler) }) { return failure }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : classify(error)
        }
        // Many sequences end when their task is cancelled.
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}
