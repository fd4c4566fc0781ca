/// What the body of a response with a bad status is decoded as.
public struct FailureDecoding: Sendable {
    /// The media types of bodies that are decoded under ``ErrorBodyPolicy/ifAcceptable``.
    package let validation: ResponseValidation
    private let body: @Sendable (ResponseBody, inout DecodingContext) throws(ResponseError) -> any Sendable

    /// Creates a decoding by a serializer; its statuses do not matter, since a bad one is what brought it here.
    ///
    /// - Parameter serializer: The serializer of the error type.
    public init<Failure: ResponseSerializer>(_ serializer: Failure) {
        validation = serializer.handling.configuration.validation
        body = { (body, context) throws(ResponseError) in
            let prepared = try serializer.prepared(body, in: &context)
            return try serializer.decode(prepared, in: &context)
        }
    }

    package func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> any Sendable {
        try self.body(body, &context)
    }
}
