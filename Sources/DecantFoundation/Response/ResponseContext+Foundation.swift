public import Decant
import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ResponseContext {
    /// Takes what is known about a response from URLSession, which has undone the content codings of the body.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request it answers. Its method matters: the answer to HEAD has no body. Without a request the URL is
    ///     that of the response.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse, request: URLRequest? = nil) throws(ResponseError) {
        let head = try ReceivedHead(response)
        let url = (request?.url ?? response.url)?.absoluteString
        self.init(head.response, method: request?.method, url: url, codings: .undone)
    }
}

extension URLRequest {
    /// The method, unless it is no token and so cannot be sent.
    var method: HTTPRequest.Method? {
        httpMethod.flatMap { HTTPRequest.Method(rawValue: $0) }
    }
}
