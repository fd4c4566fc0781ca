import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransferOutcome {
    /// Takes a complete response down the one path; says what is known about any other.
    func decoded<Serializer: ResponseSerializer>(by serializer: Serializer, for request: URLRequest)
        throws(ResponseError) -> DecodedResponse<Serializer.Output>
    {
        guard let response else {
            throw serializer.completed(
                error(expecting: nil),
                body: body,
                decoding: DecodingContext(ResponseContext(request))
            )
        }
        let received = try ReceivedResponse(response, request: request)
        guard failure != nil else { return try received.decoded(body, by: serializer) }
        let serializer = serializer.noting(received.findings)
        let refusal = serializer.refusal(of: body, in: received.context)
        throw serializer.completed(error(expecting: refusal), body: body, decoding: DecodingContext(received.context))
    }

    /// The error for what has gone wrong, beside what is wrong with what came.
    private func error(expecting refusal: ResponseError?) -> ResponseError {
        switch failure {
        case .limit(let error): error
        case .cancelled(let cause): ResponseError(.cancelled, "the task was cancelled", underlying: cause)
        case .transport(let cause): ResponseError(transport: cause, receivedBytes: body.count, refusal: refusal)
        case nil: ResponseError(.transportFailed, "the client gave neither a response nor an error")
        }
    }
}

extension ResponseSerializer {
    /// What is wrong with the part of a response that came.
    fileprivate func refusal(of body: ResponseBody, in context: ResponseContext) -> ResponseError? {
        do throws(ResponseError) {
            _ = try validated(body, in: context)
            return nil
        } catch {
            return error
        }
    }
}

extension ResponseContext {
    /// What is known when no head came.
    init(_ request: URLRequest) {
        self.init(mediaType: nil, method: request.method, url: request.url?.absoluteString)
    }
}
