import Foundation

/// The speed of decoding in processes that do nothing else, relative to `JSONDecoder` in another process.
///
/// This process has long looked up what a first decoding needs, and is not a debug build.
enum ProcessFigures {
    /// The number of processes for each decoder; the shortest time counts.
    private static let processes = 25

    static func measured() throws -> [Figure] {
        try figures("first decode", [("document", 1 / 0.17), ("direct", 1 / 0.19), ("decodable", 1 / 0.75)])
            + figures("debug build", in: "debug", [("decodable", 0.8)])
    }

    /// Measures the decoders of the program FreshProcess, each with a bound.
    private static func figures(
        _ name: String,
        in configuration: String = "release",
        _ decoders: [(name: String, bound: Double)]
    ) throws -> [Figure] {
        let isDebug = configuration == "debug"
        var times: [String: Int] = [:]
        for _ in 0..<(isDebug ? 3 : processes) {
            for decoder in decoders.map(\.name) + ["foundation"] {
                let time = try nanoseconds(of: decoder, isDebug ? "repeated" : "first", in: configuration)
                times[decoder] = min(times[decoder] ?? .max, time)
            }
        }
        for (decoder, time) in times.sorted(by: { $0.value < $1.value }) {
            Report.note("\(name), \(decoder): \(time) ns")
        }
        return decoders.map { decoder, bound in
            let speed = Double(times["foundation"] ?? 0) / Double(times[decoder] ?? 1)
            return Figure("\(name) / JSONDecoder, \(decoder)", speed, atLeast: bound)
        }
    }

    private struct Failure: Error {
        let decoder: String
    }

    private static func nanoseconds(of decoder: String, _ mode: String, in configuration: String) throws -> Int {
        let process = Process()
        process.executableURL = Bundle.main.executableURL?
            .deletingLastPathComponent()
            .appending(path: "../\(configuration)/FreshProcess")
        process.arguments = [decoder, mode]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let time = Int(text.trimmingCharacters(in: .newlines)) else { throw Failure(decoder: decoder) }
        return time
    }
}
