internal import CDecantSockets

// MARK: - Unsafe
//
// Bound: each pointer is created for one call, from an array whose size is passed with it. The context of a thread is
// retained when it is passed, and released once, by the thread.

/// A socket of the loopback interface, which must be closed explicitly.
struct ServerSocket: Sendable {
    private let descriptor: Int32

    /// Opens a socket that listens on a free port.
    static func listening() -> (socket: ServerSocket, port: UInt16)? {
        var port: UInt16 = 0
        let descriptor = unsafe decant_socket_listen(&port)
        return descriptor >= 0 ? (ServerSocket(descriptor: descriptor), port) : nil
    }

    /// Waits for a connection.
    ///
    /// Returns nil once the socket has been ended.
    func accepted() -> ServerSocket? {
        let connection = decant_socket_accept(descriptor)
        return connection >= 0 ? ServerSocket(descriptor: connection) : nil
    }

    /// Waits for bytes.
    ///
    /// Returns an empty array once the peer has closed the connection.
    func received() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe decant_socket_receive(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Sends all bytes and reports the number of bytes of each write.
    ///
    /// Returns false once the peer has closed the connection.
    func send(_ bytes: [UInt8], _ report: (Int) -> Void) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                return unsafe decant_socket_send(descriptor, rest.baseAddress, rest.count)
            }
            guard count > 0 else { return false }
            report(count)
            start += count
        }
        return true
    }

    /// Makes closing the socket send a reset.
    func resetWhenClosed() {
        decant_socket_reset_when_closed(descriptor)
    }

    /// Ends sending after the bytes sent so far.
    func endSending() {
        decant_socket_end_sending(descriptor)
    }

    /// Wakes the thread that waits on the socket.
    func end() {
        decant_socket_end(descriptor)
    }

    /// Ends the connection and closes the descriptor.
    func close() {
        decant_socket_close(descriptor)
    }
}

/// Threads for blocking work, since an answer may wait for any time, and a task must not block.
enum ServerThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a function on a new thread.
    ///
    /// - Returns: Whether the thread was created.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Body(run))
        let status = unsafe decant_thread_start(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            },
            context.toOpaque()
        )
        if status != 0 { unsafe context.release() }
        return status == 0
    }

    /// Waits on the calling thread, for at most a day.
    static func sleep(_ time: Duration) {
        decant_thread_sleep(Int(min(max(time, .zero), .seconds(86_400)) / .microseconds(1)))
    }
}
