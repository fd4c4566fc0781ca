import DecantFoundation
import Foundation

/// Measures URLSession with and without Decant against a server that sends an endless body.
///
/// `Transports measure [RUNS [CANCELLATIONS]]` starts the server, and a separate process for each run. The memory peaks
/// of the runs do not add up, and the server's memory does not count.
@main
enum Transports {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "serve":
            try EndlessServer.run()
        case "run":
            guard arguments.count == 4, let client = Client(rawValue: arguments[1]),
                let scenario = Scenario(rawValue: arguments[2]), let url = URL(string: arguments[3])
            else { exit(2) }
            let seconds = await client.run(scenario, url)
            // Bytes that arrive after the caller has resumed also count.
            try await Task.sleep(for: .milliseconds(100))
            print(seconds, try PeakMemory.kibibytes())
        case "gather":
            try print(ChunkedBody.growth())
        case "measure", nil:
            let counts = arguments.dropFirst().map { Int($0) ?? 0 }
            let figures = try Measurement(runs: counts.first ?? 50, cancellations: counts.dropFirst().first ?? 500)
                .figures()
            for figure in figures { print(figure.line) }
            if figures.contains(where: { !$0.isReached }) { exit(1) }
        default:
            exit(2)
        }
    }
}

/// The reason why a run ends.
enum Scenario: String {
    /// The body exceeds 1 MiB.
    case limit

    /// The caller is canceled after 20 ms.
    case cancellation
}

/// The runs of both clients, in turn, and their bounds.
struct Measurement {
    let runs: Int
    let cancellations: Int

    private struct Run {
        var seconds: Double
        var kibibytes: Double
    }

    /// Returns all figures; the figures for memory and for the time at the limit compare the worst runs.
    func figures() throws -> [Figure] {
        let server = try EndlessServer.Process()
        defer { server.stop() }
        let limit = try measure(.limit, times: runs, server)
        let cancellation = try measure(.cancellation, times: cancellations, server)
        let resumed = Self.worst(cancellation.decant, \.seconds) * 1000
        let (limitPeak, cancelledPeak) = (Self.ratio(limit, \.kibibytes), Self.ratio(cancellation, \.kibibytes))
        return [
            Figure("endless body, limit 1 MiB: worst peak / plain URLSession's worst", limitPeak, 1),
            Figure("endless body, limit 1 MiB: worst time / plain URLSession's worst", Self.ratio(limit, \.seconds), 1),
            Figure("cancelled after 20 ms: milliseconds until the caller resumes, worst", resumed, 100),
            Figure("cancelled after 20 ms: worst peak / plain URLSession's worst", cancelledPeak, 1),
            Figure("body of 64 MiB in chunks of 64 KiB: peak / body", try Self.gather(), 1.5),
        ]
    }

    private func measure(_ scenario: Scenario, times count: Int, _ server: EndlessServer.Process) throws
        -> (decant: [Run], plain: [Run])
    {
        var decant: [Run] = []
        var plain: [Run] = []
        for round in 0..<count {
            for client in round.isMultiple(of: 2) ? [Client.decant, .plain] : [.plain, .decant] {
                let run = try Self.run(client, scenario, server.url)
                if client == .decant { decant.append(run) } else { plain.append(run) }
            }
        }
        Self.note("\(scenario), Decant", decant)
        Self.note("\(scenario), plain URLSession", plain)
        return (decant, plain)
    }

    private static func run(_ client: Client, _ scenario: Scenario, _ url: String) throws -> Run {
        let process = Foundation.Process()
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["run", client.rawValue, scenario.rawValue, url]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, numbers.count == 2 else {
            throw FailedRun(client: client, scenario: scenario)
        }
        return Run(seconds: numbers[0], kibibytes: numbers[1])
    }

    private static func gather() throws -> Double {
        let process = Foundation.Process()
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["gather"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    private struct FailedRun: Error {
        let client: Client
        let scenario: Scenario
    }

    private static func worst(_ runs: [Run], _ value: KeyPath<Run, Double>) -> Double {
        runs.map { $0[keyPath: value] }.max() ?? .nan
    }

    private static func ratio(_ runs: (decant: [Run], plain: [Run]), _ value: KeyPath<Run, Double>) -> Double {
        worst(runs.decant, value) / worst(runs.plain, value)
    }

    private static func note(_ name: String, _ runs: [Run]) {
        func text(_ value: KeyPath<Run, Double>, _ unit: Double) -> String {
            let sorted = runs.map { $0[keyPath: value] / unit }.sorted()
            guard let last = sorted.last else { return "none" }
            return String(format: "%.1f median, %.1f worst", sorted[sorted.count / 2], last)
        }
        let line = "\(name): ms \(text(\.seconds, 0.001)); MiB \(text(\.kibibytes, 1024)); \(runs.count) runs\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}

/// A body of unknown length that is collected chunk by chunk.
enum ChunkedBody {
    private static let size = 64 << 20

    /// Returns the rise of the peak memory of this process while a body is collected, as a multiple of the body.
    static func growth() throws -> Double {
        let chunk = [UInt8](repeating: 0x2A, count: 64 << 10)
        let before = try PeakMemory.kibibytes()
        var chunks = (0..<size / chunk.count).makeIterator()
        let body = try ResponseBytes(limits: .unlimited) { chunks.next().map { _ in chunk } }
        let after = try PeakMemory.kibibytes()
        guard body.count == size else { exit(3) }
        return Double(after - before) * 1024 / Double(size)
    }
}

/// A measured number with an upper bound.
struct Figure {
    let name: String
    let value: Double
    let bound: Double

    init(_ name: String, _ value: Double, _ bound: Double) {
        (self.name, self.value, self.bound) = (name + ", at most", value, bound)
    }

    /// Whether the value is within the bound; false for NaN.
    var isReached: Bool { value <= bound }

    /// The name, value, bound, and verdict, separated by tabs.
    var line: String {
        "\(name)\t\(String(format: "%.2f", value))\t\(bound)\t\(isReached ? "ok" : "short")"
    }
}

/// The peak memory of this process.
///
/// `getrusage` is unsuitable: its figure includes the memory of the parent process.
enum PeakMemory {
    static func kibibytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
