#if DecantAsyncHTTPClient
import AsyncHTTPClient
import Decant
import DecantNIO
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One request of AsyncHTTPClient, from its start to the last chunk of the body.
struct ClientTransfer: Sendable {
    private let client: HTTPClient
    private let request: HTTPClientRequest
    private let limits: Limits
    private let deadline: TransferDeadline
    private let progress: ProgressHandler?
    private let start: ContinuousClock.Instant?
    private let keepsContent: Bool

    /// Creates a transfer of a request that accepts the media types of a serializer.
    init(
        of request: HTTPClientRequest,
        by client: HTTPClient,
        as serializer: some ResponseHandler,
        _ deadline: TransferDeadline,
        _ progress: ProgressHandler? = nil
    ) {
        self.request = request.accepting(serializer.acceptValue)
        self.client = client
        limits = serializer.handling.limits
        self.deadline = deadline
        self.progress = progress
        start = serializer.handling.currentObserver == nil ? nil : .now
        keepsContent = serializer.handling.verifiesDigests
    }

    /// Runs the transfer until its end, its deadline, or its cancellation.
    func received() async -> ReceivedResponse {
        do throws(TransferFailure) {
            let (response, head) = try await head()
            return await deadline.isFinite ? receivedUntilDeadline(response, head) : received(response, head)
        } catch {
            return failed(error)
        }
    }

    /// Waits for the head.
    ///
    /// Until then the client's own deadline applies, because its error includes the cause.
    func head() async throws(TransferFailure) -> (HTTPClientResponse, ReceivedHead) {
        guard !Task.isCancelled else { throw .cancelled(nil) }
        do {
            let response = try await client.execute(request, deadline: deadline.end)
            return (response, try ReceivedHead(status: response.status, headers: response.headers))
        } catch {
            throw Task.isCancelled ? .cancelled(error) : failure(error, inBody: false)
        }
    }

    /// Returns the response of a transfer that failed before its head arrived.
    func failed(_ failure: TransferFailure) -> ReceivedResponse {
        ReceivedResponse(failure, of: ResponseContext(mediaType: nil, method: method, url: request.url), since: start)
    }

    /// Returns the context of a response with a head.
    func context(of head: ReceivedHead) -> ResponseContext {
        ResponseContext(head, method: method, url: request.url)
    }

    private var method: HTTPRequest.Method? {
        // Other methods are created from their text, which is validated.
        switch request.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: HTTPRequest.Method(rawValue: request.method.rawValue)
        }
    }

    /// Classifies an error, and adds the elapsed time where it is relevant.
    private func failure(_ error: any Error, inBody: Bool) -> TransferFailure {
        let failure = TransferFailure(client: error, inBody: inBody)
        guard case .transport(let cause, let fault, let reason, let hint) = failure else { return failure }
        if fault == .timedOut { return .transport(cause, fault, reason: timedOut, hint: hint) }
        guard hint == nil, !inBody, failure.isConnectionFailure, deadline.elapsed >= .seconds(1) else { return failure }
        let retries =
            "the client tried to connect for \(deadline.text); "
            + "with `connectionPool.retryConnectionEstablishment = false` it reports the first failure"
        return .transport(cause, fault, reason: reason, hint: Hint(retries))
    }

    private var timedOut: String { "\(TransferFault.timedOut.description) after \(deadline.text)" }
}

// MARK: - The body

extension ClientTransfer {
    /// Receives the body with a custom loop.
    ///
    /// The generic one takes longer than all other work for a short body.
    private func received(_ response: HTTPClientResponse, _ head: ReceivedHead) async -> ReceivedResponse {
        let context = context(of: head)
        var incoming = IncomingResponse(
            limits: limits,
            since: start,
            progress: progress,
            keepsContent: keepsContent
        )
        incoming.receive(context, findings: head.findings)
        do {
            for try await chunk in response.body {
                if case .end(let failure) = incoming.receive(chunk.readableBytesUInt8Span) {
                    return incoming.finish(failure, of: context)
                }
            }
        } catch {
            let failure = Task.isCancelled ? .cancelled(error) : failure(error, inBody: true)
            return incoming.finish(failure, of: context)
        }
        return incoming.finish(Task.isCancelled ? .cancelled(nil) : nil, of: context)
    }

    /// Receives the body, and runs a second task until the deadline.
    ///
    /// The first to end cancels the other.
    private func receivedUntilDeadline(_ response: HTTPClientResponse, _ head: ReceivedHead) async
        -> ReceivedResponse
    {
        await withTaskGroup(of: ReceivedResponse?.self) { group in
            group.addTask { await received(response, head) }
            group.addTask {
                try? await Task.sleep(for: deadline.remaining)
                return nil
            }
            let first = await group.next().flatMap(\.self)
            let isLate = first == nil && !Task.isCancelled
            group.cancelAll()
            var result = first
            for await other in group { result = result ?? other }
            guard var result else { return failed(.cancelled(nil)) }
            if isLate, case .cancelled(let cause)? = result.failure { result.failure = late(cause) }
            return result
        }
    }

    /// Returns the failure at the deadline, which quotes an error that occurred at the same time.
    private func late(_ cause: (any Error)?) -> TransferFailure {
        guard let cause, case .transport(_, _, let reason, let hint) = TransferFailure(client: cause, inBody: true)
        else {
            return .transport(cause, .timedOut, reason: timedOut)
        }
        return .transport(cause, .timedOut, reason: "\(timedOut): \(reason)", hint: hint)
    }
}

extension HTTPClientRequest {
    /// Returns the request with `Accept` and `Accept-Encoding` fields, unless it has them.
    ///
    /// Omits `Accept` if any media type is acceptable.
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
