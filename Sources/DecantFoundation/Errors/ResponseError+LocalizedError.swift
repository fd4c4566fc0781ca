public import Decant
public import Foundation

/// Texts for alerts and for `localizedDescription`, in English.
extension ResponseError: LocalizedError {
    /// The message of the error.
    public var errorDescription: String? { message }

    /// The hint of the error.
    public var recoverySuggestion: String? { hint }
}
