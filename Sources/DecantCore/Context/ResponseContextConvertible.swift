public import HTTPTypes

/// The head of a response in the form in which a client has it.
///
/// A serializer accepts any of them: `HTTPResponse`, a ``ResponseContext`` with the request and the state of the content codings,
/// a ``MediaType`` for bytes that were not received by HTTP, and `URLResponse` with `DecantFoundation`. The type of the heads of
/// another client conforms with one property.
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

extension MediaType: ResponseContextConvertible {
    /// A context without a head: no status is checked.
    public var responseContext: ResponseContext { ResponseContext(mediaType: self) }
}

extension DecodingContext {
    /// Creates the context of a head; one that cannot be converted counts as a transfer that failed.
    @usableFromInline
    init(of head: some ResponseContextConvertible, _ handling: ResponseHandling) {
        let limits = handling.limits
        do throws(ResponseError) {
            let response = try head.responseContext
            self.init(response, limits: limits)
            headFindings = response.headFindings
        } catch {
            let request = error.context ?? ResponseContext(mediaType: nil)
            self.init(ReceivedResponse(.refused(error), of: request, since: nil), limits: limits)
        }
    }
}
