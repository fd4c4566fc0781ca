import DecantCore
import DecantTesting
import HTTPTypes
import Testing

struct RetryAfterTests {
    private func error(_ retryAfter: String?, date: String? = nil) throws -> ResponseError {
        var sample = ResponseSample(503, "text/plain", "busy")
        if let retryAfter { sample.head.headerFields[.retryAfter] = retryAfter }
        if let date { sample.head.headerFields[.date] = date }
        return try #require(LineCount().error(for: sample))
    }

    @Test(arguments: [
        ("0", 0), ("120", 120), (" 7 \t", 7), ("0010", 10), ("9223372036854775807", Int64.max),
        ("99999999999999999999999999", Int64.max),
    ])
    func retryAfterIsTheNumberOfSeconds(value: String, seconds: Int64) throws {
        #expect(try error(value).retryAfter == .seconds(seconds))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func aDateIsRelativeToTheResponseDate(value: String) throws {
        #expect(try error(value, date: "Sun, 06 Nov 1994 08:49:00 GMT").retryAfter == .seconds(37))
        #expect(try error(value, date: "Sun, 06 Nov 1994 09:49:00 GMT").retryAfter == .zero)
    }

    @Test("A date without a response date is relative to the time of receipt")
    func aDateWithoutAResponseDateIsRelative() throws {
        #expect(try error("Sun, 06 Nov 1994 08:49:37 GMT").retryAfter == .zero)
        let far = try #require(try error("Fri, 31 Dec 9999 23:59:59 GMT").retryAfter)
        #expect(far > .seconds(86_400 * 365 * 7000))
        #expect(try error("Fri, 31 Dec 9999 23:59:59 GMT", date: "nonsense").retryAfter.map { $0 > .zero } == true)
    }

    @Test(arguments: [nil, "", "-1", "+1", "1.5", "soon", "1 2", "Sun, 31 Feb 2021 00:00:00 GMT", "٣"])
    func isNilWithoutAWellFormedField(value: String?) throws {
        #expect(try error(value).retryAfter == nil)
    }

    @Test func theHintConvertsADateToSeconds() throws {
        let error = try error("Sun, 06 Nov 1994 08:49:37 GMT", date: "Sun, 06 Nov 1994 08:49:36 GMT")
        #expect(error.hint == "the server asks to retry after 1 second")
    }
}
