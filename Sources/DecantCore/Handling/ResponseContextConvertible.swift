public import HTTPTypes

/// A type that can be converted to the head of a response.
///
/// Serializers accept `HTTPResponse`, a ``ResponseContext`` with the request and the state of the content codings, a ``ResponseMediaType`` for
/// bytes that were not received by HTTP, and `URLResponse` with `DecantFoundation`. To use the heads of another client, conform their
/// type and implement one property.
public protocol ResponseContextConvertible: Sendable {
    /// The head, and as much of the request as is known.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/malformedHead`` if the head cannot be that of a response.
    var responseContext: ResponseContext { get throws(ResponseError) }
}

extension ResponseContext: ResponseContextConvertible {
    /// The context itself.
    public var responseContext: ResponseContext { self }
}

extension HTTPResponse: ResponseContextConvertible {
    /// The head without a request; the bytes, the length, and the media type decide whether the body has content codings.
    public var responseContext: ResponseContext { ResponseContext(self) }
}

extension ResponseMediaType: ResponseContextConvertible {
    /// A context without a head: no status is checked.
    public var responseContext: ResponseContext { ResponseContext(mediaType: self) }
}

extension DecodingContext {
    /// Creates the context of a head; one that cannot be converted counts as a transfer that failed.
    @usableFromInline
    init(of head: some ResponseContextConvertible, _ handling: ResponseHandling) {
        do throws(ResponseError) {
            let response = try head.responseContext
            self.init(response, limits: handling.limits)
            headFindings = response.headFindings
        } catch {
            self.init(ReceivedResponse(rejecting: error), limits: handling.limits)
        }
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
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The fields.
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(status: Int, fields: ReceivedFields) throws(ResponseError) {
        guard let head = ReceivedHead(code: status, fields: fields) else {
            throw ResponseError(.malformedHead, "expected a status from 0 to 999, but received \(status)")
        }
        self = head
    }
}
