import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a response from URLSession says besides its body, of HTTP or not.
struct ReceivedResponse {
    /// The head and the request, as the core has them.
    let context: ResponseContext

    /// What could not be taken over from the head as it was.
    let findings: [Finding]

    /// Takes what is known.
    ///
    /// - Parameters:
    ///   - response: The response; one of `data:` or `file:` has no head, but a media type.
    ///   - request: The request it answers, if known.
    /// - Throws: `ResponseError` if the head cannot be taken over.
    init(_ response: URLResponse, request: URLRequest?) throws(ResponseError) {
        let url = (request?.url ?? response.url)?.absoluteString
        guard let response = response as? HTTPURLResponse else {
            context = ResponseContext(mediaType: response.mimeType.flatMap { MediaType(parsing: $0) }, url: url)
            findings = []
            return
        }
        let head = try Self.head(of: response, url: url)
        context = ResponseContext(head.response, method: request?.method, url: url, codings: .undone)
        findings = head.findings
    }

    private static func head(of response: HTTPURLResponse, url: String?) throws(ResponseError) -> ReceivedHead {
        do throws(ResponseError) {
            return try ReceivedHead(response)
        } catch {
            var error = error
            error.details.context = ResponseContext(mediaType: nil, url: url)
            throw error
        }
    }

    /// Takes the response down the one path, unobserved; the findings about the head are among the others.
    func decoded<Serializer: ResponseSerializer>(_ body: ResponseBody, by serializer: Serializer)
        throws(ResponseError) -> DecodedResponse<Serializer.Output>
    {
        let limits = serializer.handling.configuration.limits
        return try serializer.noting(findings).decodedResponse(body, in: DecodingContext(context, limits: limits))
    }
}
