#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The time that this process has spent on processors, which other programs do not add to; it has one thread, unless a
/// competitor starts others.
enum Clock {
    static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    static func nanoseconds(of work: () throws -> Void) rethrows -> Int {
        let start = nanoseconds()
        try work()
        return nanoseconds() - start
    }
}
