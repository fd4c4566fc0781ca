import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// The configuration for a session on which transfers may be cancelled at any time.
    ///
    /// On Linux it has no cache. With one, Foundation first asks the cache, and a task that is cancelled meanwhile still runs
    /// to its end; the cancellation comes behind it and stops the process.
    var forTransfers: URLSessionConfiguration {
        #if canImport(FoundationNetworking)
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.urlCache = nil
        return copy
        #else
        return self
        #endif
    }
}
