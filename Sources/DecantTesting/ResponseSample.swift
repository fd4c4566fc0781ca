public import DecantCore
public import HTTPTypes

/// A response for a test: a head and the bytes of a body.
///
/// ```swift
/// let sample = ResponseSample(404, "application/problem+json", #"{"title":"Not here"}"#)
/// let error = #expect(throws: ResponseError.self) { try serializer.value(of: sample.body, for: sample.context) }
/// ```
public struct ResponseSample: Sendable, Hashable {
    /// The head of the response.
    public var head: HTTPResponse

    /// The bytes of the body.
    public var body: ResponseBytes

    /// The method of the request that the response answers.
    public var method: HTTPRequest.Method

    /// The URL of the request that the response answers.
    public var url: String?

    /// The state of the content codings of the body.
    public var isDecoded: Bool?

    /// Creates a response with bytes.
    ///
    /// - Parameters:
    ///   - status: The status code, from 0 to 999.
    ///   - contentType: The value of the `Content-Type` field; nil omits the field.
    ///   - bytes: The bytes of the body.
    ///   - method: The method of the request that the response answers.
    ///   - url: The URL of the request that the response answers.
    public init(
        _ status: Int,
        _ contentType: String?,
        bytes: some Sequence<UInt8>,
        method: HTTPRequest.Method = .get,
        url: String? = "https://api.example.com/sample"
    ) {
        var fields = HTTPFields()
        if let contentType { fields[.contentType] = contentType }
        head = HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
        body = ResponseBytes(bytes)
        self.method = method
        self.url = url
    }

    /// Creates a response with text in UTF-8.
    ///
    /// - Parameters:
    ///   - status: The status code, from 0 to 999.
    ///   - contentType: The value of the `Content-Type` field; nil omits the field.
    ///   - text: The text of the body.
    ///   - method: The method of the request that the response answers.
    ///   - url: The URL of the request that the response answers.
    public init(
        _ status: Int,
        _ contentType: String?,
        _ text: String = "",
        method: HTTPRequest.Method = .get,
        url: String? = "https://api.example.com/sample"
    ) {
        self.init(status, contentType, bytes: text.utf8, method: method, url: url)
    }

    /// The context that a serializer receives with the body.
    public var context: ResponseContext {
        ResponseContext(head, method: method, url: url, isDecoded: isDecoded)
    }

    /// Returns a copy with a header field set to a value.
    ///
    /// ```swift
    /// let sample = ResponseSample(200, "application/json", "{}").with("no-store", for: .cacheControl)
    /// let decoded = try sample.response(as: serializer)
    /// print(decoded.findings)
    /// ```
    public func with(_ value: String, for name: HTTPField.Name) -> ResponseSample {
        with { $0.head.headerFields[name] = value }
    }
}

extension ResponseSample {
    /// Validates and decodes the sample.
    ///
    /// - Throws: `ResponseError` if the serializer rejects the sample.
    public func value<Output: Sendable>(as serializer: any ResponseSerializer<Output>) throws(ResponseError) -> Output {
        try serializer.value(of: body, for: context)
    }

    /// Validates and decodes the sample, and keeps the findings.
    ///
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError` if the serializer rejects the sample.
    public func response<Output>(as serializer: any ResponseSerializer<Output>) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try serializer.response(of: body, for: context)
    }
}

extension ResponseSerializer {
    /// Returns the error of the serializer for a sample.
    ///
    /// - Returns: The error, or nil if the sample is decoded into a value.
    public func error(for sample: ResponseSample) -> ResponseError? {
        do throws(ResponseError) {
            _ = try sample.response(as: self)
            return nil
        } catch {
            return error
        }
    }
}
