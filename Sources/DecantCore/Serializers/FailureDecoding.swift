/// What the body of a response with a bad status is decoded as.
package struct FailureDecoding: Sendable {
    /// The media types of bodies that are decoded under ``ErrorBodyPolicy/ifAcceptable``.
    package let validation: ResponseValidation
    private let body: @Sendable (ResponseBody, inout DecodingContext) throws(ResponseError) -> (any Sendable)?

    /// Creates a decoding by a serializer; its statuses do not matter, since a bad one is what brought it here.
    ///
    /// Its checks by `.validating(…)` are run, and its own rule says whether the body is empty. An error serializer of its
    /// own is never used, and dropped.
    ///
    /// - Parameter serializer: The serializer of the error type.
    package init<Failure: ResponseSerializer>(_ serializer: Failure) {
        validation = serializer.handling.configuration.validation
        var copy = serializer
        copy.handling.failure = nil
        let serializer = copy
        body = { (body, context) throws(ResponseError) in
            try context.nested { (context) throws(ResponseError) in
                try serializer.decodedFailure(body, in: &context)
            }
        }
    }

    /// The value of an error body, or nil if the serializer takes it for empty.
    package func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try self.body(body, &context)
    }
}

/// When the body of a response with a bad status is decoded.
public enum ErrorBodyPolicy: String, Sendable, Hashable, Codable {
    /// Never: only its bytes are kept.
    case never

    /// If its media type is one that the decoder of error bodies accepts.
    case ifAcceptable

    /// Whatever its media type is.
    case always
}
