/// A serializer that transforms the value of another serializer.
///
/// ```swift
/// let serializer = JSONResponseSerializer([User].self).map(\.count)
/// ```
public struct MappedResponseSerializer<Base: ResponseSerializer, Output: Sendable>: ResponseSerializer {
    /// The underlying serializer.
    package private(set) var base: Base
    private let transform: @Sendable (Base.Output) throws -> Output

    /// The value of an empty body if the underlying serializer has no such value.
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

    /// The handling of the underlying serializer.
    public var handling: ResponseHandling {
        get { base.handling }
        set { base.handling = newValue }
    }

    /// Decodes with the underlying serializer and transforms the result.
    ///
    /// - Throws: Any error of the underlying serializer; ``ResponseError/Code/dataCorrupted`` if the transformation
    ///   fails.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try transformed(
            context.nested { (context) throws(ResponseError) in try base.decode(body, in: &context) }
        )
    }

    /// Transforms the underlying serializer's value for an empty body.
    ///
    /// - Parameters:
    ///   - body: The bytes, if any, that count as empty under the rule of the underlying serializer.
    ///   - context: The head of the response, the request, and the codings.
    /// - Throws: ``ResponseError``, like ``decode(_:in:)``.
    public func decodeEmptyBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> Output
    {
        do throws(ResponseError) {
            return try transformed(
                context.nested { (context) throws(ResponseError) in try base.decodeEmptyBody(body, in: &context) }
            )
        } catch {
            // The members of a compound also validate empty bodies; only this code means that all of them accept it.
            guard error.code == .emptyBody, let valueOfNothing else { throw error }
            return valueOfNothing
        }
    }

    /// Decodes an error body with the underlying serializer, without a transformation.
    ///
    /// - Throws: Any error of the underlying serializer.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try base.decodeErrorBody(body, in: &context)
    }

    /// Returns the transformed value of the underlying serializer for an empty body.
    public func emptyValue() -> Output? {
        base.emptyValue().flatMap { try? transform($0) } ?? valueOfNothing
    }

    /// Transforms a value of the underlying serializer.
    package func transformed(_ value: Base.Output) throws(ResponseError) -> Output {
        do {
            return try transform(value)
        } catch {
            throw ResponseError(caused: "the value was refused", by: error)
        }
    }
}

extension MappedResponseSerializer: StoredSerializer {
    package func store(in encoder: any Encoder) throws { try base.encodeConfiguration(to: encoder) }

    package mutating func restore(from decoder: any Decoder) throws { try base.restoreConfiguration(from: decoder) }
}

extension ResponseSerializer {
    /// Returns a serializer that transforms the value of this serializer.
    ///
    /// - Parameter transform: A closure that returns the new value. An error it throws becomes the cause of a
    ///   ``ResponseError``.
    public func map<Value: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> Value
    ) -> MappedResponseSerializer<Self, Value> {
        MappedResponseSerializer(self, transform)
    }

    /// Returns a serializer that also checks the decoded value, such as the consistency of several members.
    ///
    /// ```swift
    /// let range = JSONResponseSerializer(PriceRange.self).checking { range in
    ///     guard range.low <= range.high else { throw RangeError.isEmpty }
    /// }
    /// ```
    ///
    /// - Parameter check: A closure that throws if the value is invalid. A `DecodingError` keeps its code and its path;
    ///   any other error becomes ``ResponseError/Code/dataCorrupted``, with the error as ``ResponseError/underlying``.
    public func checking(
        _ check: @escaping @Sendable (Output) throws -> Void
    ) -> MappedResponseSerializer<Self, Output> {
        map { value in
            try check(value)
            return value
        }
    }

    /// A serializer that decodes an empty body as nil if this serializer has no value for it.
    public var optional: MappedResponseSerializer<Self, Output?> {
        MappedResponseSerializer(self, valueOfNothing: .some(nil)) { $0 }
    }

    /// Creates a serializer that decodes an empty body as nil, such as `.optional(.json)` or `.optional(.xmlDocument)`.
    ///
    /// - Parameter base: The serializer of nonempty bodies.
    public static func optional<Base: ResponseSerializer>(
        _ base: Base
    ) -> Self where Self == MappedResponseSerializer<Base, Base.Output?> {
        base.optional
    }
}
