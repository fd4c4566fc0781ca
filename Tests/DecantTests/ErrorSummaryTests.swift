import Decant
import DecantTesting
import Testing

@Suite struct ErrorSummaryTests {
    @Test(
        "U01: what the server says is found in the members that error bodies commonly have",
        arguments: [
            (#"{"title":"No such user","detail":"There is no user 9."}"#, "No such user: There is no user 9."),
            (#"{"error":"invalid_grant","error_description":"expired"}"#, "expired: invalid_grant"),
            (#"{"message":"Not Found","documentation_url":"x"}"#, "Not Found"),
            (#"{"error":{"code":404,"message":"gone"}}"#, "gone"), (#"{"a":1}"#, ""), ("[1]", ""),
        ]
    )
    func summary(text: String, summary: String) throws {
        let error = try #require(JSONResponseSerializer().error(for: ResponseSample(400, "application/json", text)))
        #expect(error.errorBody(as: JSON.self)?.errorSummary == summary)
        #expect(error.description.contains("the server says: \(summary)") == !summary.isEmpty)
    }

    @Test func problemDetailsAreReadByName() throws {
        let body = #"{"type":"https://a.example/p","title":"Out","status":"x","balance":30,"tags":["a",{"b":null}]}"#
        let serializer = JSONResponseSerializer([Int].self).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(403, "application/problem+json", body)))
        let problem = try #require(error.errorBody(as: ProblemDetails.self))
        #expect(problem.type == "https://a.example/p")
        #expect(problem.title == "Out")
        #expect(problem.status == nil)
        #expect(problem.extensions["balance"] == .number(30))
        #expect(problem.extensions["tags"] == .array([.string("a"), .object(["b": .null])]))
        #expect(error.description.contains("the server says: Out"))
    }

    @Test func anExtensionOfAnyDepthNeedsNoStackEvenWithoutLimits() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let body = #"{"title":"Out","deep":\#(deep),"flat":[1]}"#
        let serializer = JSONResponseSerializer().limits(.unlimited).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(403, "application/problem+json", body)))
        let problem = try #require(error.errorBody(as: ProblemDetails.self))
        #expect(problem.title == "Out")
        #expect(problem.extensions["flat"] == .array([.number(1)]))
        #expect(problem.extensions["deep"] == nil)
    }
}
