public import Decant
public import Foundation

/// The texts of an error for alerts, and for `localizedDescription`. They are in English.
extension ResponseError: LocalizedError {
    /// The message of the error.
    public var errorDescription: String? { message }

    /// The hint of the error.
    public var recoverySuggestion: String? { hint }
}
