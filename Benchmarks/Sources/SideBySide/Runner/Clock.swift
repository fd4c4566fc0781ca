#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The time that this thread has spent on a processor, which other programs do not add to.
enum Clock {
    static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    static func nanoseconds(of work: () throws -> Void) rethrows -> Int {
        let start = nanoseconds()
        try work()
        return nanoseconds() - start
    }
}
