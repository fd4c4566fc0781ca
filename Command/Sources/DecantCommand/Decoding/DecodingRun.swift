import Decant
import DecantCaptures

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
        do {
            try printer.print(outcome, isOneOfMany: count > 1)
            if let path = options.output, case .value(let value) = outcome.verdict {
                try PictureFile(path: path).write(value)
            }
        } catch let failure as PictureFile.Failure {
            exitStatus = max(exitStatus, failure.exitStatus)
            printer.print(failure: failure.message, of: source.argument)
        } catch let error as ResponseError {
            exitStatus = max(exitStatus, 1)
            printer.print(error, of: source.argument)
        } catch {
            exitStatus = 2
            printer.print(failure: "\(error)", of: source.argument)
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
        case .standardInput: try response(in: .standardInput, source)
        case .file(let path): try response(in: InputFile(opening: path), source)
        case .url(let url): try await InputFetch(options).response(from: url)
        }
    }

    /// Reads a file whole, or only its beginning, if the rest can be read while events are written.
    private func response(in file: InputFile, _ source: InputSource) throws -> ReceivedResponse {
        let beginning = try file.chunk()
        let isBody = options.input == .body || options.input == .auto && !SavedResponse.begins(ResponseBody(beginning))
        if options.kind == .xmlEvents, !options.report, isBody, InputFile.isPartial(beginning) {
            var response = try ReceivedResponse(ResponseBody(beginning), from: source, options)
            response.rest = file
            return response
        }
        let bytes = isBody ? try file.whole(from: beginning, limits: options.limits) : try capture(file, beginning)
        return try ReceivedResponse(bytes, from: source, options)
    }

    /// Reads a head and a body, which have a limit each: their sum bounds the file before it is known where the head ends.
    private func capture(_ file: InputFile, _ beginning: [UInt8]) throws -> ResponseBody {
        let (body, head) = (options.limits.bodyBytes, options.limits.headBytes)
        var limits = options.limits
        limits.bodyBytes = body.addingReportingOverflow(head).overflow ? .max : body + head
        do {
            return try file.whole(from: beginning, limits: limits)
        } catch let error as ResponseError where error.code == .limitExceeded {
            let message = "the saved response is larger than bodyBytes (\(body)) and headBytes (\(head)) allow together"
            throw ResponseError(.limitExceeded, message, limit: .bodyBytes)
        }
    }
}
