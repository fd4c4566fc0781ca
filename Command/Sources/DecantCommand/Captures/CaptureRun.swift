import Decant
import DecantCaptures
import DecantReport

/// A run of the command over captures: a table, a report, or one response.
struct CaptureRun: Sendable {
    /// The number of failures that are printed in full.
    static let maxShown = 5

    private let options: RunOptions
    private let printer: OutcomePrinter
    private let terminal: Terminal
    private var progress: CaptureProgress
    private var table = CaptureTable()
    private var shownCount = 0

    /// The number of failures that are not printed.
    private var hiddenCount = 0

    /// 2 if an input could not be read, otherwise 1 if a response failed, otherwise 0.
    private(set) var exitStatus: Int32 = 0

    private init(options: RunOptions, terminal: Terminal) {
        self.options = options
        self.terminal = terminal
        printer = OutcomePrinter(options: options, terminal: terminal, mask: options.mask)
        progress = CaptureProgress(isShown: terminal.errorsAreTerminal && !options.isReport)
    }

    /// Returns whether the inputs are captures: an option says so, or one of them is a folder or a file of a capture.
    static func isWanted(_ options: RunOptions, _ inputs: [String]) -> Bool {
        options.needsCapture || options.reading.input.capture != nil || options.outputPath?.hasSuffix(".har") == true
            || inputs.contains { CaptureKind(fileName: $0) != nil || CaptureFolder.isFolder($0) }
    }

    /// Reads all inputs in as many jobs as the options allow, prints the results, and returns the exit status.
    static func run(_ inputs: [String], options: RunOptions, terminal: Terminal) async -> Int32 {
        // The number of a response is known only after all shares before it.
        let jobCount = options.extract == nil ? options.jobs : 1
        var options = options
        options.reading.decodesToEnd = true
        let names = RawArguments()
        let plan = CapturePlan(
            inputs.map { ($0, names.bytes(for: $0)) },
            kind: options.reading.input.capture,
            splits: jobCount > 1
        )
        let job = CaptureJob(options: options)
        let queue = CaptureQueue(plan, CaptureRun(options: options, terminal: terminal))
        await withTaskGroup { group in
            for _ in 0..<jobCount { group.addTask { await job.run(queue) } }
        }
        return await queue.end()
    }
}

// MARK: - Results

extension CaptureRun {
    /// Counts or prints rows.
    ///
    /// - Parameter firstIndex: The number of records in the file before the rows.
    mutating func add(_ batch: CaptureBatch, after firstIndex: Int) {
        var lines: [UInt8] = []
        for row in batch.rows {
            var row = row
            row.entry = row.entry.map { firstIndex + $0 }
            add(row, &lines)
        }
        if !lines.isEmpty { StandardStream.output.write(lines) }
        progress.show(table.total.all, batch.readBytes)
    }

    private mutating func add(_ row: CaptureRow, _ lines: inout [UInt8]) {
        if options.extract != nil, row.entry != nil { return print(extracted: row) }
        table.add(row)
        exitStatus = max(exitStatus, row.exitStatus)
        guard !options.isReport else {
            lines += "{\"entry\":\(row.entry.map { "\($0)" } ?? "null"),".utf8
            lines += row.text.dropFirst()
            return lines.append(UInt8(ascii: "\n"))
        }
        switch row.failure {
        case .failure(let error) where shownCount < Self.maxShown:
            shownCount += 1
            progress.end()
            printer.print(error, of: row.name, isBareBody: false)
        case .unreadable(let message):
            progress.end()
            printer.print(failure: message, label: "unreadable", of: row.name)
        default: hiddenCount += row.code == nil ? 0 : 1
        }
    }

    /// Prints the totals after all results.
    ///
    /// - Parameters:
    ///   - guessCount: The number of offsets in web archives where a job began to read.
    ///   - wrongCount: The number of offsets where the archive has no member; their results were dropped.
    mutating func end(guessCount: Int, wrongCount: Int) {
        progress.end()
        if guessCount > 0 {
            let share = (Double(wrongCount) / Double(guessCount) * 100).rounded()
            let text = "\(wrongCount) of \(guessCount) guessed members were wrong (\(Int(share)) %)"
            StandardStream.errors.write(terminal.errorStyle(.dim, text) + "\n")
        }
        if options.extract != nil { return reportExtraction() }
        if options.select != nil, table.total.all == 0 {
            StandardStream.errors.write("no response meets the conditions of --select\n")
        }
        guard !options.isReport else { return }
        if hiddenCount > 0 {
            let text =
                "\(hiddenCount.grouped) more failure\(hiddenCount == 1 ? "" : "s"): “--report” prints a line for each "
                + "response, and “decant report” writes a page with all of them"
            StandardStream.errors.write(terminal.errorStyle(.dim, text) + "\n")
        }
        let lines = table.lines(terminal.outputStyle).map { $0 + "\n" }
        StandardStream.output.write(lines.joined())
    }
}

// MARK: - Extracting

extension CaptureRun {
    /// Prints an entry as a saved response.
    private mutating func print(extracted row: CaptureRow) {
        shownCount = 1
        guard row.text.isEmpty else { return StandardStream.output.write(row.text) }
        exitStatus = max(exitStatus, 1)
        printer.print(failure: "entry \(row.entry ?? 0) has no response", of: "--extract")
    }

    private mutating func reportExtraction() {
        guard shownCount == 0 else { return }
        exitStatus = max(exitStatus, 1)
        printer.print(failure: "no entry has the number \(options.extract ?? 0)", of: "--extract")
    }
}

/// The line that shows how far a run is, on a terminal.
struct CaptureProgress {
    private let isShown: Bool
    private var last = 0
    private var isOpen = false

    init(isShown: Bool) { self.isShown = isShown }

    /// Shows the number of responses, at most once for 8 MiB of a file.
    mutating func show(_ count: Int, _ bytes: Int) {
        guard isShown, bytes >> 23 != last else { return }
        last = bytes >> 23
        isOpen = true
        StandardStream.errors.write("\r\(count) responses, \(bytes >> 20) MiB")
    }

    /// Removes the line.
    mutating func end() {
        guard isOpen else { return }
        isOpen = false
        StandardStream.errors.write("\r" + String(repeating: " ", count: 40) + "\r")
    }
}
