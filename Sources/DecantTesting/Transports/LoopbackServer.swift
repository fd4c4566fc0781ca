internal import Synchronization

/// An HTTP server on the loopback interface that responds with any bytes, including bytes that are not HTTP.
///
/// Each connection has a separate thread, so an answer may wait. The server listens until ``stop()`` is called or the
/// process ends, so a test need not keep it alive until a fetch has ended.
public final class LoopbackServer: Sendable {
    /// A received request, with the connection for the response.
    public struct Exchange: Sendable {
        /// The head of the request.
        public let head: String

        fileprivate let socket: ServerSocket
        fileprivate let count: SentCount

        /// The target of the request, such as `/users?id=1`.
        public var target: String {
            head.split(separator: " ", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
        }

        /// Sends bytes.
        ///
        /// - Returns: Whether the bytes were sent; false once the client has closed the connection.
        @discardableResult
        public func send(_ bytes: some Sequence<UInt8>) -> Bool {
            socket.send(Array(bytes)) { count.add($0) }
        }

        /// Sends text in ISO 8859-1, which encodes each scalar as one byte.
        ///
        /// - Returns: Whether the text was sent; false once the client has closed the connection.
        @discardableResult
        public func send(_ text: String) -> Bool {
            send(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }

        /// Sends text repeatedly until the client closes the connection, at most 256 MiB, and then waits for the
        /// client.
        ///
        /// - Parameters:
        ///   - text: The text, sent in UTF-8.
        ///   - pause: The time to wait after each repetition.
        public func sendEndlessly(_ text: String, pausing pause: Duration = .zero) {
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < 1 << 28 {
                guard send(bytes) else { return }
                sent += bytes.count
                if pause > .zero { self.pause(pause) }
            }
            waitForTheEnd()
        }

        /// Delays the response.
        public func pause(_ time: Duration) {
            ServerThread.sleep(time)
        }

        /// Waits until the client closes the connection.
        public func waitForTheEnd() {
            while !socket.received().isEmpty {}
        }

        /// Ends the connection with a reset (RST), so the client loses the bytes that it has not read.
        public func resetAtTheEnd() {
            socket.resetWhenClosed()
        }
    }

    /// A closure that responds to a request.
    ///
    /// It returns whether to keep the connection for another request.
    public typealias Answer = @Sendable (Exchange) -> Bool

    private struct State {
        var heads: [String] = []
        var connections = 0
        var open = 0
    }

    private let socket: ServerSocket
    private let state = Mutex(State())
    private let sent = SentCount()

    /// The address of the server, without a path: `http://127.0.0.1:PORT`.
    public let origin: String

    /// Starts a server.
    ///
    /// ```swift
    /// let server = try LoopbackServer { exchange in
    ///     exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n" + exchange.target)
    ///     return false  // closes the connection before the body is complete
    /// }
    /// print(server.origin)
    /// ```
    ///
    /// - Parameter answer: A closure that is called for each request, on the thread of its connection.
    /// - Throws: ``LoopbackServerError`` if a socket or thread cannot be created.
    public init(answer: @escaping Answer) throws(LoopbackServerError) {
        guard let (socket, port) = ServerSocket.listening() else { throw LoopbackServerError() }
        self.socket = socket
        origin = "http://127.0.0.1:\(port)"
        let isStarted = ServerThread.start { [self] in
            while let connection = socket.accepted() {
                state.withLock { state in
                    state.connections += 1
                    state.open += 1
                }
                let isServed = ServerThread.start { [self] in serve(connection, answer) }
                if !isServed { close(connection) }
            }
            socket.close()
        }
        guard isStarted else { throw LoopbackServerError() }
    }

    /// Starts a server that sends the same bytes to every client and closes the connection.
    ///
    /// ```swift
    /// let server = try LoopbackServer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    /// let url = URL(string: server.origin + "/users/9") ?? URL(filePath: "/")
    /// _ = try? await session.value(from: url, as: .json)
    /// print(server.requests.count)
    /// ```
    ///
    /// - Parameter response: The head and the body, sent in ISO 8859-1.
    /// - Throws: ``LoopbackServerError`` if a socket or thread cannot be created.
    public convenience init(_ response: String) throws(LoopbackServerError) {
        try self.init { exchange in
            exchange.send(response)
            return false
        }
    }

    /// The heads of the requests received.
    public var requests: [String] { state.withLock(\.heads) }

    /// The number of connections accepted.
    public var connections: Int { state.withLock(\.connections) }

    /// The number of open connections.
    public var openConnections: Int { state.withLock(\.open) }

    /// The number of bytes passed to the system.
    public var sentBytes: Int { sent.value }

    /// Stops listening.
    ///
    /// Open connections are not closed.
    public func stop() {
        socket.end()
    }

    private func serve(_ connection: ServerSocket, _ answer: Answer) {
        defer { close(connection) }
        while let head = Self.head(from: connection) {
            state.withLock { $0.heads.append(head) }
            guard answer(Exchange(head: head, socket: connection, count: sent)) else { return }
        }
    }

    private func close(_ connection: ServerSocket) {
        connection.close()
        state.withLock { $0.open -= 1 }
    }

    private static func head(from connection: ServerSocket) -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let chunk = connection.received()
            guard !chunk.isEmpty else { return nil }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The error of a server that cannot start because the system has no port or thread for it.
public struct LoopbackServerError: Error {}

/// The number of bytes sent on all connections.
private final class SentCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add(_ bytes: Int) {
        count.withLock { $0 += bytes }
    }
}
