import DecantCore
import DecantTesting
import HTTPTypes
import Testing

/// The attempts in the message and the description of a compound's error.
@Suite struct ResponseErrorAttemptsTests {
    /// Accepts one media type, and throws an error.
    private struct Failing: ResponseSerializer {
        var error: ResponseError
        var handling: ResponseHandling

        init(_ error: ResponseError, accepting mediaType: MediaTypePattern = "*/*", statuses: StatusCodes = .successful)
        {
            self.error = error
            handling = ResponseHandling(accepting: [mediaType])
            handling.configuration.statuses = statuses
        }

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
            throw error
        }
    }

    private func error(_ members: Failing..., sample: ResponseSample = ResponseSample(200, "text/html", "x")) throws
        -> ResponseError
    {
        try #require(CompoundResponseSerializer<Int>(members).error(for: sample))
    }

    private let one = ResponseError(.malformedBody, "one")
    private let two = ResponseError(.malformedBody, "two")

    private func attemptLines(_ error: ResponseError) -> [Substring] {
        error.description.split(separator: "\n").filter { $0.contains("attempt") }
    }

    @Test func printsEachReasonOnce() throws {
        let error = try error(Failing(one), Failing(two))
        #expect(error.message == "none of 2 serializers could decode the body: one; two")
        #expect(error.description.hasPrefix("noneSucceeded: none of 2 serializers could decode the body\n"))
        #expect(attemptLines(error) == ["  attempt 1: malformedBody: one", "  attempt 2: malformedBody: two"])
    }

    @Test func joinsAttemptsWithTheSameReason() throws {
        let error = try error(Failing(one), Failing(two), Failing(one), Failing(one))
        #expect(error.message == "none of 4 serializers could decode the body: one; two")
        #expect(
            attemptLines(error) == ["  attempts 1, 3 and 4: malformedBody: one", "  attempt 2: malformedBody: two"]
        )
        #expect(error.attempts.map(\.message) == ["one", "two", "one", "one"])
    }

    @Test func statesASingleReasonInTheMessageOnly() throws {
        let error = try error(Failing(one), Failing(one))
        #expect(error.code == .noneSucceeded)
        #expect(error.description.hasPrefix("noneSucceeded: none of 2 serializers could decode the body: one\n"))
        #expect(attemptLines(error).isEmpty)
        #expect(error.attempts.count == 2)
    }

    @Test func isTheBadStatusThatAllReport() throws {
        let error = try error(Failing(one), Failing(two), sample: ResponseSample(404, "text/html", "x"))
        #expect(error.code == .unacceptableStatus)
        #expect(attemptLines(error).isEmpty)
        #expect(error.attempts.count == 2)
    }

    @Test("Lists the statuses of members that expect others") func listsTheStatusesOfMembersThatExpect() throws {
        let error = try error(
            Failing(one),
            Failing(two, statuses: [201]),
            Failing(two),
            sample: ResponseSample(404, "text/html", "x")
        )
        #expect(error.code == .unacceptableStatus)
        #expect(
            attemptLines(error) == ["  attempt 2: unacceptableStatus: expected status 201, but received 404 Not Found"]
        )
    }

    @Test func isTheEmptyBodyThatAllReport() throws {
        let error = try error(
            Failing(ResponseError(.emptyBody, "A has no value for an empty body")),
            Failing(ResponseError(.emptyBody, "B has no value for an empty body"))
        )
        #expect(error.code == .emptyBody)
        #expect(error.message == "the body is empty, and none of 2 serializers has a value for an empty body")
        #expect(attemptLines(error).isEmpty)
    }

    @Test func isTheLimitOrTheTruncationThatAllReport() throws {
        let limit = ResponseError(.limitExceeded, "too long", limit: .bodyBytes)
        let limited = try error(Failing(limit), Failing(limit))
        #expect(limited.code == .limitExceeded && limited.limit == .bodyBytes)
        #expect(limited.message == limit.message && limited.hint == limit.hint)
        #expect(attemptLines(limited).isEmpty)
        let truncated = ResponseSample(200, "text/html", "x").with("2", for: .contentLength)
        #expect(try error(Failing(one), Failing(two), sample: truncated).code == .truncatedBody)
        let other = ResponseError(.limitExceeded, "too deep", limit: .codedBytes)
        #expect(try error(Failing(limit), Failing(other)).code == .noneSucceeded)
    }

    @Test("Reports once that no serializer accepts the media type") func reportsOnceThatNoSerializerAccepts() throws {
        let error = try error(Failing(one, accepting: "a/b"), Failing(two, accepting: "c/d"))
        #expect(error.code == .noneSucceeded)
        #expect(error.message == "none of 2 serializers accepts the media type text/html")
        #expect(attemptLines(error).first?.hasSuffix("expected a/b, but the media type is text/html") == true)
        #expect(attemptLines(error).count == 2)
    }
}
