import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct ContentLengthTests {
    private func codes(_ length: String, _ sample: ResponseSample) -> [Finding.Code] {
        let sample = sample.with(length, for: .contentLength)
        return ResponseValidation().findings(for: sample.context, sample.body).map(\.code)
    }

    @Test(arguments: [
        ("3", []), ("3, 3", []), ("03", []), ("4", [Finding.Code.truncatedBody]), ("2", [.surplusBytes]),
        ("3, 4", [.malformedContentLength]), ("-3", [.malformedContentLength]), ("3s", [.malformedContentLength]),
        ("", [.malformedContentLength]), ("99999999999999999999999", [.truncatedBody]),
    ])
    func comparesTheLengthWithTheBytes(length: String, expected: [Finding.Code]) {
        #expect(codes(length, ResponseSample(200, "text/plain", "abc")) == expected)
    }

    @Test func saysHowMuchIsMissing() throws {
        let sample = ResponseSample(200, "text/plain", "abc").with("2048", for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.code == .truncatedBody)
        #expect(error.message == "the body is truncated at 3 of 2048 bytes")
    }

    @Test(arguments: ["9223372036854775808", "18446744073709551616", "00099999999999999999999"])
    func showsALengthBeyond64BitsAsItWasSent(length: String) throws {
        let sample = ResponseSample(200, "text/plain", "abc").with(length, for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.message == "the body is truncated at 3 of \(length) bytes")
    }

    @Test func cutsALengthThatIsAbsurd() throws {
        let digits = String(repeating: "9", count: 10_000)
        let sample = ResponseSample(200, "text/plain", "abc").with(digits, for: .contentLength)
        let error = try #require(LineCount().error(for: sample))
        #expect(error.message == "the body is truncated at 3 of \(digits.prefix(40))… bytes")
    }

    @Test func saysNothingWhereTheLengthIsNotThatOfTheBytes() {
        #expect(codes("9", ResponseSample(200, "text/plain", "abc").with("gzip", for: .contentEncoding)) == [])
        #expect(codes("9", ResponseSample(200, "text/plain", "", method: .head)) == [])
        #expect(codes("9", ResponseSample(204, nil)) == [])
    }
}
