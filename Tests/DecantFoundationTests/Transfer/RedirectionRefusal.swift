import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A delegate of a session that follows no redirection.
final class RedirectionRefusal: NSObject, URLSessionTaskDelegate {
    private let asked = Mutex(0)

    /// The number of calls.
    var count: Int { asked.withLock(\.self) }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        asked.withLock { $0 += 1 }
        completionHandler(nil)
    }
}
