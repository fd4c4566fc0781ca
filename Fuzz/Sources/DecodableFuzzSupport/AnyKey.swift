/// A coding key of any text.
public struct AnyKey: CodingKey {
    /// The text.
    public let stringValue: String

    /// Creates a key.
    ///
    /// - Parameter stringValue: The text.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// Creates no key: there are none of numbers.
    ///
    /// - Parameter intValue: Any number.
    public init?(intValue: Int) {
        nil
    }

    /// Always nil.
    public var intValue: Int? { nil }
}
