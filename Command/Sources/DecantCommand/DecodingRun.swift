import Decant
import DecantReport

/// A run of the command over its inputs, one after the other.
///
/// It keeps only the exit status.
struct DecodingRun {
    private let options: DecodingOptions
    private let decoder: ResponseDecoder
    private let printer: OutcomePrinter

    /// 2 if an input could not be read, otherwise 1 if one failed, otherwise 0.
    private(set) var exitStatus: Int32 = 0

    init(options: DecodingOptions, terminal: Terminal) {
        self.options = options
        decoder = ResponseDecoder(options.reading)
        printer = OutcomePrinter(options: options, terminal: terminal)
    }

    /// Decodes and prints one input.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - count: The number of inputs.
    mutating func decode(_ source: InputSource, of count: Int) async {
        if options.reading.kind.isStream, !options.report {
            let run = StreamRun(options.reading, printer)
            return exitStatus = max(exitStatus, await run.print(source))
        }
        let outcome = await outcome(of: source)
        switch outcome.verdict {
        case .value, .empty: break
        case .failure: exitStatus = max(exitStatus, 1)
        case .unreadable: exitStatus = 2
        }
        do {
            try printer.print(outcome, isOneOfMany: count > 1)
            if let path = options.output, case .value(let value) = outcome.verdict {
                try PictureFile(path: path).write(value)
            }
        } catch let failure as PictureFile.Failure {
            exitStatus = max(exitStatus, failure.exitStatus)
            printer.print(failure: failure.message, of: source.name)
        } catch let error as ResponseError {
            exitStatus = max(exitStatus, 1)
            printer.print(error, of: source.name)
        } catch {
            exitStatus = 2
            printer.print(failure: "\(error)", of: source.name)
        }
    }

    private func outcome(of source: InputSource) async -> Outcome {
        let (input, name) = (source.name, source.fileName)
        switch source.kind {
        case .standardInput: return decoder.outcome(of: input, named: name) { .standardInput }
        case .file(let path): return decoder.outcome(of: input, named: name) { try InputFile(opening: path) }
        case .url(let url):
            do {
                let response = try await InputFetch(options.reading).response(from: url)
                return decoder.outcome(of: input) { response }
            } catch {
                return ResponseDecoder.outcome(of: input, failing: error)
            }
        }
    }
}
