import DecantCore
import DecantTesting
import HTTPTypes
import Testing

/// The fast path for plain responses has the outcome of the complete checks.
@Suite struct ResponsePathTests {
    static let serializers: [LineCount] = [
        LineCount(), LineCount().accepting("text/*", "*+json"), LineCount().acceptingAnyMediaType(),
        LineCount().statuses(nil), LineCount().statuses([404]), LineCount().limits { $0.bodyBytes = 2 },
    ]

    private static let mediaTypes: [String?] = [
        nil, "", "text", "text/plain", "text/plain; charset=utf-8", "text/plain;charset=UTF-8, text/plain", "*/*",
        "application/json; charset=utf-8", "application/problem+json", "text/xml; charset=utf-8", "application/x-json",
    ]

    private static let fields: [[String: String]] = [
        [:], ["content-length": "3"], ["Content-Length": "4"], ["content-length": "2"], ["content-length": "3, 3"],
        ["content-length": "3, 4"], ["content-length": "x"], ["content-encoding": "gzip"],
        ["content-encoding": "identity"], ["transfer-encoding": "chunked", "content-length": "9"],
    ]

    /// The responses with each combination of a status, a body, a media type, and fields.
    private static var samples: [ResponseSample] {
        [200, 204, 404].flatMap { status in
            ["", "a\nb", "a\0b"].flatMap { text in
                mediaTypes.flatMap { type in fields.map { sample(status, type, text, $0) } }
            }
        }
    }

    private static func sample(_ status: Int, _ type: String?, _ text: String, _ fields: [String: String])
        -> ResponseSample
    {
        var sample = ResponseSample(status, type, text)
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { sample.head.headerFields[name] = value }
        }
        return sample
    }

    /// Returns the outcome of a response as text.
    private func outcome<Serializer: ResponseSerializer>(of sample: ResponseSample, by serializer: Serializer) -> String
    {
        do throws(ResponseError) {
            let response = try sample.response(as: serializer)
            return "\(response.value) \(response.findings) \(response.isEmpty)"
        } catch {
            return "\(error) \(error.findings) \(error.context == sample.context)"
        }
    }

    /// A custom check disables the fast path.
    @Test(arguments: serializers)
    func acceptsPlainResponsesLikeAllOthers(_ serializer: LineCount) {
        let complete = serializer.validating { _, _ in [] }
        for sample in Self.samples {
            #expect(outcome(of: sample, by: serializer) == outcome(of: sample, by: complete))
            var other = sample
            other.method = .head
            #expect(outcome(of: other, by: serializer) == outcome(of: other, by: complete))
        }
    }

    @Test("Accepts plain responses in compounds like all others", arguments: serializers)
    func acceptsPlainResponsesInCompoundsLikeAll(_ serializer: LineCount) {
        let compound = CompoundResponseSerializer([serializer.map { -$0 }, LineCount()])
        let complete = compound.validating { _, _ in [] }
        for sample in Self.samples {
            #expect(outcome(of: sample, by: compound) == outcome(of: sample, by: complete))
        }
    }
}
