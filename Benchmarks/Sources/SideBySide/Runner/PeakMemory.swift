import CAllocator
import Foundation

/// The peak of this process's memory, as Linux counts it.
enum PeakMemory {
    /// The bytes by which the peak of resident memory rises above what is resident before the work, while it is done and its
    /// result is held; nil where the system does not tell.
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
