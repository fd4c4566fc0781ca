public import DecantCore

/// An HTTP server on the loopback interface that responds with any bytes, including bytes that are not HTTP.
///
/// Each connection has a separate thread, so an answer may wait. The server listens until ``stop()`` is called or the
/// process ends, so a test need not keep it alive until a fetch has ended.
///
/// The server reads the head and the body of a request before it calls for an answer. The length of a body is that of
/// its `Content-Length` or its chunks. A client that sends `Expect: 100-continue` receives an interim response. Of
/// requests that it cannot read, the server answers with 413 a body of more than 16 MiB, with 431 a head of more than
/// 1 MiB, and with 400 a head or a body that is malformed (RFC 9112), and closes the connection.
public final class LoopbackServer: Sendable {
    /// A received request, with the connection for the response.
    public struct Exchange: Sendable {
        /// The head of the request.
        public let head: String

        /// The body of the request, without its chunked coding; empty if the request has none.
        public let body: [UInt8]

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
    private let state = Lock(State())
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
    /// - Throws: `ResponseError` with the code `transportFailed` if a socket or thread cannot be created.
    public init(answer: @escaping Answer) throws(ResponseError) {
        guard let (socket, port) = ServerSocket.listening() else { throw Self.noServer }
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
        guard isStarted else { throw Self.noServer }
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
    /// - Throws: `ResponseError` with the code `transportFailed` if a socket or thread cannot be created.
    public convenience init(_ response: String) throws(ResponseError) {
        try self.init { exchange in
            exchange.send(response)
            return false
        }
    }

    private static let noServer = ResponseError(
        .transportFailed,
        "could not start a server on the loopback interface: the system has no port or thread for it"
    )

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
        var requests = RequestReader { connection.received() }
        do throws(RequestReader.Failure) {
            while true {
                let exchange = try exchange(&requests, connection)
                guard answer(exchange) else { return }
            }
        } catch {
            guard let status = error.status else { return }
            send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", connection)
            // Closing a connection with unread bytes resets it, and the client may lose the response.
            connection.endSending()
            var rest = 1 << 16
            while rest > 0, !connection.received().isEmpty { rest -= 1 }
        }
    }

    /// Reads the next request.
    private func exchange(
        _ requests: inout RequestReader,
        _ connection: ServerSocket
    ) throws(RequestReader.Failure) -> Exchange {
        let head = try requests.head()
        state.withLock { $0.heads.append(head) }
        let body = try requests.body(of: head) { send("HTTP/1.1 100 Continue\r\n\r\n", connection) }
        return Exchange(head: head, body: body, socket: connection, count: sent)
    }

    private func send(_ text: String, _ connection: ServerSocket) {
        _ = connection.send(Array(text.utf8)) { sent.add($0) }
    }

    private func close(_ connection: ServerSocket) {
        connection.close()
        state.withLock { $0.open -= 1 }
    }
}

/// The number of bytes sent on all connections.
private final class SentCount: Sendable {
    private let count = Lock(0)

    var value: Int { count.withLock(\.self) }

    func add(_ bytes: Int) {
        count.withLock { $0 += bytes }
    }
}
