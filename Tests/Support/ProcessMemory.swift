import Foundation

/// The memory of this process as the Linux kernel counts it.
///
/// Measure in a separate process with `#expect(processExitsWith:)`, because other tests allocate memory simultaneously.
public enum ProcessMemory {
    /// Runs a closure and returns the growth of peak memory over the memory in use before, in bytes.
    ///
    /// Returns nil if the system does not report memory usage.
    public static func growth(_ body: () throws -> Void) rethrows -> Int? {
        let before = bytes(of: "VmRSS:")
        try body()
        guard let before, let peak = bytes(of: "VmHWM:") else { return nil }
        return peak - before
    }

    private static func bytes(of field: String) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
    }
}
