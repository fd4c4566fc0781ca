import Decant
import DecantCaptures
import DecantReport

/// Reads shares one after the other, and decodes their responses.
struct CaptureJob: Sendable {
    /// The maximum number of jobs.
    static let most = 256

    /// The number of bytes of results that are passed on together.
    private static let batchSize = 1 << 16

    /// The options for reading.
    let reading: ReadingOptions

    /// The conditions of the responses to take; nil for all.
    let selection: CaptureSelection?

    /// The index of the only response to take; nil for all.
    let extract: Int?

    /// Whether results have the lines of a report.
    let writesLines: Bool

    /// Hides credentials in the lines of a report.
    let mask: CredentialMask

    /// The results of a share that were not passed on yet.
    private struct Batch {
        var results = CaptureResults()
        var failureCount = 0

        /// Whether the only wanted response was found.
        var isComplete = false
    }

    /// Reads shares until there are no more.
    @concurrent
    func run(_ queue: CaptureQueue) async {
        let decoder = ResponseDecoder(reading)
        while let (number, share) = await queue.next() {
            guard let end = await read(share, number, decoder, queue) else { continue }
            await queue.finish(number, end)
        }
    }

    /// Reads a share, and returns its end; nil if its results are not wanted.
    private func read(
        _ share: CaptureShare,
        _ number: Int,
        _ decoder: ResponseDecoder,
        _ queue: CaptureQueue
    ) async -> CaptureQueue.End? {
        var batch = Batch()
        var end = CaptureQueue.End(shareCount: share.guesses.count + 1)
        do {
            let file = try share.file.get()
            guard let kind = share.kind else {
                let name = share.input == "-" ? nil : share.input
                add(decoder.outcome(of: share.input, named: name) { file }, nil, to: &batch)
                return await queue.put(batch.results.take(), of: number) ? end : nil
            }
            var capture = CaptureFile(file, kind, limits: reading.limits, at: share.offset, upTo: share.guesses)
            while !batch.isComplete, try capture.read() {
                while !batch.isComplete, let part = try capture.next() {
                    take(part, of: share.input, decoder, &batch)
                    guard batch.results.size > Self.batchSize else { continue }
                    guard await queue.put(batch.results.take(), of: number) else { return nil }
                }
                batch.results.readBytes = share.offset + capture.readBytes
                guard await queue.put(batch.results.take(), of: number) else { return nil }
            }
            end.recordCount = capture.recordCount
            if let index = share.guesses.firstIndex(where: { $0 == capture.end }) {
                end.shareCount = index - share.guesses.startIndex + 1
                end.isEndOfFile = false
            }
        } catch {
            add(ResponseDecoder.outcome(of: share.input, failing: error), nil, to: &batch)
        }
        return await queue.put(batch.results.take(), of: number) ? end : nil
    }

    private func take(_ part: CapturePart, of input: String, _ decoder: ResponseDecoder, _ batch: inout Batch) {
        switch part {
        case .entry(let entry):
            guard extract != nil else { return add(decoder.outcome(of: entry, in: input), entry, to: &batch) }
            guard entry.index == extract else { return }
            var result = CapturedOutcome(Outcome(input: input, verdict: .empty), entry)
            result.addResponse(entry)
            batch.results.add(result)
            batch.isComplete = true
        case .skipped(let finding):
            guard extract == nil else { return }
            add(ResponseDecoder.outcome(ofSkipped: finding, in: input), nil, to: &batch)
        }
    }

    private func add(_ outcome: Outcome, _ entry: CaptureEntry?, to batch: inout Batch) {
        if let selection, !selection.includes(outcome) { return }
        var result = CapturedOutcome(outcome, entry)
        if writesLines {
            result.addLine(outcome, entry, mask)
        } else if result.row.code != nil, batch.failureCount < CaptureRun.maxShown {
            batch.failureCount += 1
            result.addFailure(outcome.verdict)
        }
        batch.results.add(result)
    }
}
