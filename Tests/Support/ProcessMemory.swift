import Foundation

#if os(macOS)
import Darwin
#endif

/// The memory of this process as the kernel of Linux or macOS counts it.
///
/// Measure in a separate process with `#expect(processExitsWith:)`, because other tests allocate memory simultaneously.
public enum ProcessMemory {
    /// Runs a closure and returns the growth of peak memory over the memory in use before, in bytes.
    ///
    /// Returns nil if the system does not report memory usage.
    public static func growth(_ body: () throws -> Void) rethrows -> Int? {
        let before = usage()?.current
        try body()
        guard let before, let peak = usage()?.peak else { return nil }
        return peak - before
    }

    #if !os(macOS)
    /// The resident memory, from the status that Linux reports.
    private static func usage() -> (current: Int, peak: Int)? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let current = bytes(of: "VmRSS:", in: status), let peak = bytes(of: "VmHWM:", in: status)
        else { return nil }
        return (current, peak)
    }

    private static func bytes(of field: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
    }
    #endif
}

// Apple's other systems do not declare `proc_pid_rusage`.
#if os(macOS)
// MARK: - Unsafe

extension ProcessMemory {
    /// The physical footprint, which unlike resident memory includes compressed pages.
    ///
    /// Bound: the call writes one `rusage_info_v4`, as its version says. Its parameter is declared as a pointer to
    /// `rusage_info_t`, but points to the structure.
    private static func usage() -> (current: Int, peak: Int)? {
        var info = rusage_info_v4()
        let status = unsafe withUnsafeMutablePointer(to: &info) { info in
            unsafe info.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) { info in
                unsafe proc_pid_rusage(getpid(), RUSAGE_INFO_V4, info)
            }
        }
        guard status == 0 else { return nil }
        return (Int(clamping: info.ri_phys_footprint), Int(clamping: info.ri_lifetime_max_phys_footprint))
    }
}
#endif
