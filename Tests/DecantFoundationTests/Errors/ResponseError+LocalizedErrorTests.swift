import DecantFoundation
import Foundation
import Testing

struct ResponseErrorLocalizedErrorTests {
    private let error = ResponseError(
        .malformedBody,
        "expected `]`, found the end",
        offset: 3,
        hint: "the body may be truncated"
    )

    @Test func describesItselfAsItsMessage() {
        let error: any Error = error
        #expect(error.localizedDescription == "expected `]`, found the end")
        #expect((error as NSError).localizedDescription == "expected `]`, found the end")
    }

    @Test func suggestsItsHint() {
        let localized: any LocalizedError = error
        #expect(localized.errorDescription == error.message)
        #expect(localized.recoverySuggestion == "the body may be truncated")
        #expect(ResponseError(.cancelled, "the task was canceled").recoverySuggestion == nil)
    }
}
