import BenchmarkInputs
import CAllocator
import DecantCore
import Foundation

/// The memory of one run beyond what is there before, each measured in a process of its own that does nothing else.
struct MemoryProbe {
    let suite: SuiteName

    /// The bytes by which one run of a competitor raises the peak of its process; nil where the system does not report it.
    func growth(of competitor: Competitor, on file: InputFile) throws -> Int? {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["memory", suite.rawValue, competitor.rawValue, file.name]
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

/// The peak of this process's memory, as Linux counts it.
enum PeakMemory {
    /// The bytes by which the peak of resident memory rises above what is resident before the work, while it is done and its
    /// result is held; nil where the system does not report it.
    static func growth<Value>(of work: () throws -> Value) rethrows -> Int? {
        // What the allocator holds from before would be used again without a trace.
        allocator_trim()
        // "5" sets the peak back to what is resident now.
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return nil }
        file.write(Data("5".utf8))
        try? file.close()
        let before = kilobytes("VmRSS")
        let value = try work()
        let after = kilobytes("VmHWM")
        Sink.keep(value)
        guard let before, let after else { return nil }
        return (after - before) * 1024
    }

    private static func kilobytes(_ name: String) -> Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
        return line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
    }
}

/// The limit: the bytes copied once into memory that is there.
final class CopyLimit {
    private let bytes: [UInt8]
    private let target: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        target = .allocate(byteCount: bytes.count, alignment: 16)
    }

    deinit {
        target.deallocate()
    }

    func run() {
        bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        Sink.keep(target)
    }
}

/// A kind of text that could be made to cost more than its length warrants, and what is done with it.
struct GrowthShape: Sendable {
    let name: String

    /// The number of repetitions; measured against four times as many.
    ///
    /// Both fit into the processor's caches, whose ends would otherwise be measured.
    let count: Int

    /// The text that repeats something so many times.
    let text: @Sendable (Int) -> String

    /// The work on the text.
    let use: @Sendable (ResponseBytes, Int) throws -> Void

    static func repeated(_ text: String, _ count: Int, _ separator: String = ",") -> String {
        repeatElement(text, count: count).joined(separator: separator)
    }
}

/// A check that time grows as the text does: the time for four times as much over the time for once.
enum GrowthFigures {
    static func measured(_ shapes: [GrowthShape], rounds: Int) throws -> [Figure] {
        // An allocator that has freed as much keeps what is freed from then on; the system's pages are not what is measured.
        Sink.keep([UInt8](repeating: 0, count: 31 << 20))
        return try shapes.map { shape in
            let works = [1, 4].map { factor in
                let count = shape.count * factor
                let body = ResponseBytes(Array(shape.text(count).utf8))
                return (name: factor, work: Work { try shape.use(body, count) })
            }
            var runs = try InterleavedRuns(works)
            try runs.run(rounds: rounds)
            let growth = runs.speed(of: 1, over: 4) ?? .nan
            Report.note("growth, \(shape.name): \(runs.time(of: 1) ?? .nan) ns for \(shape.count)")
            return Figure("time for 4n / n, \(shape.name)", growth, atMost: 4.5)
        }
    }
}
