public import Decant
import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Fetches a response whose elements come as their bytes arrive.
    ///
    /// ```swift
    /// let events = try await session.stream(for: request, as: .serverSentEvents(.json(Delta.self)).until("[DONE]"))
    /// for try await event in events { print(event.data.text) }
    /// ```
    ///
    /// URLSession cannot be slowed down. What has come and was not read waits in memory, up to `Limits.waitingBytes`; beyond that the
    /// stream ends with the error `limitExceeded`. A server that sends faster than the program reads needs a client that waits for
    /// its reader, such as AsyncHTTPClient. Cancelling the task ends the
    /// transfer, and so does leaving the loop if the stream is not used afterward.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the stream.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError` if no head comes, or if it is refused; with a bad status, its body is decoded.
    public func stream<Format: StreamFormat & ~Copyable>(
        for request: URLRequest,
        as serializer: StreamSerializer<Format>
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        guard !Task.isCancelled else { throw ResponseError(.cancelled, "the task was cancelled") }
        let pieces = TransferPieces(transfer: pieces(of: request, limits: serializer.handling.limits))
        guard let response = await pieces.transfer.head() else {
            var iterator = pieces.makeAsyncIterator()
            do {
                _ = try await iterator.next()
            } catch let error as ResponseError where error.code != .transportFailed {
                throw error
            } catch {
                throw Self.error(error, request)
            }
            throw Self.error(URLError(.badServerResponse), request)
        }
        var incoming = IncomingResponse(limits: serializer.handling.limits)
        let failure = incoming.receive(response, to: request)
        let received = incoming.finish(failure, of: ResponseContext(request))
        if case .refused(let error)? = failure { throw error }
        return try await serializer.stream(of: pieces, for: received.context, noting: received.headFindings)
    }

    private static func error(_ error: any Error, _ request: URLRequest) -> ResponseError {
        var result: ResponseError
        if error is CancellationError || Task.isCancelled {
            result = ResponseError(.cancelled, "the task was cancelled", underlying: error)
        } else {
            let known = error as? ResponseError
            result = ResponseError(
                .transportFailed,
                "the transfer failed: \(known?.message ?? "\(error)".excerpt(200))",
                hint: known?.hint,
                underlying: known?.underlying ?? error
            )
        }
        result.details.context = ResponseContext(request)
        return result
    }
}
