import Decant
import DecantImages

/// The outcome of an answer.
enum DemoResult: Sendable {
    /// A value, as text, what was noticed, and the picture that it is, if it is one.
    case value(String, findings: [Finding], picture: DecodedImage? = nil)

    /// An error.
    case failure(ResponseError)
}
