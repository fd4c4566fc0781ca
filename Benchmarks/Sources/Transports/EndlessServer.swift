import Foundation

/// A server on the loopback interface that sends an endless JSON array: at most 1 GiB and for 20 s per connection.
enum EndlessServer {
    private static let byteLimit = 1 << 30
    private static let secondsLimit = 20.0

    /// Prints the port, then serves until standard input is closed.
    static func run() throws {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16? = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(server, address, size) == 0, listen(server, 64) == 0 else { return nil }
                return getsockname(server, address, &size) == 0 ? UInt16(bigEndian: pointer.pointee.sin_port) : nil
            }
        }
        guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
        FileHandle.standardOutput.write(Data("\(port)\n".utf8))
        Thread.detachNewThread {
            while true {
                let connection = accept(server, nil, nil)
                guard connection >= 0 else { continue }
                Thread.detachNewThread { serve(connection) }
            }
        }
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    private static func serve(_ connection: Int32) {
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 1 << 14)
        guard recv(connection, &request, request.count, 0) > 0 else { return }
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[".utf8)
        let values = Array(String(repeating: "1,", count: 1 << 17).utf8)
        guard send(connection, head, head.count, Int32(MSG_NOSIGNAL)) == head.count else { return }
        let deadline = Date(timeIntervalSinceNow: secondsLimit)
        var count = 0
        while count < byteLimit, Date() < deadline {
            let sent = send(connection, values, values.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return }
            count += sent
        }
    }

    /// The server in a separate process.
    struct Process {
        private let process = Foundation.Process()
        private let input = Pipe()

        /// The URL of the body.
        let url: String

        init() throws {
            let output = Pipe()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = ["serve"]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            url = "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))/"
        }

        func stop() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
}
