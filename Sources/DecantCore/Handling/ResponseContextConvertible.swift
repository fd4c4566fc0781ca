public import HTTPTypes

/// A type that can be converted to the head of a response.
///
/// Serializers accept an `HTTPResponse`, a ``ResponseContext`` with the request and the state of the content codings,
/// and a ``ResponseMediaType`` for bytes that were not received over HTTP. With `DecantFoundation`, they also accept a
/// `URLResponse`. To use the response type of another client, conform it to this protocol and implement one property.
public protocol ResponseContextConvertible: Sendable {
    /// The head of the response, with the known parts of the request.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/malformedHead`` if the value is not a valid head.
    var responseContext: ResponseContext { get throws(ResponseError) }
}

extension ResponseContext: ResponseContextConvertible {
    /// The context itself.
    public var responseContext: ResponseContext { self }
}

extension HTTPResponse: ResponseContextConvertible {
    /// A context with this head and no request.
    ///
    /// The bytes, the length, and the media type decide whether the body still has content codings.
    public var responseContext: ResponseContext { ResponseContext(self) }
}

extension ResponseMediaType: ResponseContextConvertible {
    /// A context without a head; no status is checked.
    public var responseContext: ResponseContext { ResponseContext(mediaType: self) }
}

extension DecodingContext {
    /// Creates a context from a head; a head that cannot be converted counts as a failed transfer.
    @usableFromInline
    init(of head: some ResponseContextConvertible, _ handling: ResponseHandling) {
        let response: ResponseContext
        do throws(ResponseError) {
            response = try head.responseContext
        } catch {
            self.init(ReceivedResponse(rejecting: error), limits: handling.limits)
            return
        }
        self.init(response, limits: handling.limits)
        headFindings = response.headFindings
    }
}

extension ReceivedResponse {
    /// Creates a response whose head could not be converted.
    package init(rejecting error: ResponseError) {
        self.init(.refused(error), of: error.context ?? ResponseContext(mediaType: nil), since: nil)
    }
}

extension ReceivedHead {
    /// Creates a head.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(status: Int, fields: ReceivedFields) throws(ResponseError) {
        guard let head = ReceivedHead(code: status, fields: fields) else {
            throw ResponseError(.malformedHead, "expected a status from 0 to 999, but received \(status)")
        }
        self = head
    }
}
