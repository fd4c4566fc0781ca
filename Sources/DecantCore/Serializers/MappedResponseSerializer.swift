/// A serializer whose value is made from that of another one.
public struct MappedResponseSerializer<Base: ResponseSerializer, Output: Sendable>: ResponseSerializer {
    private var base: Base
    private let transform: @Sendable (Base.Output) throws -> Output

    fileprivate init(_ base: Base, _ transform: @escaping @Sendable (Base.Output) throws -> Output) {
        self.base = base
        self.transform = transform
    }

    /// The handling of the serializer underneath.
    public var handling: ResponseHandling {
        get { base.handling }
        set { base.handling = newValue }
    }

    /// The configuration of the serializer underneath.
    public var configuration: Base.Configuration {
        get { base.configuration }
        set { base.configuration = newValue }
    }

    /// Restores the configuration of the serializer underneath.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the contents do not fit.
    public mutating func restoreConfiguration(from decoder: any Decoder) throws {
        try base.restoreConfiguration(from: decoder)
    }

    /// Decodes with the serializer underneath, and makes the value from what comes out.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: What the serializer underneath throws; ``ResponseError/Code/dataCorrupted`` if the value cannot be made.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try transformed(
            context.nested { (context) throws(ResponseError) in try base.decode(body, in: &context) }
        )
    }

    /// Makes the value from the one that the serializer underneath has for an empty body.
    ///
    /// - Parameters:
    ///   - body: The bytes: none, or what the serializer underneath takes for none.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` as from ``decode(_:in:)``.
    public func decodeEmptyBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        try transformed(
            context.nested { (context) throws(ResponseError) in try base.decodeEmptyBody(body, in: &context) }
        )
    }

    /// Decodes an error body as the serializer underneath does.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: What decoding throws.
    public func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try base.decodeErrorBody(body, in: &context)
    }

    /// The value made from the one that the serializer underneath has for an empty body.
    public func emptyValue() -> Output? {
        base.emptyValue().flatMap { try? transform($0) }
    }

    private func transformed(_ value: Base.Output) throws(ResponseError) -> Output {
        do {
            return try transform(value)
        } catch {
            throw ResponseError(caused: "the value was refused", by: error)
        }
    }
}

extension ResponseSerializer {
    /// A serializer whose value is made from this one's.
    ///
    /// - Parameter transform: Makes the value; what it throws becomes the cause of a ``ResponseError``.
    /// - Returns: The serializer of the made value.
    public func map<Value: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> Value
    ) -> MappedResponseSerializer<Self, Value> {
        MappedResponseSerializer(self, transform)
    }
}
