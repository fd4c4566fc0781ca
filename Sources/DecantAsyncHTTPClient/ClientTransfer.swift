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

        /// Decodes the received parts and keeps the value alone; throws an error for a transfer that is not complete.
        func value<Output>(by serializer: some ResponseSerializer<Output>) throws(ResponseError) -> Output {
            try serializer.noting(findings).transferredValue(of: received, failure, in: context)
        }

        /// Decodes the received parts; throws an error for a transfer that is not complete.
        func decoded<Output>(by serializer: some ResponseSerializer<Output>) throws(ResponseError) -> DecodedResponse<
            Output
        > {
            try serializer.noting(findings).decodedTransfer(of: received, failure, in: context)
        }
    }

    private let client: HTTPClient
    private let request: HTTPClientRequest
    private let limits: Limits
    private let deadline: NIODeadline
    private let progress: ProgressHandler?

    /// A transfer of what a serializer accepts.
    init(
        of request: HTTPClientRequest,
        by client: HTTPClient,
        as serializer: some ResponseSerializer,
        _ deadline: NIODeadline,
        _ progress: ProgressHandler?
    ) {
        self.request = request.accepting(serializer.acceptValue)
        (self.client, limits, self.deadline, self.progress) = (client, serializer.handling.limits, deadline, progress)
    }

    /// Runs the transfer until its end, its deadline or its cancellation.
    func outcome() async -> Outcome {
        guard !Task.isCancelled else { return Outcome(context: known, failure: .cancelled(nil)) }
        // The client's own deadline is that of the head.
        return deadline == .distantFuture ? await run() : await runUntilDeadline()
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
            let context = ResponseContext(head, method: method, url: request.url)
            var body = IncomingBody(context, limits: limits)
            let failure = await receive(response.body, into: &body)
            let received = body.finish(isComplete: failure == nil)
            return Outcome(context: context, findings: head.findings, received: received, failure: failure)
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
