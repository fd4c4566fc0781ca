/// The value of a response whose body is of no interest, and may be empty.
public struct Empty: Sendable, Hashable, Codable, EmptyBodyRepresentable {
    /// Creates the value.
    public init() {}

    /// The value itself.
    public static var emptyBodyValue: Empty { Empty() }
}
