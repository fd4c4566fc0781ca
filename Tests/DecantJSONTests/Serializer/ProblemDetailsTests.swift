import DecantCore
import DecantJSON
import Testing

@Suite struct ProblemDetailsTests {
    @Test("Are summarized by title and detail but not by the default type") func areSummarizedByTitleAndDetail() {
        #expect(ProblemDetails().errorSummary == "")
        #expect(ProblemDetails(type: "urn:a", status: 404).errorSummary == "urn:a")
        #expect(ProblemDetails(title: "Out").errorSummary == "Out")
        #expect(ProblemDetails(detail: "None left").errorSummary == "None left")
        #expect(ProblemDetails(title: "Out", detail: "None left").errorSummary == "Out: None left")
    }
}
