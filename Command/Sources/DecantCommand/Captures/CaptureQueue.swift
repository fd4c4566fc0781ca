import Decant
import DecantCaptures
import DecantReport

/// Results of a share, in order.
struct CaptureResults: Sendable {
    private(set) var outcomes: [CapturedOutcome] = []

    /// The number of bytes that the results take in memory, about.
    private(set) var size = 0

    /// The number of bytes of the file that were read.
    var readBytes = 0

    mutating func add(_ outcome: CapturedOutcome) {
        outcomes.append(outcome)
        size += outcome.size
    }

    mutating func add(_ results: CaptureResults) {
        outcomes += results.outcomes
        size += results.size
        readBytes = results.readBytes
    }

    /// Returns the results, and removes them.
    mutating func take() -> CaptureResults {
        defer { self = CaptureResults() }
        return self
    }
}

// Why: a share of a web archive begins at a guess. The guess is right if the share before it ends exactly there, which
// is known once that one is read. Until then, the results of a share are held. The results of a share whose guess is
// wrong are dropped, and the share before it reads on.
//
// Bound: a job that is ahead waits once it holds 4 MiB of results.

/// Gives shares to jobs, and takes their results in the order of the shares.
actor CaptureQueue {
    /// The end of a share.
    struct End {
        /// The number of shares that were read: more than one if guesses were wrong.
        var shareCount: Int

        /// The number of records that were read.
        var recordCount = 0

        /// Whether the share ends with its file.
        var isEndOfFile = true
    }

    /// The results of a share that is not the current one.
    private struct Held {
        var results = CaptureResults()
        var end: End?
        var job: CheckedContinuation<Bool, Never>?
    }

    /// The maximum number of bytes of results that are held for a job.
    private static let heldSize = 4 << 20

    private var plan: CapturePlan
    private var run: CaptureRun
    private var held: [Int: Held] = [:]

    /// The number of shares that were listed.
    private var count = 0

    /// The number of the share whose results are taken.
    private var current = 0

    /// The number of records of the file before the current share.
    private var firstIndex = 0

    /// The guesses of the run that were examined, and the wrong ones among them.
    private var (guessCount, wrongCount) = (0, 0)

    init(_ plan: CapturePlan, _ run: CaptureRun) { (self.plan, self.run) = (plan, run) }

    /// Returns the next share with its number; nil after the last one.
    func next() -> (number: Int, share: CaptureShare)? {
        while let share = plan.next() {
            defer { count += 1 }
            if count >= current { return (count, share) }
        }
        return nil
    }

    /// Takes results of a share, or holds them.
    ///
    /// - Returns: Whether further results are wanted.
    func put(_ results: CaptureResults, of number: Int) async -> Bool {
        guard number != current else {
            run.take(results, after: firstIndex)
            return true
        }
        guard number > current else { return false }
        held[number, default: Held()].results.add(results)
        guard held[number, default: Held()].results.size > Self.heldSize else { return true }
        return await withCheckedContinuation { held[number, default: Held()].job = $0 }
    }

    /// Ends a share.
    func finish(_ number: Int, _ end: End) {
        guard number >= current else { return }
        held[number, default: Held()].end = end
        while let end = held[current]?.end {
            held[current] = nil
            advance(after: end)
        }
    }

    /// Continues with the share after one that has ended.
    private func advance(after end: End) {
        let wrong = current + 1..<current + end.shareCount
        wrongCount += wrong.count
        guessCount += wrong.count + (end.isEndOfFile ? 0 : 1)
        for number in wrong { held.removeValue(forKey: number)?.job?.resume(returning: false) }
        firstIndex = end.isEndOfFile ? 0 : firstIndex + end.recordCount
        current += end.shareCount
        guard var next = held[current] else { return }
        run.take(next.results.take(), after: firstIndex)
        next.job?.resume(returning: true)
        next.job = nil
        held[current] = next
    }

    /// Ends the run after all shares, and returns the exit status.
    func end() -> Int32 {
        run.end(guessCount: guessCount, wrongCount: wrongCount)
        return run.exitStatus
    }
}
