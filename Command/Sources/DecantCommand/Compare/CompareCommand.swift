import ArgumentParser
import DecantReport
import Foundation

/// `decant compare`: the responses that changed between two captures or stored reports.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Show the responses that changed between two captures.",
        usage: "decant compare [OPTION...] BEFORE AFTER",
        discussion: """
            BEFORE and AFTER are HAR files, web archives, saved responses, folders of them, or stored reports as \
            “decant --report” prints them. Responses are matched by method and URL, and repeated requests in order. \
            A report keeps no bodies, so their lengths are compared. Each response whose verdict, value, error, \
            status, or media type changed is shown, with the difference of two JSON values or property lists by path.

            The exit status is 1 if something got worse, because a response has no value any more or a new one fails; \
            0 if not; and 2 for incorrect usage or an input that cannot be read.
            """
    )

    /// The inputs in the help and the completions.
    @Argument(
        help: ArgumentHelp("A capture or a stored report: first BEFORE, then AFTER.", valueName: "input"),
        completion: .file()
    )
    var inputs: [String] = []

    @OptionGroup var shared: SharedOptions

    @OptionGroup var secrets: SecretOptions

    @Flag(help: "Print one line of JSON for each change, and nothing else.")
    var report = false

    /// Compares two inputs.
    ///
    /// - Throws: `ValidationError` if there are not two, or `ExitCode` if the exit status is not 0.
    func run(_ inputs: [String]) throws {
        guard inputs.count == 2 else {
            throw ValidationError("“compare” needs two inputs, BEFORE and AFTER, but there are \(inputs.count)")
        }
        let (names, captures) = (RawArguments(), CaptureInputs(shared.reading))
        var read = inputs[0]
        do {
            let before = try ComparisonSource(inputs[0], names, captures)
            read = inputs[1]
            let after = try ComparisonSource(inputs[1], names, captures)
            let style = ComparisonStyle(mask: secrets.mask, comparesReports: before.isReport || after.isReport)
            read = inputs[0]
            var comparison = try CaptureComparison(before, style)
            read = inputs[1]
            try after.forEach(style) { response in
                if let change = comparison.change(to: response) { print(change) }
            }
            comparison.missing().forEach(print)
            if !report { StandardStream.output.write("\(comparison.summary)\n") }
            if comparison.isWorse { throw ExitCode(1) }
        } catch let error as ExitCode {
            throw error
        } catch {
            let outcome = ResponseDecoder.outcome(of: read, failing: error)
            let message = outcome.verdict.errorMessage ?? "\(error)"
            StandardStream.errors.write("\(read.visible): unreadable: \(message.visible)\n")
            throw ExitCode(2)
        }
    }

    private func print(_ change: ResponseChange) {
        StandardStream.output.write((report ? ChangeLine(change).text : text(of: change)) + "\n")
    }

    private func text(of change: ResponseChange) -> String {
        let style = Terminal.current.outputStyle
        let look: TextStyle.Look = change.isWorse ? .boldRed : change.kind == .better ? .green : .yellow
        let head = style(look, change.kind.rawValue.padded(to: 8)) + style(.bold, change.request.visible)
        return ([head] + change.lines.map { "        \($0.visible)" }).joined(separator: "\n")
    }
}

/// A change as a line of JSON.
private struct ChangeLine: Encodable {
    let version = 1
    let change: String
    let method: String?
    let url: String?
    let before: ComparedResponse?
    let after: ComparedResponse?
    let differences: [ValueDifferences.Difference]
    let differenceCount: Int

    init(_ change: ResponseChange) {
        self.change = change.kind.rawValue
        method = (change.after ?? change.before)?.method
        url = (change.after ?? change.before)?.url
        before = change.before
        after = change.after
        differences = change.differences.listed
        differenceCount = change.differences.count
    }

    /// The line without its line feed, safe for a terminal.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self).escapedInJSON
    }
}
