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
        let choice = FormatChoice(for: response, options)
        var outcome = Outcome(input: input, response: response, kind: choice.kind, verdict: .empty)
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ResponseError) {
            let format = choice.kind.format
            (outcome.verdict, outcome.findings) = try verdict(on: response, choice, format)
        } catch {
            outcome.verdict = .failure(error)
            outcome.findings = error.findings
        }
        outcome.duration = clock.now - start
        return outcome
    }

    private func verdict<Format: BodyFormat>(
        on response: ReceivedResponse,
        _ choice: FormatChoice,
        _ format: Format.Type
    ) throws(ResponseError) -> (Outcome.Verdict, [Finding]) {
        if response.context.forbidsBody {
            let empty = try decode(response, with: EmptyResponseSerializer())
            return (.empty, empty.findings)
        }
        if let rest = response.rest {
            let stream = try decode(response, with: XMLEventStreamSerializer(rest: rest, options: options.xml))
            return (.value(stream.value), stream.findings)
        }
        var serializer = self.serializer(Format.self, for: choice)
        if let other = errorFormat(of: response, choice) { serializer = adding(other, to: serializer) }
        let decoded = try decode(response, with: serializer)
        // A report says whether there is a value, so that nothing may be left to be found out.
        let more = options.report ? try decoded.value.finish() : []
        return (.value(decoded.value), decoded.findings + more)
    }

    private func decode<Serializer: ResponseSerializer>(
        _ response: ReceivedResponse,
        with serializer: Serializer
    ) throws(ResponseError) -> DecodedResponse<Serializer.Output> {
        let findings = response.findings
        var serializer = serializer.accepting(statuses: options.acceptStatus).limits(options.limits)
        serializer.handling.configuration.validation.mediaTypes?.append(contentsOf: options.accepted)
        return try serializer.validating { _, _ in findings }.decodedResponse(response.body, for: response.context)
    }

    /// The serializer of a format, with the media types that the choice leaves acceptable.
    ///
    /// A format takes the types that it is labelled with, but any type when it is tried because the type says nothing. Bytes
    /// may be of any type, but when the type decides, a type has to be one.
    private func serializer<Format: BodyFormat>(_ format: Format.Type, for choice: FormatChoice) -> Format.Serializer {
        var serializer = format.serializer(options)
        switch choice.reason {
        case .asked, .label: break
        case .contents: serializer = serializer.acceptingAnyMediaType()
        case .malformedLabel: serializer.handling.configuration.validation.mediaTypes = ["*/*"]
        }
        return serializer
    }

    /// The format of an error body, if its media type is of another one than was asked for: XML may say what is wrong where JSON
    /// should have come.
    private func errorFormat(of response: ReceivedResponse, _ choice: FormatChoice) -> (any BodyFormat.Type)? {
        guard choice.reason == .asked, let kind = FormatChoice.kind(byLabelOf: response, options) else { return nil }
        return kind == choice.kind || kind == .string ? nil : kind.format
    }

    private func adding<Serializer: ResponseSerializer, Format: BodyFormat>(
        _ format: Format.Type,
        to serializer: Serializer
    ) -> Serializer {
        serializer.failure(format.serializer(options))
    }
}
