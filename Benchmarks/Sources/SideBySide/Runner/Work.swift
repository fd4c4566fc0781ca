import CAllocator

/// Something that is timed: it makes a result and frees it.
struct Work {
    let run: () throws -> Void

    /// The counts for the text, if there are any; computed once and not timed.
    let tally: (() throws -> Tally)?

    /// The timer of some repetitions, where that is done elsewhere.
    private var timer: ((Int) throws -> Int)?

    init(_ run: @escaping () throws -> Void) {
        self.run = run
        tally = nil
    }

    /// Work whose result is made, kept alive to the end, and freed.
    ///
    /// - Parameters:
    ///   - make: The work to time.
    ///   - tally: Counts what is in a result.
    init<Value>(making make: @escaping () throws -> Value, tally: ((Value) throws -> Tally)? = nil) {
        run = { Sink.keep(try make()) }
        self.tally = tally.map { tally in { try tally(try make()) } }
    }

    /// Work that is to count.
    init(counting count: @escaping () throws -> Tally) {
        run = { Sink.keep(try count()) }
        tally = count
    }

    /// Work that is done and timed in another process.
    ///
    /// - Parameter timer: Does it as often as it is told and gives the nanoseconds that this took.
    init(timing timer: @escaping (Int) throws -> Int) {
        run = { _ = try timer(1) }
        tally = nil
        self.timer = timer
    }

    /// The number of repetitions for a sample of about 20 ms.
    func calibrated() throws -> Int {
        var count = 1
        while true {
            let time = try time(of: count)
            if time >= 20_000_000 || count >= 1 << 24 { return count }
            count = time < 1_000_000 ? count * 10 : max(count + 1, count * 20_000_000 / time)
        }
    }

    /// Nanoseconds that a number of repetitions take, with what the allocator would leave to the next competitor.
    func time(of count: Int) throws -> Int {
        if let timer { return try timer(count) }
        return try Clock.nanoseconds {
            for _ in 0..<count { try run() }
            allocator_settle()
        }
    }
}
