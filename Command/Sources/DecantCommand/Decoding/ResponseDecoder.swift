import Decant
import HTTPTypes

/// Decodes responses as the options say.
struct ResponseDecoder {
    private let options: DecodingOptions

    init(_ options: DecodingOptions) {
        self.options = options
    }

    /// Decodes one response.
    func outcome(of response: ReceivedResponse, input: String) -> Outcome {
        let kind = options.kind.resolved(for: response)
        var outcome = Outcome(input: input, response: response, kind: kind, verdict: .empty)
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ResponseError) {
            let (verdict, findings) = try decode(response, to: kind)
            outcome.verdict = verdict
            outcome.findings = findings
        } catch {
            outcome.verdict = .failure(error)
            outcome.findings = error.findings
        }
        outcome.duration = clock.now - start
        return outcome
    }

    private func decode(
        _ response: ReceivedResponse,
        to kind: DecodingKind
    ) throws(ResponseError) -> (Outcome.Verdict, [Finding]) {
        if response.context.forbidsBody {
            let empty = try value(of: response, EmptyResponseSerializer())
            return (.empty, empty.findings)
        }
        switch kind {
        case .auto, .data: return try verdict(on: response, data(for: response)) { .data($0) }
        case .string: return try verdict(on: response, string) { .string($0) }
        case .json: return try verdict(on: response, JSONResponseSerializer()) { .json($0) }
        }
    }

    private func verdict<Serializer: ResponseSerializer>(
        on response: ReceivedResponse,
        _ serializer: Serializer,
        _ wrap: (Serializer.Output) -> DecodedValue
    ) throws(ResponseError) -> (Outcome.Verdict, [Finding]) {
        let decoded = try value(of: response, serializer)
        return (.value(wrap(decoded.value)), decoded.findings)
    }

    private func value<Serializer: ResponseSerializer>(
        of response: ReceivedResponse,
        _ serializer: Serializer
    ) throws(ResponseError) -> DecodedResponse<Serializer.Output> {
        let findings = response.findings
        var serializer = serializer.accepting(statuses: options.acceptStatus).limits(options.limits)
        serializer.handling.configuration.validation.mediaTypes?.append(contentsOf: options.accepted)
        return try serializer.validating { _, _ in findings }.decodedResponse(response.body, for: response.context)
    }

    /// Bytes of any type, but when the type decides, a type has to be one.
    private func data(for response: ReceivedResponse) -> DataResponseSerializer {
        var serializer = DataResponseSerializer()
        if options.kind == .auto, case .malformed = response.context.contentType {
            serializer.handling.configuration.validation.mediaTypes = ["*/*"]
        }
        return serializer
    }

    /// Text of its own types, but of any type when it is tried because the type is not known.
    private var string: StringResponseSerializer {
        options.kind == .auto ? StringResponseSerializer().acceptingAnyMediaType() : StringResponseSerializer()
    }
}
