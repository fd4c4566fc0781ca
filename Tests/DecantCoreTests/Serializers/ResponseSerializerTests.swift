import DecantCore
import DecantTesting
import Testing

/// The options common to all serializers, each as a function that returns a modified copy.
@Suite struct ResponseSerializerTests {
    private struct Refusal: Error {}

    /// A serializer that accepts one media type.
    private var serializer: LineCount {
        var serializer = LineCount()
        serializer.handling = ResponseHandling(accepting: ["text/plain"])
        return serializer
    }

    private let sample = ResponseSample(200, "text/html", "a\nb\n")

    @Test func keepsTheOriginalUnchanged() {
        let changed = serializer.acceptingAnyMediaType()
        #expect(changed.error(for: sample) == nil)
        #expect(serializer.error(for: sample)?.code == .unacceptableMediaType)
    }

    @Test func acceptsMoreMediaTypes() throws {
        let response = try sample.response(as: serializer.accepting("text/html"))
        #expect(response.findings.map(\.code) == [.toleratedMediaType])
        #expect(serializer.accepting("text/html").error(for: ResponseSample(200, "text/plain", "a\n")) == nil)
        #expect(
            serializer.acceptingAnyMediaType().accepting("text/html").error(for: ResponseSample(200, "a/b", "a")) == nil
        )
    }

    @Test func acceptsOtherStatuses() {
        let sample = ResponseSample(404, "text/plain", "a\n")
        #expect(serializer.error(for: sample)?.code == .unacceptableStatus)
        #expect(serializer.statuses([404]).error(for: sample) == nil)
        #expect(serializer.statuses(nil).error(for: sample) == nil)
        #expect(
            serializer.statuses([404]).error(for: ResponseSample(200, "text/plain", "a"))?.code
                == .unacceptableStatus
        )
    }

    @Test func runsAllChecks() {
        let checked = serializer.validating { _, _ in [Finding(.rejected, .failure, "first")] }
            .validating { _, _ in [Finding(.rejected, .warning, "second")] }
        let error = checked.error(for: ResponseSample(200, "text/plain", "a\n"))
        #expect(error?.code == .rejected)
        #expect(error?.findings.map(\.message) == ["first", "second"])
    }

    @Test func preparesInOrder() throws {
        let prepared = serializer.removingByteOrderMark()
            .preparing { body, _ in ResponseBytes(body + Array("c\n".utf8)) }
            .preparing { body, context in
                context.report(Finding(.rejected, .note, "\(body.count)"))
                return body
            }
        let response = try ResponseSample(200, "text/plain", "\u{FEFF}a\n").response(as: prepared)
        #expect(response.findings.map(\.message).last == "4")
        #expect(response.value == 2)
        let failing = serializer.preparing { _, _ in throw Refusal() }
        #expect(failing.error(for: ResponseSample(200, "text/plain", "a\n"))?.underlying is Refusal)
    }

    @Test func replacesAndChangesLimits() {
        let sample = ResponseSample(200, "text/plain", "a\nb\n")
        #expect(serializer.limits { $0.bodyBytes = 3 }.error(for: sample)?.limit == .bodyBytes)
        #expect(serializer.limits { $0.bodyBytes = 3 }.limits(Limits()).error(for: sample) == nil)
        #expect(serializer.limits { $0.bodyBytes = 4 }.error(for: sample) == nil)
    }

    @Test func requestsItsAcceptedMediaTypes() {
        #expect(serializer.acceptValue == "text/plain")
        #expect(serializer.accepting("text/html").acceptValue == "text/plain, text/html;q=0.9")
        #expect(serializer.acceptingAnyMediaType().acceptValue == "*/*")
    }
}

/// A serializer written against the public interface only.
struct LineCount: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["text/plain"])

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
        if let bad = body.firstIndex(of: 0) {
            throw ResponseError(.malformedBody, "a zero byte", offset: bad, path: [.index(bad)])
        }
        return body.count { $0 == 0x0A }
    }

    func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }
}
