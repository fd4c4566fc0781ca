import DecantCore
import Foundation
import Testing

@Suite struct StatusCodesTests {
    @Test(arguments: [
        ("200-299,304", "200-299,304"), ("304,200-299", "200-299,304"), ("200-250,240-299", "200-299"),
        ("200,201,202", "200-202"), ("0-999", "0-999"),
    ])
    func parsesListsOfCodesAndRanges(text: String, description: String) throws {
        #expect(try #require(StatusCodes(text) as StatusCodes?).description == description)
    }

    @Test(arguments: ["", "200-", "-200", "1000", "300-200", "200,,201", "2xx", "200-201-202", " 200"])
    func rejectsInvalidLists(text: String) {
        #expect((StatusCodes(text) as StatusCodes?) == nil)
    }

    @Test func containsRangesAndSets() {
        #expect(StatusCodes(200..<300).contains(299))
        #expect(!StatusCodes(200..<300).contains(300))
        #expect(StatusCodes(200...300).contains(300))
        #expect(StatusCodes([404, 200]).ranges == [200...200, 404...404])
        #expect(StatusCodes(Int.min..<Int.max).description == "0-999")
        #expect(StatusCodes(Int.min...Int.max).description == "0-999")
        #expect(StatusCodes(2000...3000).ranges == [])
    }
}
