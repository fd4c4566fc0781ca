/// A serializer whose value is made from that of another one.
public struct MappedResponseSerializer<Base: ResponseSerializer, Output: Sendable>: ResponseSerializer {
    /// The serializer underneath.
    package private(set) var base: Base
    private let transform: @Sendable (Base.Output) throws -> Output

    /// The value of an empty body, if the serializer underneath has none.
    private let valueOfNothing: Output?

    fileprivate init(
        _ base: Base,
        valueOfNothing: Output? = nil,
        _ transform: @escaping @Sendable (Base.Output) throws -> Output
    ) {
        self.base = base
        self.valueOfNothing = valueOfNothing
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

    /// Decodes with the underlying serializer, and makes the value from the result.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: Any error of the underlying serializer; ``ResponseError/Code/dataCorrupted`` if the value cannot be made.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try transformed(
            context.nested { (context) throws(ResponseError) in try base.decode(body, in: &context) }
        )
    }

    /// Makes the value from the underlying serializer's value for an empty body.
    ///
    /// - Parameters:
    ///   - body: The bytes: none, or what the serializer underneath takes for none.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` as from ``decode(_:in:)``.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        do throws(ResponseError) {
            return try transformed(
                context.nested { (context) throws(ResponseError) in try base.decodeEmptyBody(body, in: &context) }
            )
        } catch {
            // A compound's members validate empty bodies, too, and only this error means that they all accept it.
            guard error.code == .emptyBody, let valueOfNothing else { throw error }
            return valueOfNothing
        }
    }

    /// Decodes an error body as the serializer underneath does.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The value.
    /// - Throws: Any error of decoding.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try base.decodeErrorBody(body, in: &context)
    }

    /// The value made from the underlying serializer's value for an empty body.
    public func emptyValue() -> Output? {
        base.emptyValue().flatMap { try? transform($0) } ?? valueOfNothing
    }

    /// Makes the value from that of the underlying serializer.
    package func transformed(_ value: Base.Output) throws(ResponseError) -> Output {
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

    /// A serializer with a check of the decoded value, such as one of several members against each other.
    ///
    /// ```swift
    /// let range = JSONResponseSerializer(PriceRange.self).checking { range in
    ///     guard range.low <= range.high else { throw RangeError.isEmpty }
    /// }
    /// ```
    ///
    /// - Parameter check: Throws if the value cannot be used. A `DecodingError` keeps its code and its path; any other error
    ///   becomes ``ResponseError/Code/dataCorrupted``, with it as ``ResponseError/underlying``.
    /// - Returns: The serializer that refuses such values.
    public func checking(
        _ check: @escaping @Sendable (Output) throws -> Void
    ) -> MappedResponseSerializer<Self, Output> {
        map { value in
            try check(value)
            return value
        }
    }

    /// The serializer, with nil as the value of an empty body for which it has no value.
    public var optional: MappedResponseSerializer<Self, Output?> {
        MappedResponseSerializer(self, valueOfNothing: .some(nil)) { $0 }
    }

    /// A serializer with nil as the value of an empty body, such as `.optional(.json)` or `.optional(.xmlDocument)`.
    ///
    /// - Parameter base: The serializer of bodies that are not empty.
    /// - Returns: The serializer.
    public static func optional<Base: ResponseSerializer>(
        _ base: Base
    ) -> Self where Self == MappedResponseSerializer<Base, Base.Output?> {
        base.optional
    }
}
