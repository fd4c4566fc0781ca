import DecantCore
import Testing

struct DecodingErrorReportedTests {
    private struct Cause: Error {}

    private enum Key: CodingKey { case name }

    private func context(_ underlying: (any Error)? = nil) -> DecodingError.Context {
        DecodingError.Context(codingPath: [Key.name], debugDescription: "x", underlyingError: underlying)
    }

    @Test func eachCaseHasACode() {
        let errors: [(DecodingError, ResponseError.Code)] = [
            (.typeMismatch(Int.self, context()), .typeMismatch), (.valueNotFound(Int.self, context()), .valueNotFound),
            (.keyNotFound(Key.name, context()), .keyNotFound), (.dataCorrupted(context()), .dataCorrupted),
            (.dataCorrupted(context(NumberDoesNotFit())), .typeMismatch),
        ]
        for (error, code) in errors {
            #expect(error.reported.code == code)
            #expect(error.reported.context.codingPath.map(\.stringValue) == ["name"])
        }
    }

    @Test("The cause is the underlying error unless that is a mark") func theCauseIsTheUnderlyingErrorUnless() {
        #expect(DecodingError.dataCorrupted(context(Cause())).cause is Cause)
        #expect(DecodingError.dataCorrupted(context()).cause is DecodingError)
        #expect(DecodingError.dataCorrupted(context(NumberDoesNotFit())).cause is DecodingError)
    }
}
