public import Decant
public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
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
        let url = (request?.url ?? response.url)?.absoluteString
        guard let response = response as? HTTPURLResponse else {
            let mediaType = response.mimeType.flatMap { MediaType(parsing: $0) }
            let length = response.expectedContentLength
            receive(
                ResponseContext(mediaType: mediaType, url: url),
                expectedBytes: length < 0 ? nil : Int(clamping: length)
            )
            return nil
        }
        do throws(ResponseError) {
            let head = try ReceivedHead(response)
            let context = ResponseContext(head, method: request?.method, url: url, codings: .undone)
            receive(context, findings: head.findings)
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
    /// Creates a context from a response of URLSession, which has undone the content codings of the body.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request it answers. Its method matters: the answer to HEAD has no body. Without a request the URL is
    ///     that of the response.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: HTTPURLResponse, request: URLRequest? = nil) throws(ResponseError) {
        let head = try ReceivedHead(response)
        let url = (request?.url ?? response.url)?.absoluteString
        self.init(head, method: request?.method, url: url, codings: .undone)
    }
}

extension URLRequest {
    /// The method, unless it is not a token and so cannot be sent.
    var method: HTTPRequest.Method? {
        httpMethod.flatMap { HTTPRequest.Method(rawValue: $0) }
    }
}

extension ResponseSerializer {
    /// Validates and decodes a response that URLSession gave.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(for: request)
    /// let user = try JSONResponseSerializer(User.self).serialize(data, for: response, request: request)
    /// ```
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - response: The response; one that is not of HTTP has no status to check.
    ///   - request: The request it answers, if known.
    /// - Returns: The value.
    /// - Throws: `ResponseError` if the response is not acceptable or cannot be decoded.
    public func serialize(_ data: Data, for response: URLResponse, request: URLRequest? = nil) throws(ResponseError)
        -> Output
    {
        try decodedResponse(data, for: response, request: request).value
    }

    /// Validates and decodes a response from URLSession, and keeps the findings.
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - response: The response; one that is not of HTTP has no status to check.
    ///   - request: The request it answers, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: `ResponseError` if the response is not acceptable or cannot be decoded.
    public func decodedResponse(_ data: Data, for response: URLResponse, request: URLRequest? = nil)
        throws(ResponseError) -> DecodedResponse<Output>
    {
        var incoming = IncomingResponse(limits: handling.limits)
        let failure = incoming.receive(response, to: request)
        let url = (request?.url ?? response.url)?.absoluteString
        let known = ResponseContext(mediaType: nil, method: request?.method, url: url)
        let context = DecodingContext(incoming.finish(failure, of: known), limits: handling.limits)
        return try self.response(of: failure == nil ? ResponseBody(data) : ResponseBody(), in: context)
    }
}

extension ResponseContext {
    /// Creates the context of a request that was not answered.
    init(_ request: URLRequest) {
        self.init(mediaType: nil, method: request.method, url: request.url?.absoluteString)
    }
}
