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

/// The head of a response from URLSession, of HTTP or another scheme.
struct ReceivedResponse {
    /// The head and the request, as the core has them.
    let context: ResponseContext

    /// The findings about parts of the head that could not be copied unchanged.
    let findings: [Finding]

    /// Takes the head of a response.
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
        context = ResponseContext(head, method: request?.method, url: url, codings: .undone)
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
        let limits = serializer.handling.limits
        return try serializer.noting(findings).decodedResponse(body, in: DecodingContext(context, limits: limits))
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
        let url = (request?.url ?? response.url)?.absoluteString
        let known = ResponseContext(mediaType: nil, method: request?.method, url: url)
        return try observing(bodyCount: data.count, in: known) { () throws(ResponseError) in
            try ReceivedResponse(response, request: request).decoded(ResponseBody(data), by: self)
        }
    }
}
