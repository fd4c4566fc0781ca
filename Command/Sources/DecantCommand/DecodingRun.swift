import Decant
import DecantReport

/// A run of the command over its inputs, one after the other.
///
/// It keeps only the exit status.
struct DecodingRun {
    private let options: RunOptions
    private let decoder: ResponseDecoder
    private let printer: OutcomePrinter
    private let terminal: Terminal

    /// 2 if an input could not be read, otherwise 1 if one failed, otherwise 0.
    private(set) var exitStatus: Int32 = 0

    init(options: RunOptions, terminal: Terminal) {
        self.options = options
        decoder = ResponseDecoder(options.reading)
        self.terminal = terminal
        printer = OutcomePrinter(options: options, terminal: terminal)
    }

    /// Decodes and prints one input.
    ///
    /// - Parameter count: The number of inputs.
    mutating func decode(_ source: InputSource, of count: Int) async {
        let outcome: Outcome
        var decoder = decoder
        do {
            let input = try await OpenInput(source, options.reading)
            if input.options.limits != options.reading.limits {
                decoder = ResponseDecoder(input.options)
            }
            let progress = ProgressLine(terminal, of: input.size) { input.readBytes }
            defer { progress?.end() }
            if input.kind.isStream, !options.isReport {
                let run = StreamRun(input.options, printer, progress)
                return exitStatus = max(exitStatus, await run.print(input, named: source.name))
            }
            outcome = await input.outcome(by: decoder)
        } catch {
            outcome = ResponseDecoder.outcome(of: source.name, failing: error)
        }
        exitStatus = max(exitStatus, outcome.verdict.exitStatus)
        do {
            try printer.print(outcome, isOneOfMany: count > 1)
            if let path = options.outputPath, case .value(let value) = outcome.verdict {
                try ImageFile(path: path).write(value)
            }
        } catch let failure as ImageFile.Failure {
            exitStatus = max(exitStatus, failure.exitStatus)
            printer.print(failure: failure.message, of: source.name)
        } catch let error as ResponseError {
            exitStatus = max(exitStatus, 1)
            printer.print(error, in: outcome)
        } catch {
            exitStatus = 2
            printer.print(failure: "\(error)", of: source.name)
        }
    }
}
