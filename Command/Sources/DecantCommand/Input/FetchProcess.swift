import Decant
import DecantFoundation
import DecantReport
import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A child process of the command that fetches one response.
///
/// On Linux, some responses stop the process that runs URLSession, such as a truncated head. In a child process, such a
/// stop is an error like any other. The child writes the head as a line of JSON, then chunks of the body as they
/// arrive, each after a line with its length, and at the end a chunk of length 0 and a line with the error of the
/// transfer. It ends when its standard input does, which its parent keeps open.
enum FetchProcess {
    /// The first argument of a fetching process; no option of the command has this name.
    fileprivate static let mark = "--fetch-and-report"

    /// Fetches in this process if its arguments say so, and then does not return.
    static func runIfAsked() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == mark, arguments.count == 4, let url = URL(string: arguments[2]),
            let limit = Int(arguments[4])
        else { return }
        Thread.detachNewThread {
            while let bytes = try? InputFile.standardInput.available(), !bytes.isEmpty {}
            exit(0)
        }
        var request = URLRequest(url: url)
        request.httpMethod = arguments[3]
        var limits = Limits()
        // The parent process applies the limits; this process buffers the bytes that the parent has not read yet.
        limits.waitingBytes = max(limits.waitingBytes, limit)
        await report(request, limits)
    }

    private static func report(_ request: URLRequest, _ limits: Limits) async -> Never {
        var hasHead = false
        do throws(ResponseError) {
            let stream = try await URLSession.shared.stream(
                for: request,
                as: StreamSerializer.chunks.statuses(nil).limits { $0 = limits }
            )
            write(line: FetchedHead(stream.context.head))
            hasHead = true
            for try await chunk in stream { write(chunk: Array(chunk)) }
            write(chunk: [])
            write(line: FetchFailure?.none)
        } catch {
            if !hasHead { write(line: FetchedHead(error.context?.head)) }
            write(chunk: [])
            write(line: Optional(FetchFailure(error)))
        }
        exit(0)
    }

    private static func write(line value: some Encodable) {
        let line = (try? JSONEncoder().encode(value)) ?? Data("null".utf8)
        StandardStream.output.write(Array(line) + [UInt8(ascii: "\n")])
    }

    private static func write(chunk: [UInt8]) {
        StandardStream.output.write(Array("\(chunk.count)\n".utf8) + chunk)
    }

    fileprivate static var executable: URL? {
        #if os(Linux)
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        Bundle.main.executableURL
        #endif
    }
}

/// The head of a fetched response.
private struct FetchedHead: Codable {
    /// The status, if a head was received.
    var status: Int?

    /// The names and values of the fields, in order.
    var fields: [[String]] = []

    init(_ head: HTTPResponse?) {
        status = head?.status.code
        fields = head?.headerFields.map { [$0.name.rawName, $0.value] } ?? []
    }

    var head: HTTPResponse? {
        guard let status, (0...999).contains(status) else { return nil }
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        for field in fields where field.count == 2 {
            guard let name = HTTPField.Name(field[0]) else { continue }
            head.headerFields.append(HTTPField(name: name, lenientValue: Array(field[1].utf8)))
        }
        return head
    }
}

/// The error of an incomplete transfer; decoding the response adds the other details.
private struct FetchFailure: Codable {
    var code: String
    var message: String
    var offset: Int?
    var hint: String?

    init(_ error: ResponseError) {
        let report = error.report
        code = error.code.description
        message = report.headline
        offset = error.offset
        hint = report.explanation
    }

    var error: ResponseError {
        switch code {
        case ResponseError.Code.truncatedBody.description:
            ResponseError(.truncatedBody, message, offset: offset, hint: hint)
        case ResponseError.Code.malformedHead.description: ResponseError(.malformedHead, message)
        default: ResponseError(.transportFailed, message, hint: hint)
        }
    }
}

/// A response that a child process is fetching.
final class FetchedResponse: Sendable {
    private struct Reading {
        var buffer: [UInt8] = []
        /// The number of bytes at the start of the buffer that were consumed.
        var start = 0
        var hasEnded = false
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private let process: Mutex<Process>
    private let input: Pipe
    private let output: InputFile
    private let reading = Mutex(Reading())

    /// Starts fetching, and waits for the head.
    ///
    /// - Parameters:
    ///   - request: The request; its fields are not passed on.
    ///   - limits: The limits of the body.
    /// - Throws: `ResponseError` with the code `transportFailed` if the process cannot be started or is stopped.
    @concurrent
    static func start(_ request: URLRequest, limits: Limits) async throws(ResponseError) -> (
        head: HTTPResponse?, response: FetchedResponse
    ) {
        let response = try FetchedResponse(request, limits: limits)
        let line = try response.line()
        return ((try? JSONDecoder().decode(FetchedHead.self, from: Data(line)))?.head, response)
    }

    private init(_ request: URLRequest, limits: Limits) throws(ResponseError) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        let url = request.url?.absoluteString ?? ""
        process.executableURL = FetchProcess.executable
        process.arguments = [FetchProcess.mark, url, request.httpMethod ?? "GET", "\(limits.bodyBytes)"]
        process.standardInput = input
        process.standardOutput = output
        // The command reports the end of the process itself, instead of the runtime's message.
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw ResponseError(.transportFailed, "the process that fetches cannot be started", underlying: error)
        }
        let descriptor = dup(output.fileHandleForReading.fileDescriptor)
        self.output = InputFile(descriptor: descriptor, closes: true)
        self.input = input
        self.process = Mutex(process)
    }

    deinit {
        try? input.fileHandleForWriting.close()
    }

    /// The number of bytes of the response that have arrived.
    var readBytes: Int { output.readBytes }

    /// Waits for the next chunk of the body; nil at its end.
    ///
    /// - Throws: `ResponseError` if the transfer failed.
    func chunk() throws(ResponseError) -> [UInt8]? {
        if reading.withLock(\.hasEnded) { return nil }
        guard let count = Int(String(decoding: try line(), as: UTF8.self)) else { throw Self.stopped }
        if count > 0 { return try bytes(count) }
        reading.withLock { $0.hasEnded = true }
        let failure = try? JSONDecoder().decode(FetchFailure?.self, from: Data(try line()))
        if let error = failure?.error { throw error }
        return nil
    }

    private func line() throws(ResponseError) -> [UInt8] {
        while true {
            let line = reading.withLock { reading -> [UInt8]? in
                guard let end = reading.buffer[reading.start...].firstIndex(of: Self.lineEnd) else { return nil }
                defer { reading.start = end + 1 }
                return Array(reading.buffer[reading.start..<end])
            }
            if let line { return line }
            try fill()
        }
    }

    private func bytes(_ count: Int) throws(ResponseError) -> [UInt8] {
        while reading.withLock({ $0.buffer.count - $0.start < count }) { try fill() }
        return reading.withLock { reading in
            defer { reading.start += count }
            return Array(reading.buffer[reading.start..<reading.start + count])
        }
    }

    private func fill() throws(ResponseError) {
        guard let bytes = try? output.available(), !bytes.isEmpty else { throw Self.stopped }
        reading.withLock { reading in
            reading.buffer.removeFirst(reading.start)
            reading.start = 0
            reading.buffer += bytes
        }
    }

    private static var stopped: ResponseError {
        let reason = "the transfer failed: URLSession stopped the process that fetches"
        return ResponseError(.transportFailed, reason, hint: "on Linux, a truncated head stops URLSession")
    }
}
