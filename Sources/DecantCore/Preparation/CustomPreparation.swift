/// A step of the caller's own that is taken before decoding: decryption, unwrapping, repair.
public struct CustomPreparation: Sendable {
    private let body: @Sendable (ResponseBody, inout DecodingContext) throws -> ResponseBody

    /// Creates a step.
    ///
    /// - Parameter body: Takes the bytes and what is known about the response, and gives the bytes to go on with. What it
    ///   throws ends the decoding; an error that is no ``ResponseError`` becomes the cause of one.
    public init(_ body: @escaping @Sendable (ResponseBody, inout DecodingContext) throws -> ResponseBody) {
        self.body = body
    }

    package func apply(to body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> ResponseBody {
        do {
            return try self.body(body, &context)
        } catch {
            throw ResponseError(caused: "the body could not be prepared", by: error)
        }
    }
}
