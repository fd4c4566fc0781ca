// Why: a share of a web archive begins at a guess. The guess is right if the share before it ends exactly there, which
// is known once that one is read. Until then, the rows of a share are buffered. The rows of a share whose guess is
// wrong are dropped, and the share before it reads on.
//
// Bound: a job that is ahead waits once 4 MiB of its rows are buffered.

/// Gives shares to jobs, and passes their rows on in the order of the shares.
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

    /// A share whose rows are buffered.
    private struct BufferedShare {
        var batch = CaptureBatch()
        var end: End?
        var job: CheckedContinuation<Bool, Never>?
    }

    /// The maximum number of bytes of rows that are buffered for a job.
    private static let bufferSize = 4 << 20

    private var plan: CapturePlan
    private var run: CaptureRun
    private var buffered: [Int: BufferedShare] = [:]

    /// The number of shares that were listed.
    private var count = 0

    /// The number of the share whose rows are passed on.
    private var current = 0

    /// The number of records of the file before the current share.
    private var firstIndex = 0

    /// The guesses of the run that were examined, and the wrong ones among them.
    private var guessCount = 0
    private var wrongCount = 0

    init(_ plan: CapturePlan, _ run: CaptureRun) {
        self.plan = plan
        self.run = run
    }

    /// Returns the next share with its number; nil after the last one.
    func next() -> (number: Int, share: CaptureShare)? {
        while let share = plan.next() {
            defer { count += 1 }
            if count >= current { return (count, share) }
        }
        return nil
    }

    /// Passes rows of a share on, or buffers them.
    ///
    /// - Returns: Whether further rows are needed.
    func add(_ batch: CaptureBatch, of number: Int) async -> Bool {
        guard number != current else {
            run.add(batch, after: firstIndex)
            return true
        }
        guard number > current else { return false }
        buffered[number, default: BufferedShare()].batch.add(batch)
        guard buffered[number, default: BufferedShare()].batch.size > Self.bufferSize else { return true }
        return await withCheckedContinuation { buffered[number, default: BufferedShare()].job = $0 }
    }

    /// Ends a share.
    func finish(_ number: Int, _ end: End) {
        guard number >= current else { return }
        buffered[number, default: BufferedShare()].end = end
        while let end = buffered[current]?.end {
            buffered[current] = nil
            advance(after: end)
        }
    }

    /// Continues with the share after one that has ended.
    private func advance(after end: End) {
        let wrong = current + 1..<current + end.shareCount
        wrongCount += wrong.count
        guessCount += wrong.count + (end.isEndOfFile ? 0 : 1)
        for number in wrong { buffered.removeValue(forKey: number)?.job?.resume(returning: false) }
        firstIndex = end.isEndOfFile ? 0 : firstIndex + end.recordCount
        current += end.shareCount
        guard var next = buffered[current] else { return }
        run.add(next.batch.removeAll(), after: firstIndex)
        next.job?.resume(returning: true)
        next.job = nil
        buffered[current] = next
    }

    /// Ends the run after all shares, and returns the exit status.
    func end() -> Int32 {
        run.end(guessCount: guessCount, wrongCount: wrongCount)
        return run.exitStatus
    }
}

/// Rows of a share, in order.
struct CaptureBatch: Sendable {
    private(set) var rows: [CaptureRow] = []

    /// The number of bytes that the rows take in memory, about.
    private(set) var size = 0

    /// The number of bytes of the file that were read.
    var readBytes = 0

    mutating func add(_ row: CaptureRow) {
        rows.append(row)
        size += row.size
    }

    mutating func add(_ batch: CaptureBatch) {
        rows += batch.rows
        size += batch.size
        readBytes = batch.readBytes
    }

    /// Returns the rows, and removes them.
    mutating func removeAll() -> CaptureBatch {
        defer { self = CaptureBatch() }
        return self
    }
}
