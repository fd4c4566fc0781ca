public import Decant
public import Foundation

/// The texts of an error for alerts, and for `localizedDescription`. They are in English.
extension ResponseError: LocalizedError {
    /// The ``ResponseError/message``.
    public var errorDescription: String? { message }

    /// The ``ResponseError/hint``.
    public var recoverySuggestion: String? { hint }
}
