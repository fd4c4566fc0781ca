import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct ResponseSerializerFailureTests {
    private struct Words: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["text/words"])

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> [String] {
            guard body.allSatisfy({ $0 < 0x80 }) else {
                throw ResponseError(.malformedBody, "no words", offset: 0)
            }
            return String(decoding: body, as: UTF8.self).split(separator: " ").map(String.init)
        }
    }

    @Test(
        "G01, J10, K03: the body of a bad status is decoded as the general value of the format, in the error"
    )
    func generalValue() throws {
        let error = try #require(LineCount().error(for: ResponseSample(404, "text/plain", "a\nb\n")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: Int.self) == 2)
        #expect(error.errorBody(as: String.self) == nil)
        #expect(error.body == ResponseBytes("a\nb\n".utf8))
    }

    @Test("U01: the failure type is named beside the success type, and read by type")
    func namedType() throws {
        let serializer = LineCount().failure(Words())
        let error = try #require(serializer.error(for: ResponseSample(500, "text/words", "out of order")))
        #expect(error.errorBody(as: [String].self) == ["out", "of", "order"])
    }

    @Test("G02: only the policy decides whether the error body is decoded")
    func policy() throws {
        let labeled = ResponseSample(500, "text/words", "a b")
        let mislabeled = ResponseSample(500, "text/html", "a b")
        func decoded(_ policy: ErrorBodyPolicy, _ sample: ResponseSample) -> [String]? {
            LineCount().failure(Words(), decoded: policy).error(for: sample)?.errorBody(as: [String].self)
        }
        #expect(decoded(.never, labeled) == nil)
        #expect(decoded(.ifAcceptable, labeled) == ["a", "b"])
        #expect(decoded(.always, labeled) == ["a", "b"])
        #expect(decoded(.ifAcceptable, mislabeled) == nil)
    }

    @Test("G06: a lenient policy decodes an error body with any media type")
    func anyLabel() throws {
        let serializer = LineCount().failure(Words(), decoded: .always)
        let error = try #require(serializer.error(for: ResponseSample(500, "text/html", "a b")))
        #expect(error.errorBody(as: [String].self) == ["a", "b"])
        #expect(error.findings.map(\.code) == [.unacceptableStatus, .unacceptableMediaType])
    }

    @Test("G03, G04, U02, Q01: an error body that cannot be decoded is reported after the status")
    func undecodable() throws {
        let error = try #require(LineCount().failure(Words()).error(for: ResponseSample(502, "text/words", "é")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.status == .badGateway)
        #expect(error.errorBody == nil)
        let failure = try #require(error.errorBodyFailure)
        #expect(failure.code == .malformedBody)
        #expect(failure.position == SourcePosition(offset: 0, line: 1, column: 1))
        let message = "the error body could not be decoded: no words"
        #expect(error.findings.last == Finding(.undecodedErrorBody, .warning, message, offset: 0))
        #expect(error.description.contains("\n  warning: \(message)\n"))
    }

    @Test func aChosenTypeThatIsNotReadIsAFinding() throws {
        let html = ResponseSample(502, "text/html", "a b")
        let error = try #require(LineCount().failure(Words()).error(for: html))
        #expect(error.errorBodyFailure == nil)
        let message = "the error body was not decoded, because the media type text/html is not acceptable"
        #expect(error.findings.last == Finding(.undecodedErrorBody, .note, message))
        #expect(!error.description.contains(message))
        let unlabeled = LineCount().failure(Words()).error(for: ResponseSample(502, nil, "a b"))
        #expect(unlabeled?.findings.last?.message.hasSuffix(", because it has no valid media type") == true)
        let others = [
            LineCount().failure(Words()).error(for: ResponseSample(502, "text/words", "a b")),
            LineCount().failure(Words()).error(for: ResponseSample(502, "text/words", "")),
            LineCount().failure(Words(), decoded: .never).error(for: html), LineCount().error(for: html),
        ]
        for error in others { #expect(error?.findings.contains { $0.code == .undecodedErrorBody } == false) }
    }

    @Test("A member that reads the error body leaves no finding") func aMemberThatReadsTheErrorBodyLeaves() throws {
        let compound: CompoundResponseSerializer<Int> = .firstOf(LineCount().failure(Words()), LineCount())
        let error = try #require(compound.error(for: ResponseSample(502, "text/plain", "é\n")))
        #expect(error.errorBody(as: Int.self) == 1)
        #expect(!error.findings.contains { $0.code == .undecodedErrorBody })
    }

    @Test("G05: a failure to decode has the head, the body, the location, and the request")
    func decodeFailureHasEverything() throws {
        let error = try #require(LineCount().error(for: ResponseSample(200, "text/plain", "ab\nc\0d")))
        #expect(error.code == .malformedBody)
        #expect(error.status == .ok)
        #expect(error.headerFields[.contentType] == "text/plain")
        #expect(error.context?.url == "https://api.example.com/sample")
        #expect(error.context?.method == .get)
        #expect(error.bodyCount == 6)
        #expect(error.position == SourcePosition(offset: 4, line: 2, column: 2))
        #expect(error.snippet == Snippet(text: "c␀d", caret: 1, line: 2))
        #expect(error.path == [.index(4)])
    }

    @Test("G06, G07: an unacceptable media type with a good status is an error, and the body is not decoded")
    func wrongTypeIsNotDecoded() throws {
        let error = try #require(LineCount().error(for: ResponseSample(200, "text/html", "a\n")))
        #expect(error.code == .unacceptableMediaType)
        #expect(error.errorBody == nil)
    }

    @Test("G09: an error of another library is the cause, and nothing is lost")
    func underlying() throws {
        struct Mine: Error {}
        let serializer = LineCount().map { _ -> Int in throw Mine() }
        let error = try #require(serializer.error(for: ResponseSample(200, "text/plain", "a\n")))
        #expect(error.code == .dataCorrupted)
        #expect(error.underlying is Mine)
        #expect(error.status == .ok)
    }

    @Test("V15, V21, U16: the error keeps the body up to a limit, and its complete length")
    func bodyIsCapped() throws {
        var limits = Limits()
        limits.errorBodyBytes = 10
        let sample = ResponseSample(500, "text/plain", String(repeating: "x", count: 1000))
        let error = try #require(LineCount().limits(limits).error(for: sample))
        #expect(error.body.count == 10)
        #expect(error.bodyCount == 1000)
        #expect(LineCount().error(for: ResponseSample(500, nil))?.body.isEmpty == true)
    }

    @Test func anErrorBodyOverTheLimitIsNotDecoded() throws {
        var limits = Limits()
        limits.bodyBytes = 3
        let error = try #require(LineCount().limits(limits).error(for: ResponseSample(500, "text/plain", "abcd")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody == nil)
        let named = LineCount().failure(LineCount()).limits(limits).error(
            for: ResponseSample(500, "text/plain", "abcd")
        )
        #expect(named?.code == .unacceptableStatus && named?.errorBodyFailure?.limit == .bodyBytes)
    }

    @Test("The rule of the error serializer decides whether the body is empty")
    func theErrorSerializersRuleDecidesWhether() throws {
        var white = Words()
        white.handling.configuration.treatsWhitespaceAsEmpty = true
        let error = try #require(LineCount().failure(white).error(for: ResponseSample(500, "text/words", " \n")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody == nil)
        #expect(error.errorBodyFailure == nil)
        var outer = LineCount().failure(Words())
        outer.handling.configuration.treatsWhitespaceAsEmpty = true
        #expect(outer.error(for: ResponseSample(500, "text/words", " "))?.errorBody(as: [String].self) == [])
        let compound = CompoundResponseSerializer<[String]?>([white.map { Optional($0) }])
        let none = try #require(LineCount().failure(compound).error(for: ResponseSample(500, "text/words", " \n")))
        #expect(none.errorBody == nil)
    }

    @Test func theErrorSerializersChecksAreRun() throws {
        let refusing = Words().validating { context, body in
            [Finding(.rejected, .failure, "\(body.count) bytes with \(context.head?.status.code ?? 0)")]
        }
        let error = try #require(LineCount().failure(refusing).error(for: ResponseSample(500, "text/words", "a b")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody == nil)
        #expect(error.errorBodyFailure?.code == .rejected)
        #expect(error.errorBodyFailure?.message == "3 bytes with 500")
    }

    @Test("A member behind a rejecting gate decodes error bodies by its rules")
    func aMemberBehindARejectingGateDecodesError() throws {
        let member = LineCount().failure(Words()).removingXSSIPrefix()
        let gated = CompoundResponseSerializer<Int>([LineCount().statuses(nil), member])
            .statuses([201])
        let error = try #require(gated.error(for: ResponseSample(404, "text/words", "a b")))
        #expect(error.errorBody(as: [String].self) == ["a", "b"])
    }
}
