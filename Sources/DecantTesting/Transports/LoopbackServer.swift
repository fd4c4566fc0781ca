internal import Synchronization

/// An HTTP server on the loopback interface that answers with any bytes a test wants, also with bytes that are not HTTP.
///
/// Each connection has a thread of its own, so an answer may wait. It listens until ``stop()``, at the latest until the tests
/// are over, so that no test has to keep it alive until a fetch has ended.
public final class LoopbackServer: Sendable {
    /// A received request, and the connection for the answer.
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
        /// - Returns: Whether they were sent; false once the client is gone.
        @discardableResult
        public func send(_ bytes: some Sequence<UInt8>) -> Bool {
            socket.send(Array(bytes)) { count.add($0) }
        }

        /// Sends text in ISO 8859-1, in which each scalar is one byte.
        ///
        /// - Returns: Whether it was sent; false once the client is gone.
        @discardableResult
        public func send(_ text: String) -> Bool {
            send(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }

        /// Sends text again and again until the client is gone, at most 256 MiB; then leaves it waiting for more.
        ///
        /// - Parameters:
        ///   - text: The text, in UTF-8.
        ///   - pause: The time to wait after each.
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

        /// Delays the answer.
        public func pause(_ time: Duration) {
            ServerThread.sleep(time)
        }

        /// Waits until the client is gone.
        public func waitForTheEnd() {
            while !socket.received().isEmpty {}
        }

        /// Makes the end of the connection a reset (RST), by which the client loses bytes that it has not read yet.
        public func resetAtTheEnd() {
            socket.resetWhenClosed()
        }
    }

    /// Answers a request; the connection is kept for a next one if it returns true.
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
    /// - Parameter answer: Called on the thread of the connection for each request that comes.
    /// - Throws: ``LoopbackServerError`` if no port or thread can be had.
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

    /// Starts a server that sends the same bytes to every client, and closes the connection.
    ///
    /// ```swift
    /// let server = try LoopbackServer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    /// let url = URL(string: server.origin + "/users/9") ?? URL(filePath: "/")
    /// _ = try? await session.value(from: url, as: .json)
    /// print(server.requests.count)
    /// ```
    ///
    /// - Parameter response: The head and the body, in ISO 8859-1.
    /// - Throws: ``LoopbackServerError`` if no port or thread can be had.
    public convenience init(_ response: String) throws(LoopbackServerError) {
        try self.init { exchange in
            exchange.send(response)
            return false
        }
    }

    /// The heads of the received requests.
    public var requests: [String] { state.withLock(\.heads) }

    /// The number of connections that were opened.
    public var connections: Int { state.withLock(\.connections) }

    /// The number of connections that are open.
    public var openConnections: Int { state.withLock(\.open) }

    /// The number of bytes that were handed over to the system.
    public var sentBytes: Int { sent.value }

    /// Stops listening; connections end by themselves.
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

/// The error of a server that cannot start, since the system has no port or thread for it.
public struct LoopbackServerError: Error {}

/// The number of bytes that were sent on all connections.
private final class SentCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add(_ bytes: Int) {
        count.withLock { $0 += bytes }
    }
}
