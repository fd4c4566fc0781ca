import BenchmarkInputs
import Foundation

/// The memory of one run beyond what is there before, each measured in a process of its own that does nothing else.
struct MemoryProbe {
    let discipline: DisciplineName

    /// The bytes by which one run of a competitor raises the peak of its process; nil where the system does not tell.
    func growth(of competitor: Competitor, on file: InputFile) throws -> Int? {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["memory", discipline.rawValue, competitor.rawValue, file.name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let growth = Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        if let growth {
            let ratio = Double(growth) / Double(file.bytes.count)
            Report.note("peak memory, \(competitor.rawValue), \(file.name): \(growth) bytes, \(ratio) times the body")
        }
        return growth
    }

    /// As ``growth(of:on:)``, as a multiple of the bytes of the file.
    func ratio(of competitor: Competitor, on file: InputFile) throws -> Double? {
        try growth(of: competitor, on: file).map { Double($0) / Double(file.bytes.count) }
    }
}
