import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct ResponseValidationTests {
    /// The rows of AFNetworking's outcome matrix, each with Decant's outcome.
    ///
    /// AFNetworking stays silent about some failed checks, accepts a bad status if the URL is missing, and reports the
    /// wrong type for an empty body. Decant differs on purpose: no check depends on the URL, and an empty body has no
    /// type.
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var hasURL = true
        var mediaType: String?
        var isBadStatus = false
        var isEmpty = false
        var failures: [Finding.Code]

        var testDescription: String { id }

        var sample: ResponseSample {
            ResponseSample(
                isBadStatus ? 500 : 200,
                mediaType,
                isEmpty ? "" : "{}",
                url: hasURL ? "https://a.example/" : nil
            )
        }
    }

    static let matrix: [Row] = [
        Row(id: "VM01", mediaType: "application/json", failures: []),
        Row(id: "VM02", mediaType: "application/json", isBadStatus: true, failures: [.unacceptableStatus]),
        Row(id: "VM03", mediaType: "text/html", failures: [.unacceptableMediaType]),
        Row(id: "VM04", mediaType: "text/html", isEmpty: true, failures: []),
        Row(
            id: "VM05",
            mediaType: "text/html",
            isBadStatus: true,
            failures: [.unacceptableStatus, .unacceptableMediaType]
        ),
        Row(id: "VM06", mediaType: "text/html", isBadStatus: true, isEmpty: true, failures: [.unacceptableStatus]),
        Row(id: "VM07", failures: [.missingMediaType]),
        Row(id: "VM08", isEmpty: true, failures: []),
        Row(id: "VM09", isBadStatus: true, failures: [.unacceptableStatus, .missingMediaType]),
        Row(id: "VM10", isBadStatus: true, isEmpty: true, failures: [.unacceptableStatus]),
        Row(id: "VM11", hasURL: false, mediaType: "application/json", failures: []),
        Row(
            id: "VM11, bad status",
            hasURL: false,
            mediaType: "application/json",
            isBadStatus: true,
            failures: [.unacceptableStatus]
        ),
        Row(id: "VM12", hasURL: false, mediaType: "text/html", failures: [.unacceptableMediaType]),
        Row(id: "VM13", hasURL: false, failures: [.missingMediaType]),
        Row(id: "VM14", hasURL: false, isEmpty: true, failures: []),
    ]

    @Test("VM01 to VM14: every outcome of the matrix", arguments: matrix)
    func outcome(row: Row) {
        let validation = ResponseValidation(mediaTypes: ["application/json"])
        let findings = validation.findings(for: row.sample.context, byteCount: row.sample.body.count)
        #expect(findings.filter { $0.severity == .failure }.map(\.code) == row.failures)
    }

    @Test("VM15, V02: bytes without a head have a separate method, and no status is checked")
    func bytesWithoutHTTP() {
        let validation = ResponseValidation(mediaTypes: ["application/json"])
        let body = ResponseBytes("{}".utf8)
        #expect(validation.findings(for: ResponseContext(mediaType: nil), byteCount: body.count) == [])
        #expect(validation.findings(for: ResponseContext(mediaType: "application/json"), byteCount: body.count) == [])
        let wrong = validation.findings(for: ResponseContext(mediaType: "text/html"), byteCount: body.count)
        #expect(wrong.map(\.code) == [.unacceptableMediaType])
    }

    @Test func reportsThatOnlyParametersAreMissing() {
        let validation = ResponseValidation(mediaTypes: ["application/json; charset=utf-8", "text/plain"])
        let near = validation.findings(for: ResponseContext(mediaType: "application/json"), byteCount: 2)
        let message = "expected application/json;charset=utf-8 or text/plain, but the media type is application/json"
        #expect(near.map(\.message) == [message + " without these parameters"])
        let other = validation.findings(for: ResponseContext(mediaType: "text/html"), byteCount: 2)
        #expect(other.allSatisfy { !$0.message.contains("parameters") })
    }

    @Test("V01, V11, V12, G10: all checks run, every failure is reported, and the status is the primary reason")
    func everyFailureIsReported() throws {
        let serializer = LineCount().validating { _, _ in [Finding("mine", .failure, "not today")] }
        let sample = ResponseSample(503, "text/html", "x").with("5", for: .contentLength)
        let error = try #require(serializer.error(for: sample))
        #expect(error.code == .unacceptableStatus)
        let codes: [Finding.Code] = [.unacceptableStatus, .truncatedBody, .unacceptableMediaType, "mine"]
        #expect(error.findings.map(\.code) == codes)
        #expect(error.status?.code == 503)
    }

    @Test("A04, A05: acceptable statuses are 200 to 299 by default, all if nil, none if empty, and never negative")
    func statuses() {
        let body = ResponseBytes()
        func codes(_ validation: ResponseValidation, _ status: Int) -> [Finding.Code] {
            validation.findings(for: ResponseSample(status, nil).context, byteCount: body.count).map(\.code)
        }
        #expect([199, 300, 404, 500, 0, 999].allSatisfy { codes(ResponseValidation(), $0) == [.unacceptableStatus] })
        #expect([200, 204, 299].allSatisfy { codes(ResponseValidation(), $0).isEmpty })
        #expect([0, 404, 999].allSatisfy { codes(ResponseValidation(statuses: nil), $0).isEmpty })
        #expect(codes(ResponseValidation(statuses: []), 200) == [.unacceptableStatus])
    }

    @Test("V04, V06, V08: the type of an empty body does not matter, with or without a URL")
    func emptyBodiesHaveNoType() {
        for url in ["https://a.example/", nil] {
            for type in ["text/html", "not a type", nil] {
                #expect(LineCount().error(for: ResponseSample(200, type, url: url))?.code == .emptyBody)
            }
        }
    }

    @Test("V05, V07, V18: a missing, a malformed, and an unacceptable media type are different findings")
    func threeKindsOfUnacceptableTypes() {
        func code(_ type: String?) -> ResponseError.Code? {
            LineCount().error(for: ResponseSample(200, type, "x"))?.code
        }
        #expect(code(nil) == .missingMediaType)
        #expect(code("  ") == .missingMediaType)
        #expect(code("plain") == .malformedMediaType)
        #expect(code("text/html") == .unacceptableMediaType)
        #expect(code("text/plain") == nil)
    }

    @Test("V05: the message has the received media type and the acceptable ones")
    func messageNamesBoth() throws {
        let error = try #require(LineCount().accepting("text/csv").error(for: ResponseSample(200, "text/html", "x")))
        #expect(error.message == "expected text/plain or text/csv, but the media type is text/html")
    }

    @Test("V16, L02: parameters and extra spaces in Content-Type are ignored")
    func parametersDoNotMatter() throws {
        #expect(try ResponseSample(200, " text/plain ; charset=GBK", "a\n").value(as: LineCount()) == 1)
    }

    @Test("V18: the last of several media types counts, with a finding")
    func severalTypes() throws {
        let decoded = try ResponseSample(200, "text/html, text/plain", "a\n").response(as: LineCount())
        #expect(decoded.findings.map(\.code) == [.repeatedMediaType])
    }

    @Test("V19: redirections and 304 are rejected unless the caller accepts them")
    func redirects() throws {
        let sample = ResponseSample(301, "text/plain", "a\n").with("https://b.example/", for: .location)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.hint == "a redirect to https://b.example/ was not followed")
        let widened = LineCount().statuses(StatusCodes(200..<300).union([301, 304]))
        #expect(try sample.value(as: widened) == 1)
        #expect(widened.error(for: ResponseSample(304, nil))?.code == .emptyBody)
        #expect(LineCount().error(for: ResponseSample(304, nil))?.hint?.contains("304") == true)
    }

    @Test("V09, V10, U20: a bad status is rejected with and without a URL", arguments: ["https://a.example/", nil])
    func badStatus(url: String?) throws {
        let error = try #require(LineCount().error(for: ResponseSample(500, "text/plain", "x", url: url)))
        #expect(error.code == .unacceptableStatus)
        #expect(error.context?.url == url)
    }

    @Test("V20: messages have the number of the status and no text of the operating system")
    func statusMessage() throws {
        let error = try #require(LineCount().error(for: ResponseSample(404, "text/plain", "x")))
        #expect(error.message == "expected status 200-299, but received 404 Not Found")
    }

    @Test("J09, U03: another media type can be accepted, with a finding")
    func toleratedLabel() throws {
        let sample = ResponseSample(200, "text/html", "a\n")
        let decoded = try sample.response(as: LineCount().accepting("text/html"))
        #expect(decoded.findings.map(\.code) == [.toleratedMediaType])
        let any = try sample.response(as: LineCount().acceptingAnyMediaType())
        #expect(any.findings.map(\.code) == [.toleratedMediaType])
        let none = try ResponseSample(200, nil, "a\n").response(as: LineCount().acceptingAnyMediaType())
        #expect(none.findings.map(\.code) == [.missingMediaType])
        #expect(none.findings.map(\.severity) == [.warning])
    }

    @Test func aWellKnownMisnomerIsAFinding() throws {
        let serializer = DataResponseSerializer()
        let decoded = try ResponseSample(200, "image/jpg", "x").response(as: serializer)
        #expect(decoded.findings.map(\.code) == [.aliasedMediaType])
    }

    @Test func grammarQuirksAreFindings() throws {
        let decoded = try ResponseSample(200, "text/plain; charset; x=\"a", "a\n").response(as: LineCount())
        #expect(decoded.findings.map(\.code) == [.irregularMediaType, .irregularMediaType])
        #expect(decoded.findings.map(\.severity) == [.note, .note])
    }

    @Test("A08, G11: a custom check receives the body, and its findings decide")
    func ownChecks() throws {
        let serializer = LineCount().validating { context, body in
            body.count > 3 ? [Finding("tooLong", .failure, "\(context.url ?? "") is too long")] : []
        }
        #expect(try ResponseSample(200, "text/plain", "a\n").value(as: serializer) == 1)
        let error = try #require(serializer.error(for: ResponseSample(200, "text/plain", "abc\n")))
        #expect(error.code == .rejected)
        #expect(error.findings.map(\.code) == ["tooLong"])
    }

    @Test("V13, V14: the outcome is a value, and the same each time")
    func isAPureFunction() {
        let validation = ResponseValidation(mediaTypes: ["text/plain"])
        let bad = ResponseSample(500, "text/html", "x")
        let good = ResponseSample(200, "text/plain", "x")
        let first = validation.findings(for: bad.context, byteCount: bad.body.count)
        #expect(validation.findings(for: good.context, byteCount: good.body.count) == [])
        #expect(validation.findings(for: bad.context, byteCount: bad.body.count) == first)
    }
}

@Suite struct LengthFindingsTests {
    private func codes(_ length: String, _ sample: ResponseSample) -> [Finding.Code] {
        let sample = sample.with(length, for: .contentLength)
        return ResponseValidation().findings(for: sample.context, byteCount: sample.body.count).map(\.code)
    }

    @Test(arguments: [
        ("3", []), ("3, 3", []), ("03", []), ("4", [Finding.Code.truncatedBody]), ("2", [.surplusBytes]),
        ("3, 4", [.malformedContentLength]), ("-3", [.malformedContentLength]), ("3s", [.malformedContentLength]),
        ("", [.malformedContentLength]), ("99999999999999999999999", [.truncatedBody]),
    ])
    func comparesTheLengthWithTheBytes(length: String, expected: [Finding.Code]) {
        #expect(codes(length, ResponseSample(200, "text/plain", "abc")) == expected)
    }

    @Test func reportsTheNumberOfMissingBytes() throws {
        let sample = ResponseSample(200, "text/plain", "abc").with("2048", for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.code == .truncatedBody)
        #expect(error.message == "the body is truncated at 3 of 2048 bytes")
    }

    @Test(arguments: ["9223372036854775808", "18446744073709551616", "00099999999999999999999"])
    func showsALengthBeyond64BitsUnchanged(length: String) throws {
        let sample = ResponseSample(200, "text/plain", "abc").with(length, for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.message == "the body is truncated at 3 of \(length) bytes")
    }

    @Test func truncatesAnAbsurdLength() throws {
        let digits = String(repeating: "9", count: 10_000)
        let sample = ResponseSample(200, "text/plain", "abc").with(digits, for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.message == "the body is truncated at 3 of \(digits.prefix(40))… bytes")
    }

    @Test func reportsNothingForTheLengthOfOtherBytes() {
        #expect(codes("9", ResponseSample(200, "text/plain", "abc").with("gzip", for: .contentEncoding)) == [])
        #expect(codes("9", ResponseSample(200, "text/plain", "", method: .head)) == [])
        #expect(codes("9", ResponseSample(204, nil)) == [])
    }
}
