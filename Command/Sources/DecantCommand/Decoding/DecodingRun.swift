import Decant

/// One run of the command over its inputs, one after the other, of which nothing is kept but the exit status.
struct DecodingRun {
    private let options: DecodingOptions
    private let decoder: ResponseDecoder
    private let printer: OutcomePrinter

    /// 2 once an input could not be read, else 1 once one failed, else 0.
    private(set) var exitStatus: Int32 = 0

    init(options: DecodingOptions, terminal: Terminal) {
        self.options = options
        decoder = ResponseDecoder(options)
        printer = OutcomePrinter(options: options, terminal: terminal)
    }

    /// Decodes and prints one input.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - count: How many inputs there are.
    mutating func decode(_ source: InputSource, of count: Int) async {
        let outcome = await outcome(of: source)
        switch outcome.verdict {
        case .value, .empty: break
        case .failure: exitStatus = max(exitStatus, 1)
        case .unreadable: exitStatus = 2
        }
        do throws(ResponseError) {
            try printer.print(outcome, isOneOfMany: count > 1)
        } catch {
            exitStatus = max(exitStatus, 1)
            printer.print(error, of: source.argument)
        }
    }

    private func outcome(of source: InputSource) async -> Outcome {
        do {
            let response = try await response(of: source)
            return decoder.outcome(of: response, input: source.argument)
        } catch let error as ResponseError {
            let response = error.context.map { ReceivedResponse(context: $0, body: error.body) }
            return Outcome(
                input: source.argument,
                response: response,
                verdict: .failure(error),
                findings: error.findings
            )
        } catch let error as UnreadableInput {
            return Outcome(input: source.argument, verdict: .unreadable(error.message))
        } catch {
            return Outcome(input: source.argument, verdict: .unreadable("\(error)"))
        }
    }

    private func response(of source: InputSource) async throws -> ReceivedResponse {
        switch source.place {
        case .standardInput:
            return try ReceivedResponse(InputFile.standardInput(limits: readingLimits), from: source, options)
        case .file(let path):
            return try ReceivedResponse(InputFile.read(path, limits: readingLimits), from: source, options)
        case .url(let url):
            return try await InputFetch(options).response(from: url)
        }
    }

    /// A saved response is a head and a body; each has its own limit, which is looked at later.
    private var readingLimits: Limits {
        var limits = options.limits
        let (sum, overflows) = limits.bodyBytes.addingReportingOverflow(limits.headBytes)
        limits.bodyBytes = overflows ? .max : sum
        return limits
    }
}
