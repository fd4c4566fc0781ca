#if DecantAsyncHTTPClient
import AsyncHTTPClient
import Decant
import DecantNIO
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One request of AsyncHTTPClient, from its start to the last piece of the body.
struct ClientTransfer: Sendable {
    /// The parts received when a transfer has ended, complete or not.
    struct Outcome: Sendable {
        /// The head, if it was received, and the request.
        var context: ResponseContext

        /// The findings about parts of the head that could not be copied unchanged.
        var findings: [Finding] = []

        /// The received bytes.
        var received = IncomingBody.Received()

        /// The reason why the transfer is not complete, if it is not.
        var failure: TransferFailure?
    }

    let client: HTTPClient
    let request: HTTPClientRequest
    let limits: Limits
    let deadline: NIODeadline
    let progress: ProgressHandler?

    /// Runs the transfer until its end, its deadline or its cancellation.
    func outcome() async -> Outcome {
        guard !Task.isCancelled else { return Outcome(context: known, failure: .cancelled(nil)) }
        // The client's own deadline is that of the head.
        return deadline == .distantFuture ? await run() : await runUntilDeadline()
    }

    /// The request, before there is a head.
    private var known: ResponseContext { ResponseContext(mediaType: nil, method: method, url: request.url) }

    private var method: HTTPRequest.Method? { HTTPRequest.Method(rawValue: request.method.rawValue) }

    /// Runs the transfer and, beside it, a task that ends at the deadline; the first to end cancels the other.
    private func runUntilDeadline() async -> Outcome {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await run() }
            group.addTask {
                try? await Task.sleep(for: .nanoseconds((deadline - .now()).nanoseconds))
                return nil
            }
            let first = await group.next().flatMap(\.self)
            let isLate = first == nil && !Task.isCancelled
            group.cancelAll()
            var outcome = first
            for await other in group { outcome = outcome ?? other }
            guard var outcome else { return Outcome(context: known, failure: .cancelled(nil)) }
            if isLate, case .cancelled(let cause)? = outcome.failure { outcome.failure = .transport(cause, .timedOut) }
            return outcome
        }
    }

    private func run() async -> Outcome {
        do {
            let response = try await client.execute(request, deadline: deadline)
            let head = try NIOReceivedHead(status: response.status, headers: response.headers).head
            var outcome = Outcome(
                context: ResponseContext(head, method: method, url: request.url),
                findings: head.findings
            )
            var body = IncomingBody(outcome.context, limits: limits)
            outcome.failure = await receive(response.body, into: &body)
            outcome.received = body.finish(isComplete: outcome.failure == nil)
            return outcome
        } catch {
            return Outcome(
                context: known,
                failure: Task.isCancelled ? .cancelled(error) : TransferFailure(client: error)
            )
        }
    }

    /// Receives all pieces, as the generic entry does, whose calls would take longer than all else that is done for a short body.
    private func receive(_ pieces: HTTPClientResponse.Body, into body: inout IncomingBody) async -> TransferFailure? {
        do {
            for try await piece in pieces {
                if case .end(let failure) = body.take(piece.readableBytesUInt8Span, progress) { return failure }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : TransferFailure(client: error)
        }
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}
#endif
