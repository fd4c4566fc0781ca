public import Decant
public import Foundation

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
        let others = hooks.scalar
        copy.hooks.scalar = { (type, scalar) throws(ScalarMismatch) in
            guard type == Date.self, case .string(let text) = scalar else { return try others?(type, scalar) }
            guard let date = make(text) else {
                throw ScalarMismatch(expected: "a date as text in the caller's form", isContent: true)
            }
            return date
        }
        return copy
    }
}
