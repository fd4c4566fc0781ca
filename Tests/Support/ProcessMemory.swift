import Foundation

/// The memory of this process as the kernel of Linux counts it.
///
/// A test measures in a process of its own, since other tests need memory at the same time: `#expect(processExitsWith:)`.
public enum ProcessMemory {
    /// Runs something, and returns by how many bytes the peak of the memory exceeds what was in use before; nil where the
    /// system does not say.
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
