// Why unsafe: the calls of POSIX sockets take pointers.
//
// What bounds it: each pointer is made for one call, from a variable or an array whose size is passed with it.

#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
private let noSignal = Int32(MSG_NOSIGNAL)
#else
import Darwin
private let stream = SOCK_STREAM
private let noSignal: Int32 = 0
#endif

/// A socket of the loopback interface.
struct UnsafeSocket: Sendable {
    let descriptor: Int32

    /// Opens a socket that listens on a free port.
    static func listening() -> UnsafeSocket? {
        let socket = UnsafeSocket(descriptor: socket(AF_INET, stream, 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket.descriptor, $0, size)
            }
        }
        guard bound == 0, listen(socket.descriptor, 128) == 0 else { return nil }
        return socket
    }

    /// The port on which it listens.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for a connection; gives nil once the socket is shut down.
    func accepted() -> UnsafeSocket? {
        let connection = accept(descriptor, nil, nil)
        return connection >= 0 ? UnsafeSocket(descriptor: connection) : nil
    }

    /// Waits for bytes; gives none once the other side is gone.
    func received() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(count, 0)))
    }

    /// Sends all bytes; gives false once the other side is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe sent($0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func sent(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, noSignal)
        #else
        unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, noSignal)
        #endif
    }

    /// Wakes who waits on the socket, and ends it.
    func end() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
