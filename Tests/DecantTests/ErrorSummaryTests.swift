import Decant
import DecantTesting
import Testing

@Suite struct ErrorSummaryTests {
    @Test(
        "U01: the message of the server is found in common members of error bodies",
        arguments: [
            (#"{"title":"No such user","detail":"There is no user 9."}"#, "No such user: There is no user 9."),
            (#"{"error":"invalid_grant","error_description":"expired"}"#, "expired: invalid_grant"),
            (#"{"message":"Not Found","documentation_url":"x"}"#, "Not Found"),
            (#"{"error":{"code":404,"message":"gone"}}"#, "gone"), (#"{"a":1}"#, ""), ("[1]", ""),
            (#"{"errors":[{"code":1,"message":"no"},{"message":"x"}]}"#, "no"), (#""gone""#, "gone"),
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

    @Test func extensionsOfAnyDepthNeedNoStackEvenWithoutLimits() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let body = #"{"title":"Out","deep":\#(deep),"flat":[1]}"#
        let serializer = JSONResponseSerializer().limits(.unlimited).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(403, "application/problem+json", body)))
        let problem = try #require(error.errorBody(as: ProblemDetails.self))
        #expect(problem.title == "Out")
        #expect(problem.extensions["flat"] == .array([.number(1)]))
        #expect(problem.extensions["deep"] == nil)
    }

    @Test(
        "a body that is not problem details is summarized without a type, and never as about:blank",
        arguments: [
            (#"{"error":"token expired"}"#, "token expired"), (#"{"error":{"message":"gone"}}"#, "gone"),
            (#"{"errors":[{"message":"no"}]}"#, "no"), (#"{"a":1}"#, nil),
        ]
    )
    func otherShapes(text: String, summary: String?) throws {
        let serializer = JSONResponseSerializer([Int].self).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(401, "application/json", text)))
        #expect(!error.description.contains("about:blank"))
        if let summary { #expect(error.description.hasSuffix("the server says: \(summary)")) }
    }

    @Test func theFirstLineOfATextIsShownWithoutALineAboutJSON() throws {
        let text = "\r\n boom: database\u{1B} is down\nat main.c:3"
        for policy in [ErrorBodyPolicy.ifAcceptable, .always] {
            let serializer = JSONResponseSerializer([Int].self).failure(.problemDetails, decoded: policy)
            let error = try #require(serializer.error(for: ResponseSample(500, "text/plain", text)))
            #expect(error.description.hasSuffix("the server says: boom: database␛ is down"))
            #expect(!error.description.contains("expected application/json"))
        }
    }

    @Test func aLongLineIsCut() throws {
        let text = String(repeating: "x", count: 100_000)
        let error = try #require(JSONResponseSerializer().error(for: ResponseSample(500, "text/plain", text)))
        #expect(error.description.hasSuffix("the server says: " + String(repeating: "x", count: 200) + "…"))
    }

    @Test func aTypedErrorBodyShowsItsDescriptionOrTheCommonMembersOfItsText() throws {
        struct Plain: Decodable, Sendable { let code: Int }
        struct Described: Decodable, Sendable, CustomStringConvertible {
            let code: Int
            var description: String { "code \(code)" }
        }
        let sample = ResponseSample(
            409,
            "application/json",
            #"{"code":7,"deep":{"message":"x"},"message":"t\u00e9a \"4\""}"#
        )
        let plain = JSONResponseSerializer([Int].self).failure(JSONResponseSerializer(Plain.self))
        let described = JSONResponseSerializer([Int].self).failure(JSONResponseSerializer(Described.self))
        #expect(try #require(plain.error(for: sample)).description.hasSuffix(#"the server says: téa "4""#))
        #expect(try #require(described.error(for: sample)).description.hasSuffix("the server says: code 7"))
    }

    @Test func aHostileBodyNeedsNoStack() throws {
        let text = String(repeating: #"{"error":["#, count: 50_000)
        let error = try #require(JSONResponseSerializer().error(for: ResponseSample(500, "text/plain", text)))
        #expect(error.description.contains("500"))
    }
}
