import DecantReport
import FlyingFox
import FlyingSocks
import Foundation

/// A server on the loopback interface, at a port that was free, which gives each answer at a path of its own.
struct DemoServer {
    private let server: HTTPServer
    private let task: Task<Void, any Error>

    /// The address of the server.
    let address: URL

    /// Starts a server.
    ///
    /// - Parameter answers: The answers; the first is at `/1`.
    /// - Throws: The error that keeps the server from starting.
    init(_ answers: [DemoAnswer]) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in
            guard let number = Int(request.path.dropFirst()), answers.indices.contains(number - 1) else {
                return HTTPResponse(statusCode: .notFound)
            }
            return answers[number - 1].response
        }
        self.server = server
        task = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw UnreadableInput(message: "the demo's server has no address") }
        address = url
    }

    /// Stops the server.
    func stop() async {
        await server.stop()
        task.cancel()
    }
}
