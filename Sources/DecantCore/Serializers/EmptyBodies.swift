/// A type that has a value for an empty body.
public protocol EmptyBodyRepresentable {
    /// The value for an empty body.
    static var emptyBodyValue: Self { get }
}

extension Optional: EmptyBodyRepresentable {
    /// Nil.
    public static var emptyBodyValue: Wrapped? { nil }
}

extension String: EmptyBodyRepresentable {
    /// The empty string.
    public static var emptyBodyValue: String { "" }
}

extension ResponseBytes: EmptyBodyRepresentable {
    /// A body without bytes.
    public static var emptyBodyValue: ResponseBytes { ResponseBytes() }
}

extension [UInt8]: EmptyBodyRepresentable {
    /// The empty array.
    public static var emptyBodyValue: [UInt8] { [] }
}

/// The value of a response whose body is not needed and may be empty.
public struct EmptyResponse: Sendable, Hashable, Codable, EmptyBodyRepresentable {
    /// Creates the value.
    public init() {}

    /// The value itself.
    public static var emptyBodyValue: EmptyResponse { EmptyResponse() }
}

extension ResponseSerializer where Self == MappedResponseSerializer<DataResponseSerializer, EmptyResponse> {
    /// A serializer that validates a response and ignores its body.
    public static var empty: Self { DataResponseSerializer().map { _ in EmptyResponse() } }
}
