import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An HTTP server on the loopback interface that answers with whatever bytes a test wants, also with what is no HTTP.
///
/// Each connection has a thread of its own, so an answer may wait. It listens until the tests are over, so that no test has to
/// keep it alive until a fetch has ended.
final class LoopbackServer: Sendable {
    /// A request as it came, and the way back.
    struct Exchange: Sendable {
        /// The head of the request.
        let head: String
        fileprivate let socket: UnsafeSocket

        /// The target of the request, such as `/users?id=1`.
        var target: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        /// Sends text in ISO 8859-1, in which each scalar is one byte; gives false once the client is gone.
        @discardableResult
        func send(_ text: String) -> Bool {
            socket.send(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }

        /// Sends text again and again until the client is gone, at most 256 MiB; then leaves it waiting for more.
        func sendEndlessly(_ text: String, pausing pause: TimeInterval = 0) {
            let bytes = Array(text.utf8)
            var count = 0
            while count < 1 << 28 {
                guard socket.send(bytes) else { return }
                count += bytes.count
                if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            }
            waitForTheEnd()
        }

        /// Waits until the client is gone.
        func waitForTheEnd() {
            while !socket.received().isEmpty {}
        }
    }

    /// Answers a request; the connection is kept for a next one if it gives true.
    typealias Answer = @Sendable (Exchange) -> Bool

    private let socket: UnsafeSocket
    private let heads = Mutex<[String]>([])
    private let connectionCount = Mutex(0)

    /// Where the server is reached, without a path.
    let origin: String

    /// Starts a server.
    init(answer: @escaping Answer) throws {
        guard let socket = UnsafeSocket.listening() else { throw POSIXError(.EADDRNOTAVAIL) }
        self.socket = socket
        origin = "http://127.0.0.1:\(socket.port)"
        Thread.detachNewThread { [self] in
            while let connection = socket.accepted() {
                connectionCount.withLock { $0 += 1 }
                Thread.detachNewThread { [self] in serve(connection, answer) }
            }
        }
    }

    /// Starts a server that gives the same bytes to everyone.
    convenience init(_ response: String) throws {
        try self.init { exchange in
            exchange.send(response)
            return false
        }
    }

    /// The heads of the requests that came.
    var requests: [String] { heads.withLock(\.self) }

    /// The number of connections that were opened.
    var connections: Int { connectionCount.withLock(\.self) }

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

    private func serve(_ connection: UnsafeSocket, _ answer: Answer) {
        defer { connection.end() }
        while let head = Self.head(from: connection) {
            heads.withLock { $0.append(head) }
            guard answer(Exchange(head: head, socket: connection)) else { return }
        }
    }

    private static func head(from connection: UnsafeSocket) -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let chunk = connection.received()
            guard !chunk.isEmpty else { return nil }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
