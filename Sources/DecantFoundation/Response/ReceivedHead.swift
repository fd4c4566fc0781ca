public import Decant
public import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ReceivedHead {
    /// Takes the head from a response of URLSession.
    ///
    /// The `mimeType` and `textEncodingName` that Foundation derives are in small letters, without parameters, and sometimes
    /// guessed; so the raw values of the fields are taken.
    ///
    /// - Parameter response: A response from URLSession, or one made by hand.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(_ response: HTTPURLResponse) throws(ResponseError) {
        var fields = ReceivedFields()
        for (name, value) in Self.sortedFields(of: response) { fields.append(name, value) }
        try self.init(status: response.statusCode, fields: fields)
    }

    private static func sortedFields(of response: HTTPURLResponse) -> [(name: String, value: String)] {
        let fields = response.allHeaderFields.map { (name: "\($0.key.base)", value: "\($0.value)") }
        return fields.sorted { $0.name < $1.name }
    }
}

extension IncomingResponse {
    /// Takes the head of a response.
    ///
    /// - Parameters:
    ///   - response: The response; one of `data:` or `file:` has no head, but a media type.
    ///   - request: The request it answers, if known.
    /// - Returns: The reason why the head cannot be taken over, if it cannot.
    mutating func receive(_ response: URLResponse, to request: URLRequest?) -> TransferFailure? {
        do throws(ResponseError) {
            let context = try ResponseContext(response, request: request)
            let length = response is HTTPURLResponse ? -1 : response.expectedContentLength
            receive(context, findings: context.headFindings, expectedBytes: length < 0 ? nil : Int(clamping: length))
            return nil
        } catch {
            return .refused(error)
        }
    }
}

extension HTTPResponse {
    /// Creates a head from a response of URLSession.
    ///
    /// It is made from the raw values of the fields, not from the `mimeType` and `textEncodingName` that Foundation derives from
    /// them. A field whose name is not a token (RFC 9110 §5.6.2) is omitted; NUL, CR and LF in a value become spaces (§5.5).
    ///
    /// What Foundation has lost before is lost: the order of the fields, so they come sorted by name; the reason phrase; and the
    /// borders between field lines of the same name, which it joins with a comma. On Linux, of two names that differ in letter
    /// case only one is kept.
    ///
    /// - Parameter response: A response from URLSession.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse) throws(ResponseError) {
        self = try ReceivedHead(response).response
    }
}

extension ResponseContext {
    /// Creates a context from a response of URLSession, which has decoded the content codings of the body.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(for: request)
    /// let user = try JSONResponseSerializer(User.self)
    ///     .value(of: data, for: ResponseContext(response, request: request))
    /// ```
    ///
    /// - Parameters:
    ///   - response: The response; one that is not of HTTP has a media type, but no status to check.
    ///   - request: The request it answers. Its method matters: the answer to HEAD has no body. Without a request the URL is
    ///     that of the response.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: URLResponse, request: URLRequest? = nil) throws(ResponseError) {
        let url = (request?.url ?? response.url)?.absoluteString
        guard let response = response as? HTTPURLResponse else {
            let mediaType = response.mimeType.flatMap { ResponseMediaType(parsing: $0) }
            self.init(mediaType: mediaType, method: request?.method, url: url)
            return
        }
        do throws(ResponseError) {
            self.init(try ReceivedHead(response), method: request?.method, url: url, codings: .decoded)
        } catch {
            var error = error
            error.details.context = ResponseContext(mediaType: nil, method: request?.method, url: url)
            throw error
        }
    }
}

extension URLRequest {
    /// The method, unless it is not a token and so cannot be sent.
    var method: HTTPRequest.Method? {
        httpMethod.flatMap { HTTPRequest.Method(rawValue: $0) }
    }
}

extension URLResponse: ResponseContextConvertible {
    /// The head of a response of URLSession, which has decoded the content codings of the body.
    ///
    /// Without a request: the answer to HEAD is recognized only with `ResponseContext(response, request: request)`.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public var responseContext: ResponseContext { get throws(ResponseError) { try ResponseContext(self) } }
}

extension ResponseContext {
    /// Creates the context of a request that was not answered.
    init(_ request: URLRequest) {
        self.init(mediaType: nil, method: request.method, url: request.url?.absoluteString)
    }
}
