import DecantTesting
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
