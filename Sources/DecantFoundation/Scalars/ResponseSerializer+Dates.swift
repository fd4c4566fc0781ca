public import Decant
import DecantCore
public import Foundation

extension JSONResponseSerializer {
    /// A serializer that makes dates of text in a way of the caller's own, as `JSONDecoder` does with a formatter.
    ///
    /// ```swift
    /// .json(Order.self).dates { try? Date($0, strategy: .iso8601.year().month().day()) }
    /// ```
    ///
    /// - Parameter make: Makes a date of text, or gives nil if the text is none, which is an error. A number is an error, too.
    /// - Returns: The serializer.
    public func dates(_ make: @escaping @Sendable (String) -> Date?) -> Self {
        var copy = self
        copy.hooks.scalar = CustomDates.strategy(make, before: hooks.scalar)
        return copy
    }
}

extension XMLResponseSerializer {
    /// A serializer that makes dates of text in a way of the caller's own, such as the dates of RSS.
    ///
    /// ```swift
    /// .xml(Feed.self).dates { try? Date($0, strategy: .http) }
    /// ```
    ///
    /// - Parameter make: Makes a date of text, or gives nil if the text is none, which is an error.
    /// - Returns: The serializer.
    public func dates(_ make: @escaping @Sendable (String) -> Date?) -> Self {
        var copy = self
        copy.hooks.scalar = CustomDates.strategy(make, before: hooks.scalar)
        return copy
    }
}

/// Dates as a function of the caller's own makes them, the same for every format.
private enum CustomDates {
    typealias Strategy = @Sendable (any ScalarDecodable.Type, DecodedScalar) throws(ScalarMismatch) -> Any?

    /// A strategy that makes dates, and leaves all other types to another strategy.
    static func strategy(_ make: @escaping @Sendable (String) -> Date?, before others: Strategy?) -> Strategy {
        { (type, scalar) throws(ScalarMismatch) in
            guard type == Date.self else { return try others?(type, scalar) }
            guard case .string(let text) = scalar else { throw ScalarMismatch(expected: "a date as text") }
            guard let date = make(text) else {
                throw ScalarMismatch(expected: "a date as text in the caller's form", isContent: true)
            }
            return date
        }
    }
}
