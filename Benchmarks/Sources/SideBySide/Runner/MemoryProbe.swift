import BenchmarkInputs
import CAllocator
import DecantCore
import Foundation

/// Measures the additional memory of one run, each in a separate process that does nothing else.
struct MemoryProbe {
    let suite: SuiteName

    /// Returns the number of bytes by which one run of a competitor raises the peak of its process; nil if the system
    /// does not report it.
    func growth(of competitor: Competitor, on file: InputFile) throws -> Int? {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["memory", suite.rawValue, competitor.rawValue, file.name]
        // Speed is measured with settings of the allocator that memory must not depend on.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MALLOC_") }
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

    /// Returns ``growth(of:on:)`` as a multiple of the bytes of the file.
    func ratio(of competitor: Competitor, on file: InputFile) throws -> Double? {
        try growth(of: competitor, on: file).map { Double($0) / Double(file.bytes.count) }
    }
}

/// The peak memory of this process, as counted by Linux.
enum PeakMemory {
    /// Returns the rise of peak resident memory above the memory resident before the work; nil if the system does not
    /// report it.
    ///
    /// The result of the work is kept alive during the measurement.
    static func growth<Value>(of work: () throws -> Value) rethrows -> Int? {
        // Memory retained by the allocator would be reused without being counted.
        allocator_trim()
        // "5" resets the peak to the current resident memory.
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

/// The limit: copying the bytes once into existing memory.
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

/// A kind of text that could cost more than its length warrants, and the work on it.
struct GrowthShape: Sendable {
    let name: String

    /// The number of repetitions, compared with four times as many.
    ///
    /// Both texts fit the processor's caches; otherwise, the cache sizes would be measured.
    let count: Int

    /// Returns a text with a number of repetitions.
    let text: @Sendable (Int) -> String

    /// The work on the text.
    let use: @Sendable (ResponseBytes, Int) throws -> Void

    static func repeated(_ text: String, _ count: Int, _ separator: String = ",") -> String {
        repeatElement(text, count: count).joined(separator: separator)
    }
}

/// A check that time grows linearly with the text: the time for a text four times as long, relative to the time for the
/// text.
enum GrowthFigures {
    static func measured(_ shapes: [GrowthShape], rounds: Int) throws -> [Figure] {
        // After an allocation of this size is freed, the allocator retains freed memory; the system's page allocation
        // is not measured.
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
