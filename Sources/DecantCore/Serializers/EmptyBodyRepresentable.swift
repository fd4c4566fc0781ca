/// A type that has a value for an empty body.
public protocol EmptyBodyRepresentable {
    /// What an empty body becomes.
    static var emptyBodyValue: Self { get }
}

extension Optional: EmptyBodyRepresentable {
    /// No value.
    public static var emptyBodyValue: Wrapped? { nil }
}

extension String: EmptyBodyRepresentable {
    /// The empty string.
    public static var emptyBodyValue: String { "" }
}

extension ResponseBody: EmptyBodyRepresentable {
    /// No bytes.
    public static var emptyBodyValue: ResponseBody { ResponseBody() }
}

extension [UInt8]: EmptyBodyRepresentable {
    /// No bytes.
    public static var emptyBodyValue: [UInt8] { [] }
}
