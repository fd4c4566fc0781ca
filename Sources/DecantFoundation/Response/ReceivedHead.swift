public import Decant
public import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension ReceivedHead {
    /// Creates a head from a response of URLSession.
    ///
    /// Uses the raw field values. The `mimeType` and `textEncodingName` that Foundation derives are lowercased, lack
    /// their parameters, and are sometimes guessed.
    ///
    /// - Parameter response: A response from URLSession, or one created by a program.
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
    /// Stores the head of a response.
    ///
    /// - Parameters:
    ///   - response: The response. A response to a `data:` or `file:` URL has a media type but no head.
    ///   - request: The request that it answers, if known.
    /// - Returns: The reason why the head is rejected, or nil if it is accepted.
    mutating func receive(_ response: URLResponse, to request: URLRequest?) -> TransferFailure? {
        do throws(ResponseError) {
            let context = try ResponseContext(response, request: request)
            let length = response is HTTPURLResponse ? -1 : response.expectedContentLength
            receive(context, findings: context.headFindings, expectedBytes: length < 0 ? nil : Int(clamping: length))
            return nil
        } catch {
            return .rejected(error)
        }
    }
}

extension HTTPResponse {
    /// Creates a head from a response of URLSession.
    ///
    /// The fields come from the raw values, not from the `mimeType` and `textEncodingName` that Foundation derives from
    /// them. A field whose name is not a token (RFC 9110 §5.6.2) is omitted; NUL, CR and LF in a value become spaces
    /// (§5.5).
    ///
    /// Foundation has already discarded some information: the reason phrase; the order of the fields, so they are
    /// sorted by name; and the boundaries between field lines with the same name, which it joins with a comma. On
    /// Linux, if two names differ only in letter case, one of the fields is lost.
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
    ///   - response: The response. A non-HTTP response has a media type, but no status to check.
    ///   - request: The request that it answers. Its method matters: a response to HEAD has no body. Without a request,
    ///     the URL is taken from the response.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public init(_ response: URLResponse, request: URLRequest? = nil) throws(ResponseError) {
        let url = (request?.url ?? response.url)?.absoluteString
        guard let response = response as? HTTPURLResponse else {
            let mediaType = response.mimeType.flatMap { ResponseMediaType(parsing: $0) }
            self.init(mediaType: mediaType, method: request?.method, url: url)
            return
        }
        do throws(ResponseError) {
            self.init(try ReceivedHead(response), method: request?.method, url: url, isDecoded: true)
        } catch {
            var error = error
            error.details.context = ResponseContext(mediaType: nil, method: request?.method, url: url)
            throw error
        }
    }
}

extension URLRequest {
    /// The method, or nil if it is not a token and therefore cannot be sent.
    var method: HTTPRequest.Method? {
        httpMethod.flatMap { HTTPRequest.Method(rawValue: $0) }
    }
}

extension URLResponse: ResponseContextConvertible {
    /// The head of a response of URLSession, which has decoded the content codings of the body.
    ///
    /// A response to HEAD is recognized only by `ResponseContext(response, request: request)`, since a response does
    /// not have the method of its request.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    public var responseContext: ResponseContext { get throws(ResponseError) { try ResponseContext(self) } }
}

extension ResponseContext {
    /// Creates the context of a request that received no response.
    init(_ request: URLRequest) {
        self.init(mediaType: nil, method: request.method, url: request.url?.absoluteString)
    }
}
