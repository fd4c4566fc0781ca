import DecantCore
import DecantTesting
import HTTPTypes
import Testing

@Suite struct FindingLogTests {
    @Test("Keeps a hundred of each kind and counts the others") func keepsAHundredOfEachKindAndCounts() {
        var log = FindingLog()
        for index in 0..<250 {
            log.report(Finding(.contentCoding, .note, "\(index)"))
            if index < 100 { log.report(.byteOrderMark) { Finding(.byteOrderMark, .note, "\(index)") } }
        }
        #expect(log.all.prefix(200).map(\.message) == (0..<100).flatMap { ["\($0)", "\($0)"] })
        #expect(log.all.dropFirst(200).map(\.message) == ["omitted 150 more findings of the kind contentCoding"])
    }

    @Test func createsOnlyFindingsThatAreKept() {
        var (log, count) = (FindingLog(), 0)
        for _ in 0..<250 {
            log.report(.contentCoding) {
                count += 1
                return Finding(.contentCoding, .note, "")
            }
        }
        #expect(count == 100)
    }

    @Test(arguments: [
        ("Content-Type", "text/plain" + String(repeating: "; a", count: 5000)),
        ("Content-Type", String(repeating: "text/plain; a,", count: 5000)),
        ("Content-Encoding", String(repeating: "identity,", count: 5000)),
        ("Content-Encoding", String(repeating: "utf-8,", count: 5000)),
    ])
    func aHeadHasABoundedNumberOfFindings(name: String, value: String) throws {
        var sample = ResponseSample(200, "text/plain", "a")
        sample.head.headerFields[try #require(HTTPField.Name(name))] = value
        let decoded = try sample.response(as: DataResponseSerializer().acceptingAnyMediaType())
        #expect((100...103).contains(decoded.findings.count))
        #expect(decoded.findings.contains { $0.message.hasPrefix("omitted ") })
    }
}
