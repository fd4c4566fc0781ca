import Decant
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What has come when a transfer is over, complete or not.
struct TransferOutcome: Sendable {
    /// Why a transfer is not complete.
    enum Failure: Sendable {
        /// The body has more bytes than it may have.
        case limit(ResponseError)

        /// The task that waits for it was cancelled, or the session was.
        case cancelled((any Error)?)

        /// The client gave up.
        case transport(any Error)
    }

    /// The response, if its head came.
    var response: URLResponse?

    /// The bytes that came.
    var body = ResponseBody()

    /// Why the transfer is not complete, if it is not.
    var failure: Failure?
}
