import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting
import Foundation
import NIOCore

/// Measures AsyncHTTPClient with and without Decant, against a server in a separate process on the loopback interface.
///
/// `ClientFigures [ROUNDS]` prints a tab-separated line for each figure: name, value, bound, and "ok" or "short".
@main
enum ClientFigures {
    static let client = HTTPClient(configuration: HTTPClient.Configuration())

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "serve": try FigureServer.run()
        case "peak" where arguments.count == 2: try await print(Peak.growth(arguments[1]))
        default:
            let rounds = arguments.first.flatMap { Int($0) } ?? 9
            let figures = try await figures(rounds)
            for figure in figures { print(figure.line) }
            if figures.contains(where: { !$0.isReached }) { exit(1) }
        }
        exit(0)
    }

    private static func figures(_ rounds: Int) async throws -> [Figure] {
        let server = try FigureServer.Process()
        defer { server.stop() }
        let url = server.url
        let document = try await ratio(
            rounds,
            of: { try await collected(url) { try JSONSerialization.jsonObject(with: $0) } }
        ) {
            _ = try await client.value(from: "\(url)/large", as: .json.limits(.unlimited))
        }
        let decodable = try await ratio(
            rounds,
            of: { try await collected(url) { try JSONDecoder().decode([Row].self, from: $0) } }
        ) {
            _ = try await client.value(from: "\(url)/large", as: .json([Row].self).limits(.unlimited))
        }
        // Many short rounds, because a machine's speed changes within a second and rounds differ by a tenth.
        let small = try await ratio(
            rounds * 100,
            of: { try await requests { _ = try await bytes("\(url)/small", 1 << 20) } }
        ) {
            try await requests { _ = try await client.value(from: "\(url)/small", as: .data) }
        }
        return [
            Figure("64 MiB JSON to document / collect + JSONSerialization", document, atLeast: 4),
            Figure("64 MiB JSON to Decodable / collect + JSONDecoder", decodable, atLeast: 4),
            Figure("2 kB answers, requests a second / AsyncHTTPClient alone", small, atLeast: 0.95),
            Figure("peak memory over a body of 64 MiB / body", try Peak.measured(url), atMost: 1.5),
            Figure(
                "cancelled: milliseconds until the server sees the end, worst of 100",
                try await closing(),
                atMost: 100
            ),
        ]
    }

    /// Returns the median of the speed of the second relative to the first, measured alternately.
    private static func ratio(
        _ rounds: Int,
        of rival: () async throws -> Void,
        _ own: () async throws -> Void
    ) async throws -> Double {
        try await rival()
        try await own()
        var ratios: [Double] = []
        let clock = ContinuousClock()
        for round in 0..<rounds {
            let first = try await clock.measure { round.isMultiple(of: 2) ? try await rival() : try await own() }
            let second = try await clock.measure { round.isMultiple(of: 2) ? try await own() : try await rival() }
            ratios.append(round.isMultiple(of: 2) ? first / second : second / first)
        }
        ratios.sort()
        return ratios[ratios.count / 2]
    }

    private static func bytes(_ url: String, _ limit: Int) async throws -> ByteBuffer {
        try await client.execute(HTTPClientRequest(url: url), deadline: .distantFuture).body.collect(upTo: limit)
    }

    private static func collected(_ url: String, _ decode: (Data) throws -> Any) async throws {
        let buffer = try await bytes("\(url)/large", 1 << 30)
        _ = try decode(Data(buffer.readableBytesView))
    }

    private static func requests(_ one: () async throws -> Void) async throws {
        for _ in 0..<100 { try await one() }
    }

    /// Returns the maximum time in milliseconds between a cancellation and the end of the server's connection.
    private static func closing() async throws -> Double {
        var worst = 0.0
        for _ in 0..<100 {
            let (ends, end) = AsyncStream<ContinuousClock.Instant>.makeStream()
            let (arrivals, arrival) = AsyncStream<Void>.makeStream()
            let server = try LoopbackServer { exchange in
                exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")
                exchange.waitForTheEnd()
                end.yield(.now)
                return false
            }
            let fetch = Task { try await client.value(from: server.origin, as: .data) { _ in arrival.finish() } }
            for await _ in arrivals {}
            let start = ContinuousClock.now
            fetch.cancel()
            _ = await fetch.result
            for await time in ends {
                worst = max(worst, (time - start) / .milliseconds(1))
                break
            }
            server.stop()
        }
        return worst
    }
}

/// A row of the large body.
struct Row: Decodable, Sendable {
    var id: Int
    var name: String
    var tags: [String]
    var score: Double
    var isActive: Bool
    var note: String?
}

/// The peak memory of fetching a 64 MiB body as bytes.
enum Peak {
    /// Returns the growth of this process's peak memory, as a multiple of the body size.
    static func growth(_ url: String) async throws -> Double {
        // Creates the client and the runtime before the body is fetched.
        _ = try await ClientFigures.client.value(from: "\(url)/small", as: .data)
        let before = try kibibytes()
        let body = try await ClientFigures.client.value(from: "\(url)/large", as: .data)
        return Double(try kibibytes() - before) * 1024 / Double(body.count)
    }

    static func measured(_ url: String) throws -> Double {
        let process = Foundation.Process()
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["peak", url]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    private static func kibibytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// The server for the large and the small responses.
enum FigureServer {
    /// Prints the server's address, and serves until standard input is closed.
    static func run() throws {
        let large = answer(rows: 64 << 20), small = answer(rows: 2000)
        let server = try LoopbackServer { exchange in exchange.send(exchange.target == "/large" ? large : small) }
        FileHandle.standardOutput.write(Data("\(server.origin)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    /// Returns a response with a JSON array of at most `count` bytes.
    private static func answer(rows count: Int) -> [UInt8] {
        var text: [UInt8] = Array("[".utf8)
        var id = 0
        while true {
            let row =
                #"{"id":\#(id),"name":"The name of number \#(id)","tags":["first","second, longer tag"],"#
                + #""score":\#(Double(id % 1000) / 8),"isActive":\#(id.isMultiple(of: 3)),"note":null}"#
            guard text.count + row.utf8.count + 2 < count else { break }
            if id > 0 { text.append(UInt8(ascii: ",")) }
            text += row.utf8
            id += 1
        }
        text.append(UInt8(ascii: "]"))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.count)\r\n\r\n"
        return Array(head.utf8) + text
    }

    /// The server in a separate process.
    struct Process {
        private let process = Foundation.Process()
        private let input = Pipe()

        let url: String

        init() throws {
            let output = Pipe()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = ["serve"]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            url = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        func stop() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
}

/// A measured number and its lower or upper bound.
struct Figure {
    let name: String
    let value: Double
    let bound: Double
    /// Whether the value meets the bound.
    ///
    /// NaN never does.
    let isReached: Bool

    init(_ name: String, _ value: Double, atLeast bound: Double) {
        (self.name, self.value, self.bound, isReached) = (name, value, bound, value >= bound)
    }

    init(_ name: String, _ value: Double, atMost bound: Double) {
        (self.name, self.value, self.bound, isReached) = (name + ", at most", value, bound, value <= bound)
    }

    var line: String { "\(name)\t\(String(format: "%.2f", value))\t\(bound)\t\(isReached ? "ok" : "short")" }
}
