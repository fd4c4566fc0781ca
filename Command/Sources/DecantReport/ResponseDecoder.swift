package import Decant
import DecantCaptures
import HTTPTypes

/// Decodes responses as the options specify.
package struct ResponseDecoder {
    private let options: ReadingOptions

    package init(_ options: ReadingOptions) {
        self.options = options
    }

    /// Decodes one response.
    package func outcome(of response: InputResponse, input: String) -> Outcome {
        let choice = FormatChoice(for: response, options)
        var outcome = Outcome(input: input, response: response, kind: choice.kind, verdict: .empty)
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ResponseError) {
            if let path = options.at { try choice.kind.check(path) }
            if input == "-", choice.reason == .contents { try requireBytes(of: response) }
            (outcome.verdict, outcome.findings) = try verdict(on: response, choice)
        } catch {
            outcome.verdict = .failure(error)
            outcome.findings = error.findings
        }
        outcome.duration = clock.now - start
        return outcome
    }

    /// Throws an error if a body from standard input is empty: a program that failed leaves an empty pipe.
    private func requireBytes(of response: InputResponse) throws(ResponseError) {
        guard response.isBareBody, response.isEmpty, !options.allowsEmpty else { return }
        let remedy = Remedy(.option, "optional", text: "--allow-empty accepts an empty body")
        throw ResponseError(.emptyBody, "standard input is empty", remedy: remedy)
    }

    private func verdict(
        on response: InputResponse,
        _ choice: FormatChoice
    ) throws(ResponseError) -> (Outcome.Verdict, [Finding]) {
        if response.context.forbidsBody || options.allowsEmpty && response.isEmpty {
            let empty = try decode(response, with: .empty)
            return (.empty, empty.findings)
        }
        if let rest = response.rest {
            let stream = try decode(response, with: XMLEventStreamSerializer(rest: rest, options: options.xml))
            return (.value(stream.value), stream.findings)
        }
        if let path = options.at, choice.kind.paths == .xml {
            let decoded = try decode(response, with: accepting(XMLSelectionSerializer(path, options), choice))
            return (.value(decoded.value), decoded.findings)
        }
        return try verdict(on: response, choice, choice.kind.serializer(options))
    }

    private func verdict(
        on response: InputResponse,
        _ choice: FormatChoice,
        _ serializer: some BodySerializer
    ) throws(ResponseError) -> (Outcome.Verdict, [Finding]) {
        var serializer = accepting(serializer, choice)
        if let kind = errorKind(of: response, choice) { serializer = serializer.failure(kind.serializer(options)) }
        let decoded = try decode(response, with: serializer)
        // A report states whether there is a value, so all parts are decoded here.
        let more = options.decodesToEnd ? try decoded.value.finish() : []
        return (.value(decoded.value), decoded.findings + more)
    }

    private func decode<Serializer: ResponseSerializer>(
        _ response: InputResponse,
        with serializer: Serializer
    ) throws(ResponseError) -> DecodedResponse<Serializer.Output> {
        let findings = response.findings
        var serializer = serializer.statuses(options.acceptStatus).limits(options.limits)
        serializer.handling.configuration.mediaTypes?.append(contentsOf: options.accepted)
        serializer = options.preparing(serializer, response)
        if let entry = response.entry { return try entry.response(as: serializer) }
        return try serializer.validating { _, _ in findings }.response(of: response.body, for: response.context)
    }

    /// Returns a serializer with the media types acceptable for the choice.
    ///
    /// A format accepts the types it is labeled with, or any type if it was tried because the type is generic. Bytes
    /// may have any type, but if the type decides, it must be present.
    private func accepting<Serializer: ResponseSerializer>(
        _ serializer: Serializer,
        _ choice: FormatChoice
    ) -> Serializer {
        var serializer = serializer
        switch choice.reason {
        case .contents: serializer = serializer.acceptingAnyMediaType()
        case .malformedLabel where serializer.handling.configuration.mediaTypes == nil:
            serializer.handling.configuration.mediaTypes = ["*/*"]
        case .asked, .label, .malformedLabel: break
        }
        return serializer
    }

    /// The format of an error body whose media type differs from the requested one: XML may describe an error where
    /// JSON was expected.
    private func errorKind(of response: InputResponse, _ choice: FormatChoice) -> DecodingKind? {
        guard choice.reason == .asked, let kind = FormatChoice.labeledKind(of: response) else { return nil }
        return kind == choice.kind || kind == .string ? nil : kind
    }
}

// MARK: - Files

extension ResponseDecoder {
    /// Reads a file and decodes it.
    ///
    /// - Parameters:
    ///   - input: The input as it appears in the report.
    ///   - fileName: The file name for guessing a media type.
    package func outcome(of input: String, named fileName: String?, opening open: () throws -> InputFile) -> Outcome {
        do {
            return outcome(of: try response(in: open(), named: fileName), input: input)
        } catch {
            return Self.outcome(of: input, failing: error)
        }
    }

    /// Returns the outcome of an input without a response.
    package static func outcome(of input: String, failing error: any Error) -> Outcome {
        guard let error = error as? ResponseError else {
            return Outcome(input: input, verdict: .unreadable((error as? UnreadableInput)?.message ?? "\(error)"))
        }
        let response = error.context.map { InputResponse(context: $0, body: error.body) }
        return Outcome(input: input, response: response, verdict: .failure(error), findings: error.findings)
    }

    /// Reads a whole file, or only its prefix if the remainder can be read while events are written.
    private func response(in file: InputFile, named fileName: String?) throws -> InputResponse {
        let beginning = try file.chunk()
        let isBody = options.input == .body || options.input == .auto && !SavedResponse.begins(ResponseBytes(beginning))
        if options.kind == .xmlEvents, !options.decodesToEnd, isBody, InputFile.isPartial(beginning),
            options.isRaw || CompressedContent.coding(of: beginning) == nil
        {
            var response = try InputResponse(ResponseBytes(beginning), named: fileName, options)
            response.rest = file
            return response
        }
        let bytes = isBody ? try file.whole(from: beginning, limits: options.limits) : try capture(file, beginning)
        return try InputResponse(bytes, named: fileName, options)
    }

    /// Reads a head and a body.
    ///
    /// Each has a limit; their sum bounds the file until the end of the head is known.
    private func capture(_ file: InputFile, _ beginning: [UInt8]) throws -> ResponseBytes {
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

/// The outcome of one input.
package struct Outcome {
    /// The result of decoding an input.
    package enum Verdict: Sendable {
        case value(any DecodedValue)
        case empty
        case failure(ResponseError)
        case unreadable(String)

        /// The verdict as in a report.
        package var name: String {
            switch self {
            case .value: "value"
            case .empty: "empty"
            case .failure, .unreadable: "failure"
            }
        }

        /// The code of the error; nil without an error.
        package var errorCode: String? {
            switch self {
            case .value, .empty: nil
            case .failure(let error): error.code.rawValue
            case .unreadable: "unreadableInput"
            }
        }

        /// The exit status of a command that decodes only this input.
        package var exitStatus: Int32 {
            switch self {
            case .value, .empty: 0
            case .failure: 1
            case .unreadable: 2
            }
        }
    }

    /// The argument, unchanged.
    package let input: String

    /// The response, if the input is one.
    package var response: InputResponse?

    /// The format to decode to.
    package var kind: DecodingKind?

    /// The verdict.
    package var verdict: Verdict

    /// The findings.
    package var findings: [Finding] = []

    /// The duration of validating and decoding.
    package var duration: Duration = .zero

    package init(
        input: String,
        response: InputResponse? = nil,
        kind: DecodingKind? = nil,
        verdict: Verdict,
        findings: [Finding] = []
    ) {
        self.input = input
        self.response = response
        self.kind = kind
        self.verdict = verdict
        self.findings = findings
    }
}

/// A decoded body.
package protocol DecodedValue: Sendable {
    /// Decodes the parts that are decoded on demand.
    ///
    /// - Returns: The findings about them.
    /// - Throws: `ResponseError` if a part is malformed.
    func finish() throws(ResponseError) -> [Finding]

    /// The members for the value in a report line.
    var facts: ValueFacts? { get }
}

extension DecodedValue {
    package func finish() throws(ResponseError) -> [Finding] { [] }

    package var facts: ValueFacts? { nil }

}

/// The format-specific member of a report line.
package struct ValueFacts {
    /// The name of the member.
    package let name: String

    /// The contents of the member.
    package let members: [String: JSON.Value]
}

extension ResponseBytes: DecodedValue {}

extension String: DecodedValue {}
