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

        /// The start of the transfer, if an observer wants its duration.
        var start: ContinuousClock.Instant?

        /// Decodes the received parts and keeps the value alone; throws an error for a transfer that is not complete.
        func value<Output>(by serializer: some ResponseSerializer<Output>) throws(ResponseError) -> Output {
            try serializer.noting(findings).transferredValue(of: received, failure, in: context)
        }

        /// Decodes the received parts; throws an error for a transfer that is not complete.
        func decoded<Output>(by serializer: some ResponseSerializer<Output>) throws(ResponseError) -> DecodedResponse<
            Output
        > {
            try serializer.noting(findings).decodedTransfer(of: received, failure, in: context, since: start)
        }
    }

    private let client: HTTPClient
    private let request: HTTPClientRequest
    private let limits: Limits
    private let deadline: TransferDeadline
    private let progress: ProgressHandler?
    private let start: ContinuousClock.Instant?

    /// A transfer of what a serializer accepts.
    init(
        of request: HTTPClientRequest,
        by client: HTTPClient,
        as serializer: some ResponseSerializer,
        _ deadline: TransferDeadline,
        _ progress: ProgressHandler?
    ) {
        self.request = request.accepting(serializer.acceptValue)
        (self.client, limits, self.deadline, self.progress) = (client, serializer.handling.limits, deadline, progress)
        start = serializer.handling.isObserved ? .now : nil
    }

    /// Runs the transfer until its end, its deadline or its cancellation.
    func outcome() async -> Outcome {
        var outcome = await transferred()
        outcome.start = start
        return outcome
    }

    private func transferred() async -> Outcome {
        guard !Task.isCancelled else { return Outcome(context: known, failure: .cancelled(nil)) }
        do {
            // Until the head has come, the client's own deadline applies, whose error has the cause.
            let response = try await client.execute(request, deadline: deadline.end)
            let received = try NIOReceivedHead(status: response.status, headers: response.headers)
            let context = ResponseContext(received.head, method: method, url: request.url)
            let body =
                deadline.isFinite ? await bodyUntilDeadline(of: response, context) : await body(of: response, context)
            return Outcome(
                context: context,
                findings: received.findings,
                received: body.received,
                failure: body.failure
            )
        } catch {
            return Outcome(
                context: known,
                failure: Task.isCancelled ? .cancelled(error) : failure(error, inBody: false)
            )
        }
    }

    /// The request, before there is a head.
    private var known: ResponseContext { ResponseContext(mediaType: nil, method: method, url: request.url) }

    private var method: HTTPRequest.Method? {
        // The text of any other is examined.
        switch request.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: HTTPRequest.Method(rawValue: request.method.rawValue)
        }
    }

    /// Classifies an error, with the time that passed if that is of interest.
    private func failure(_ error: any Error, inBody: Bool) -> TransferFailure {
        let failure = TransferFailure(client: error, inBody: inBody)
        guard case .transport(let cause, let reason, let hint) = failure else { return failure }
        if TransferFault(rawValue: reason) == .timedOut { return .transport(cause, reason: timedOut, hint: hint) }
        guard hint == nil, !inBody, failure.isOfConnecting, deadline.elapsed >= .seconds(1) else { return failure }
        let retries =
            "the client tried to connect for \(deadline.text); with `connectionPool.retryConnectionEstablishment = false`"
            + " it reports the first failure"
        return .transport(cause, reason: reason, hint: retries)
    }

    private var timedOut: String { "\(TransferFault.timedOut.rawValue) after \(deadline.text)" }
}

// MARK: - The body

extension ClientTransfer {
    private struct ReceivedBody: Sendable {
        var received: IncomingBody.Received
        var failure: TransferFailure?
    }

    private func body(of response: HTTPClientResponse, _ context: ResponseContext) async -> ReceivedBody {
        var body = IncomingBody(context, limits: limits)
        let failure = await receive(response.body, into: &body)
        return ReceivedBody(received: body.finish(isComplete: failure == nil), failure: failure)
    }

    /// Receives the body and, beside it, runs a task that ends at the deadline; the first to end cancels the other.
    private func bodyUntilDeadline(of response: HTTPClientResponse, _ context: ResponseContext) async -> ReceivedBody {
        await withTaskGroup(of: ReceivedBody?.self) { group in
            group.addTask { await body(of: response, context) }
            group.addTask {
                try? await Task.sleep(for: deadline.remaining)
                return nil
            }
            let first = await group.next().flatMap(\.self)
            let isLate = first == nil && !Task.isCancelled
            group.cancelAll()
            var result = first
            for await other in group { result = result ?? other }
            guard var result else { return ReceivedBody(received: IncomingBody.Received(), failure: .cancelled(nil)) }
            if isLate, case .cancelled(let cause)? = result.failure { result.failure = late(cause) }
            return result
        }
    }

    /// The failure at the deadline, which quotes the error that came at the same time if there is one.
    private func late(_ cause: (any Error)?) -> TransferFailure {
        guard let cause, case .transport(_, let reason, let hint) = TransferFailure(client: cause, inBody: true) else {
            return .transport(cause, reason: timedOut)
        }
        return .transport(cause, reason: "\(timedOut): \(reason)", hint: hint)
    }

    /// Receives all pieces, as the generic entry does, whose calls would take longer than all else that is done for a short body.
    private func receive(_ pieces: HTTPClientResponse.Body, into body: inout IncomingBody) async -> TransferFailure? {
        do {
            for try await piece in pieces {
                if case .end(let failure) = body.take(piece.readableBytesUInt8Span, progress) { return failure }
            }
        } catch {
            return Task.isCancelled ? .cancelled(error) : failure(error, inBody: true)
        }
        return Task.isCancelled ? .cancelled(nil) : nil
    }
}

extension HTTPClientRequest {
    /// The request with `Accept` and `Accept-Encoding` fields, unless it has them; without `Accept` if anything is acceptable.
    fileprivate func accepting(_ value: String) -> HTTPClientRequest {
        var request = self
        if value != "*/*", !headers.contains(name: "Accept") { request.headers.add(name: "Accept", value: value) }
        if !headers.contains(name: "Accept-Encoding") {
            request.headers.add(name: "Accept-Encoding", value: ContentCoding.acceptValue)
        }
        return request
    }
}
#endif
