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

/// Returns the value of a type for an empty body, or nil if the type has no such value.
package func emptyBodyValue<Value>(_ type: Value.Type) -> Value? {
    guard let type = type as? any EmptyBodyRepresentable.Type else { return nil }
    return type.emptyBodyValue as? Value
}

extension ResponseError {
    /// Creates the error for an empty body and a type without a value for it.
    package init(emptyBodyFor type: Any.Type, hint: Hint? = nil) {
        self.init(
            .emptyBody,
            "the body is empty, and \(Self.name(of: type)) has no value for an empty body",
            at: nil,
            hint: hint
        )
    }

    /// Returns the name of a type, with the namespace of its module: `XML.Document` in `DecantXML`.
    private static func name(of type: Any.Type) -> String {
        let parts = String(reflecting: type).split(separator: ".")
        guard parts.count > 2, parts[0] == "Decant\(parts[1])" else { return "\(type)" }
        return parts.dropFirst().joined(separator: ".")
    }
}
