import BenchmarkInputs
import DecantCore
import DecantFoundation
import DecantJSON
import Foundation

/// The speed of decoding dates, UUIDs, decimals, and typical objects with all of them and URLs.
enum ScalarFigures {
    private enum Library {
        case decant, foundation
    }

    static func measured(rounds: Int) throws -> [Figure] {
        [
            try figure("typical objects", [Order].self, ScalarsGenerator.orders(), 4, rounds),
            try figure("Decimal", [Decimal].self, ScalarsGenerator.amounts(), 4, rounds),
            try figure("UUID", [UUID].self, ScalarsGenerator.identifiers(), 5, rounds),
            try figure("dates", [Date].self, ScalarsGenerator.dates(), 9, rounds),
        ]
    }

    /// Returns the ratio of the speeds of the two decoders.
    private static func figure<Value: Decodable>(
        _ name: String,
        _ type: Value.Type,
        _ bytes: [UInt8],
        _ bound: Double,
        _ rounds: Int
    ) throws -> Figure {
        let (body, data) = (ResponseBytes(bytes), Data(bytes))
        let decoder = JSON.Decoder().dates(.iso8601)
        let rival = JSONDecoder()
        rival.dateDecodingStrategy = .iso8601
        var runs = try InterleavedRuns<Library>([
            (.decant, Work(making: { try decoder.decode(type, from: body) })),
            (.foundation, Work(making: { try rival.decode(type, from: data) })),
        ])
        try runs.run(rounds: rounds)
        for library in [Library.decant, .foundation] {
            Report.note("\(name), \(library): \(Int(runs.time(of: library) ?? .nan)) ns")
        }
        return Figure("\(name) / JSONDecoder", runs.speed(of: .decant, over: .foundation) ?? .nan, atLeast: bound)
    }
}

/// The time of the first decoding in a process, relative to that of `JSONDecoder` in another process.
///
/// The program FirstDecode does nothing else; this one has long looked up what a decoding needs.
enum FirstDecodeFigures {
    /// The number of processes for each decoder; the shortest time counts.
    private static let processes = 25

    static func measured() throws -> [Figure] {
        let bounds = [("document", 0.17), ("direct", 0.19), ("decodable", 0.75)]
        var times: [String: Int] = [:]
        for _ in 0..<processes {
            for decoder in bounds.map(\.0) + ["foundation"] {
                times[decoder] = min(times[decoder] ?? .max, try nanoseconds(of: decoder))
            }
        }
        for (decoder, time) in times.sorted(by: { $0.value < $1.value }) {
            Report.note("first decode, \(decoder): \(time) ns")
        }
        return bounds.map { decoder, bound in
            let ratio = Double(times[decoder] ?? .max) / Double(times["foundation"] ?? 1)
            return Figure("time of the first decode / JSONDecoder, \(decoder)", ratio, atMost: bound)
        }
    }

    private struct Failure: Error {
        let decoder: String
    }

    private static func nanoseconds(of decoder: String) throws -> Int {
        let process = Process()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "FirstDecode")
        process.arguments = [decoder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let time = Int(text.trimmingCharacters(in: .newlines)) else { throw Failure(decoder: decoder) }
        return time
    }
}
