import DecantFoundation
import DecantTesting
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A field with a media type that URLSession passes on immediately.
///
/// Without a media type, URLSession on Apple systems holds back the first 512 bytes of a body to examine their type.
let immediateType = "Content-Type: application/json\r\n"

extension URLSession {
    /// Whether URLSession uses libcurl to parse responses.
    ///
    /// Apple's parser may treat a response that is cut or malformed differently.
    static var usesLibcurl: Bool {
        #if canImport(FoundationNetworking)
        true
        #else
        false
        #endif
    }
}

/// A serializer that reports whether it decodes on the main queue, and the number of bytes.
struct Probe: ResponseSerializer {
    struct Sighting: Sendable, Hashable {
        var isOnMainQueue: Bool
        var count: Int
    }

    private static let mark = DispatchSpecificKey<Bool>()

    /// Whether the caller runs on the main queue, which on Linux does not always use the main thread.
    static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

    /// Marks the main queue.
    static func markMainQueue() {
        DispatchQueue.main.setSpecific(key: mark, value: true)
    }

    var handling = ResponseHandling(accepting: nil)

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Sighting {
        Sighting(isOnMainQueue: Self.isOnMainQueue, count: body.count)
    }
}

extension LoopbackServer {
    /// A request for a target on the server.
    func request(_ target: String = "/", method: String = "GET") throws -> URLRequest {
        var request = URLRequest(url: try url(target))
        request.httpMethod = method
        return request
    }

    /// The URL of a target on the server.
    func url(_ target: String = "/") throws -> URL {
        guard let url = URL(string: origin + target) else { throw URLError(.badURL) }
        return url
    }
}

/// A session delegate that rejects every redirection.
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
