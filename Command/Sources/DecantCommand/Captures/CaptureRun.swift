import Decant
import DecantCaptures
import DecantReport
import Foundation

/// A run of the command over captures: a table, a report, a comparison, or one response.
struct CaptureRun {
    /// The number of failures that are printed in full.
    private static let mostShown = 5

    private let options: DecodingOptions
    private let captures: CaptureOptions
    private let decoder: ResponseDecoder
    private let printer: OutcomePrinter
    private let terminal: Terminal
    private let progress: CaptureProgress
    private var table = CaptureTable()
    private var expectation: CaptureExpectation?
    private var shownCount = 0

    /// 2 if an input could not be read, otherwise 1 if a response failed or differs, otherwise 0.
    private(set) var exitStatus: Int32 = 0

    init(options: DecodingOptions, captures: CaptureOptions, terminal: Terminal) {
        (self.options, self.captures, self.terminal) = (options, captures, terminal)
        var reading = options.reading
        reading.decodesToEnd = true
        decoder = ResponseDecoder(reading)
        printer = OutcomePrinter(options: options, terminal: terminal)
        progress = CaptureProgress(isShown: terminal.errorsAreTerminal && !options.output.report)
    }

    /// Returns whether the inputs are captures: an option says so, or one of them is a folder or a file of a capture.
    static func isWanted(_ captures: CaptureOptions, _ reading: ReadingOptions, _ inputs: [String]) -> Bool {
        captures.isUsed || reading.input.capture != nil
            || inputs.contains { CaptureKind(fileName: $0) != nil || CaptureFolder.isFolder($0) }
    }

    /// Reads all inputs, and prints the results.
    mutating func run(_ inputs: [String], _ names: RawArguments) {
        guard takeExpectation() else { return }
        for input in inputs {
            for file in CaptureFolder.files(of: input) ?? [] { read(file, Array(file.utf8)) }
            if !CaptureFolder.isFolder(input) { read(input, names.bytes(for: input)) }
        }
        progress.end()
        if captures.extract != nil { return reportExtraction() }
        if captures.expect != nil { return reportMissing() }
        guard !options.output.report else { return }
        let lines = table.lines(terminal.outputStyle).map { $0 + "\n" }
        StandardStream.output.write(lines.joined())
    }

    private mutating func takeExpectation() -> Bool {
        guard let path = captures.expect else { return true }
        do {
            expectation = try CaptureExpectation(try InputFile(opening: Array(path.utf8)))
            return true
        } catch {
            take(ResponseDecoder.outcome(of: path, failing: error), nil)
            return false
        }
    }

    private mutating func read(_ input: String, _ path: [UInt8]) {
        do {
            let isStandardInput = input == "-"
            let open = { isStandardInput ? InputFile.standardInput : try InputFile(opening: path) }
            var kind = options.reading.input.capture
            if kind == nil, !isStandardInput { kind = try CaptureFolder.kind(of: input, path) }
            guard let kind else {
                return take(decoder.outcome(of: input, named: isStandardInput ? nil : input, opening: open), nil)
            }
            let file = CaptureFile(try open(), kind, limits: options.reading.limits)
            try file.forEach { part, count in
                switch part {
                case .entry(let entry):
                    if let number = captures.extract { return !extract(entry, number) }
                    take(decoder.outcome(of: entry, in: input), entry)
                case .skipped(let finding):
                    if captures.extract == nil { take(ResponseDecoder.outcome(ofSkipped: finding, in: input), nil) }
                }
                progress.show(table.count, count)
                return true
            }
        } catch {
            take(ResponseDecoder.outcome(of: input, failing: error), nil)
        }
    }

    /// Counts, compares, or prints an outcome.
    private mutating func take(_ outcome: Outcome, _ entry: CaptureEntry?) {
        if let selection = captures.select, !selection.includes(outcome) { return }
        table.add(outcome)
        if expectation != nil { return compare(outcome, entry) }
        switch outcome.verdict {
        case .value, .empty: break
        case .failure: exitStatus = max(exitStatus, 1)
        case .unreadable: exitStatus = 2
        }
        guard !options.output.report else { return report(outcome, entry) }
        let name = entry.map { "\(outcome.input)#\($0.index)" } ?? outcome.input
        switch outcome.verdict {
        case .failure(let error) where shownCount < Self.mostShown:
            shownCount += 1
            progress.end()
            printer.print(error, of: name, isOfBareBody: false)
        case .unreadable(let message):
            progress.end()
            printer.print(failure: message, label: "unreadable", of: name)
        default: break
        }
    }

    private func report(_ outcome: Outcome, _ entry: CaptureEntry?) {
        let further: [String: any Encodable] = [
            "entry": entry?.index, "method": entry?.context.method?.rawValue,
        ]
        StandardStream.output.write(ReportLine(outcome, further: further).text + "\n")
    }
}

// MARK: - Comparing and extracting

extension CaptureRun {
    private mutating func compare(_ outcome: Outcome, _ entry: CaptureEntry?) {
        guard let difference = expectation?.difference(of: outcome, entry: entry?.index) else { return }
        exitStatus = max(exitStatus, 1)
        let name = entry.map { "\(outcome.input)#\($0.index)" } ?? outcome.input
        StandardStream.output.write("\(name.visible): \(difference)\n")
    }

    /// Prints the stored responses that did not occur, unless only some were selected.
    private mutating func reportMissing() {
        guard captures.select == nil, let expectation else { return }
        for key in expectation.missing {
            exitStatus = max(exitStatus, 1)
            let name = key.entry < 0 ? key.file : "\(key.file)#\(key.entry)"
            StandardStream.output.write("\(name.visible): expected a response, but there is none\n")
        }
    }

    /// Prints an entry as a saved response if it has the number; returns whether it has.
    private mutating func extract(_ entry: CaptureEntry, _ number: Int) -> Bool {
        guard entry.index == number else { return false }
        shownCount = 1
        if let text = entry.savedResponse {
            StandardStream.output.write(text)
        } else {
            exitStatus = max(exitStatus, 1)
            printer.print(failure: "entry \(number) has no response", of: "--extract")
        }
        return true
    }

    private mutating func reportExtraction() {
        guard shownCount == 0 else { return }
        exitStatus = max(exitStatus, 1)
        printer.print(failure: "no entry has the number \(captures.extract ?? 0)", of: "--extract")
    }
}

/// The line that shows how far a run is, on a terminal.
final class CaptureProgress {
    private let isShown: Bool
    private var last = 0
    private var isOpen = false

    init(isShown: Bool) { self.isShown = isShown }

    /// Shows the number of responses, at most once for 8 MiB of a file.
    func show(_ count: Int, _ bytes: Int) {
        guard isShown, bytes >> 23 != last else { return }
        last = bytes >> 23
        isOpen = true
        StandardStream.errors.write("\r\(count) responses, \(bytes >> 20) MiB")
    }

    /// Removes the line.
    func end() {
        guard isOpen else { return }
        isOpen = false
        StandardStream.errors.write("\r" + String(repeating: " ", count: 40) + "\r")
    }
}
