import Decant
import DecantCaptures
import DecantReport

/// Reads shares one after the other, and decodes their responses.
struct CaptureJob: Sendable {
    /// The maximum number of jobs.
    static let maxCount = 256

    /// The number of bytes of rows that are passed on together.
    private static let batchSize = 1 << 16

    /// The options of the run.
    let options: RunOptions

    /// Reads shares until there are no more.
    @concurrent
    func run(_ queue: CaptureQueue) async {
        let decoder = ResponseDecoder(options.reading)
        while let (number, share) = await queue.next() {
            var reading = Reading(options: options, decoder: decoder, input: share.input)
            guard let end = await read(share, number, &reading, queue) else { continue }
            await queue.finish(number, end)
        }
    }

    /// Reads a share, and returns its end; nil if its rows are not needed.
    private func read(
        _ share: CaptureShare,
        _ number: Int,
        _ reading: inout Reading,
        _ queue: CaptureQueue
    ) async -> CaptureQueue.End? {
        var end = CaptureQueue.End(shareCount: share.guesses.count + 1)
        do {
            let file = try share.file.get()
            guard let kind = share.kind else {
                reading.decode(file)
                return await queue.add(reading.batch.removeAll(), of: number) ? end : nil
            }
            let limits = options.reading.limits
            var capture = CaptureFile(file, kind, limits: limits, at: share.offset, upTo: share.guesses)
            while !reading.isComplete, try capture.read() {
                while !reading.isComplete, let part = try capture.next() {
                    reading.decode(part)
                    guard reading.batch.size > Self.batchSize else { continue }
                    guard await queue.add(reading.batch.removeAll(), of: number) else { return nil }
                }
                reading.batch.readBytes = share.offset + capture.readBytes
                guard await queue.add(reading.batch.removeAll(), of: number) else { return nil }
            }
            end.recordCount = capture.recordCount
            if let index = share.guesses.firstIndex(where: { $0 == capture.end }) {
                end.shareCount = index - share.guesses.startIndex + 1
                end.isEndOfFile = false
            }
        } catch {
            reading.add(ResponseDecoder.outcome(of: share.input, failing: error))
        }
        return await queue.add(reading.batch.removeAll(), of: number) ? end : nil
    }
}

/// The reading of a share.
private struct Reading {
    let options: RunOptions
    let decoder: ResponseDecoder

    /// The name of the file.
    let input: String

    /// The rows that were not passed on yet.
    var batch = CaptureBatch()

    /// Whether the only response to print was found.
    var isComplete = false
    var failureCount = 0
    /// Decodes a file without captured responses.
    mutating func decode(_ file: InputFile) {
        add(decoder.outcome(of: input, named: input == "-" ? nil : input) { file })
    }

    /// Decodes a part of a capture.
    mutating func decode(_ part: CapturePart) {
        guard let extract = options.extract else {
            return add(decoder.outcome(of: part, in: input), part.entry)
        }
        guard let entry = part.entry, entry.index == extract else { return }
        var row = CaptureRow(Outcome(input: input, verdict: .empty), entry)
        row.text = entry.savedResponse ?? []
        batch.add(row)
        isComplete = true
    }

    mutating func add(_ outcome: Outcome, _ entry: CaptureEntry? = nil) {
        if let selection = options.select, !selection.includes(outcome) { return }
        var row = CaptureRow(outcome, entry)
        if options.isReport {
            var further = ["method": JSON.Value(entry?.context.method?.rawValue)]
            if !options.mask.isActive { further["url"] = JSON.Value(outcome.response?.context.url) }
            row.text = Array(ReportLine(outcome, further: further, mask: options.mask).text.utf8)
        } else if row.code != nil, failureCount < CaptureRun.maxShown {
            failureCount += 1
            row.failure = outcome.verdict
        }
        batch.add(row)
    }
}
