import BenchmarkInputs
import Foundation

/// The memory of a parse beyond the body, each measured in a process of its own that does nothing before.
enum MemoryFigures {
    /// Smaller files say more about pages than about the parser.
    private static let smallestFile = 500_000

    /// Those that have a bound.
    ///
    /// A text of nothing but short numbers has more values than text and needs more.
    private static let boundedFiles: Set = ["twitter", "catalogue", "records50"]

    static func all(of files: [InputFile]) throws -> [Figure] {
        try files.filter { $0.bytes.count >= smallestFile }.compactMap { file in
            guard let growth = try growth(on: file.name) else { return nil }
            let ratio = Double(growth) / Double(file.bytes.count)
            Report.note("peak memory of a parse, \(file.name): \(growth) bytes, \(ratio) times the body")
            guard boundedFiles.contains(file.name) else { return nil }
            return Figure("peak memory of a parse / body, \(file.name)", ratio, atMost: 1.6)
        }
    }

    private static func growth(on file: String) throws -> Int? {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["memory", file]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
