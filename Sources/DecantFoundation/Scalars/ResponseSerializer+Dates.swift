public import Decant
import DecantCore
public import Foundation

extension DecodableResponseSerializer {
    /// A serializer that makes dates of text by a function of the caller's own, as `JSONDecoder` does with a formatter.
    ///
    /// ```swift
    /// .json(Order.self).dates { try? Date($0, strategy: .iso8601.year().month().day()) }
    /// ```
    ///
    /// - Parameter make: Makes a date of text, or returns nil if the text is not one, which is an error. A number is an error,
    ///   too.
    /// - Returns: The changed serializer.
    public func dates(_ make: @escaping @Sendable (String) -> Date?) -> Self {
        let others = strategies.scalar
        return scalars { type, scalar, path in
            guard type == Date.self else { return try others?(type, scalar, path) }
            guard case .string(let text) = scalar else { throw ScalarMismatch(expected: "a date as text") }
            guard let date = make(text) else {
                throw ScalarMismatch(expected: "a date as text in the caller's form", isContent: true)
            }
            return date
        }
    }
}
