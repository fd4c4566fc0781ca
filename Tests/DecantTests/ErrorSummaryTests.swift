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

    /// Error bodies of frameworks and services.
    private static let shapes: [(text: String, summary: String)] = [
        (#"{"__type":"NotFoundException","message":"No resource"}"#, "No resource"), (#"{"Message":"No"}"#, "No"),
        (#"{"errorMessage":"No","errorType":"E"}"#, "No"),
        (#"{"success":false,"msg":"token expired"}"#, "token expired"),
        (#"{"error":true,"reason":"Abort.404"}"#, "Abort.404"),
        (#"{"ok":false,"description":"Bad Request: chat not found"}"#, "Bad Request: chat not found"),
        (#"{"error":"not_found","reason":"missing"}"#, "missing: not_found"),
        (#"{"status_code":34,"status_message":"No such title"}"#, "No such title"),
        (#"{"error":{"root_cause":[{"reason":"a"}],"reason":"no such index"},"status":404}"#, "no such index"),
        (#"[{"error":{"code":400,"message":"API key not valid"}}]"#, "API key not valid"),
        (#"[{"message":"No such column","errorCode":"INVALID_FIELD"}]"#, "No such column"),
        (#"{"errors":[{"status":"422","title":"Invalid","detail":"Too short"}]}"#, "Invalid: Too short"),
        (#"{"error":{"code":"","message":{"lang":"en-US","value":"Not found"}}}"#, "Not found"),
        (#"{"odata.error":{"code":"","message":{"lang":"en-US","value":"Not found"}}}"#, "Not found"),
        (#"{"fault":{"faultstring":"Invalid key","detail":{"errorcode":"x"}}}"#, "Invalid key"),
        (#"{"errors":{"name":["can't be blank"],"age":["is no number"]}}"#, "name: can't be blank"),
        (#"{"message":{"name":["has been taken"]}}"#, "name: has been taken"),
        (#"{"errorMessages":[],"errors":{"summary":"is required"}}"#, "summary: is required"),
        (#"{"errorMessages":["Issue does not exist"],"errors":{}}"#, "Issue does not exist"),
        (#"{"errors":"Invalid key"}"#, "Invalid key"), (#"{"errors":["one","two"]}"#, "one"),
        (#"{"statusCode":400,"message":["a must be b"],"error":"Bad Request"}"#, "a must be b: Bad Request"),
        (#"{"non_field_errors":["Unable to log in."]}"#, "Unable to log in."),
        (#"{"email":["Enter a valid address."]}"#, "email: Enter a valid address."),
        (#"{"detail":[{"loc":["query","q"],"msg":"field required","type":"missing"}]}"#, "field required"),
        (#"{"meta":{"code":400,"error_message":"Invalid token"}}"#, "Invalid token"),
        (#"{"response":{"error":{"message":"quota"}}}"#, "quota"), (#"{"fehler":"Nicht gefunden"}"#, "Nicht gefunden"),
        (#"{"code":404,"time":"2024-01-01 10:00","fehler":"Nicht gefunden"}"#, "Nicht gefunden"),
        (#"{"code":404,"time":"2024-01-01 10:00","path":"GET /x"}"#, ""), (#"{"id":"a","ok":"b"}"#, ""), ("{}", ""),
        (#"{"message":"","error":"  "}"#, ""), (#"{"message":5}"#, ""),
    ]

    /// A body that was not decoded is scanned, also if it was cut.
    @Test(arguments: shapes) func theMessageIsFoundInEachShape(_ row: (text: String, summary: String)) throws {
        let json = ResponseSample(400, "application/json", row.text)
        let decoded = try #require(JSONResponseSerializer().error(for: json))
        #expect(decoded.serverMessage ?? "" == row.summary)
        for text in [row.text, String(row.text.dropLast()) + #","more":[{"a":"#] {
            let sample = ResponseSample(400, "application/x-other", text)
            let scanned = try #require(DataResponseSerializer().error(for: sample))
            #expect(scanned.serverMessage ?? "" == row.summary)
        }
    }

    @Test(arguments: [
        ("<!DOCTYPE html>\n<html><head><title>502 Bad\n Gateway</title></head></html>", "502 Bad Gateway"),
        ("<html><title lang='en'>Sign in &amp; more</title></html>", "Sign in & more"), ("<h1>Oops</h1>", "Oops"),
        ("<html><body>none</body></html>", nil), ("<p><svg><title></title></svg><title>x</title>", "x"),
    ])
    func anHTMLPageGivesItsTitle(text: String, title: String?) throws {
        let sample = ResponseSample(502, "text/html", text)
        for serializer in [StringResponseSerializer(), StringResponseSerializer().accepting("text/html")] {
            #expect(try #require(serializer.error(for: sample)).serverMessage == title)
        }
        let error = try #require(JSONResponseSerializer().error(for: sample))
        #expect(error.serverMessage == title)
        #expect(error.hint == "expected JSON, but received an HTML page")
    }

    @Test("A text that contains a document gives its message") func aTextThatContainsADocumentGives() throws {
        let json = "{\n  \"message\": \"no\"\n}"
        let xml = "<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>No such key.</Message></Error>"
        for (text, message) in [(json, "no"), (xml, "No such key."), ("<3 no", "<3 no"), ("[warn] no", "[warn] no")] {
            let error = try #require(StringResponseSerializer().error(for: ResponseSample(500, "text/plain", text)))
            #expect(error.errorBody(as: String.self) == text)
            #expect(error.serverMessage == message)
        }
    }

    @Test(arguments: [
        ("<dict><key>error</key><dict><key>message</key><string>gone</string></dict></dict>", "gone"),
        ("<dict><key>a</key><integer>1</integer></dict>", nil), ("<string>gone</string>", "gone"),
    ])
    func aPropertyListIsReadLikeJSON(text: String, message: String?) throws {
        let sample = ResponseSample(500, "application/x-plist", "<plist version=\"1.0\">\(text)</plist>")
        let error = try #require(PropertyListResponseSerializer().error(for: sample))
        #expect(error.errorBody is PropertyList)
        #expect(error.serverMessage == message)
    }

    @Test func anObjectOfAnySizeIsSearchedInLinearTime() throws {
        let members = (0..<200_000).map { #""m\#($0)":{"a":["b"]}"# }.joined(separator: ",")
        let sample = ResponseSample(500, "application/json", "{\(members)}")
        let error = try #require(JSONResponseSerializer().error(for: sample))
        #expect(error.serverMessage == nil)
    }

    @Test func problemDetailsAreReadByName() throws {
        let body = #"{"type":"https://a.example/p","title":"Out","status":"x","balance":30,"tags":["a",{"b":null}]}"#
        let serializer = JSONResponseSerializer([Int].self).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(403, "application/problem+json", body)))
        let problem = try #require(error.errorBody(as: ProblemDetails.self))
        #expect(problem.type == "https://a.example/p")
        #expect(problem.title == "Out")
        #expect(problem.status == nil)
        #expect(problem.extensions["balance"]?.int == 30)
        #expect(problem.extensions["tags"]?.text() == #"["a",{"b":null}]"#)
        #expect(error.description.contains("the server says: Out"))
    }

    @Test("Extensions of any depth need no stack, even without limits") func extensionsOfAnyDepthNeedNoStackEven()
        throws
    {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let body = #"{"title":"Out","deep":\#(deep),"flat":[1]}"#
        let serializer = JSONResponseSerializer().limits(.unlimited).failure(.problemDetails)
        let error = try #require(serializer.error(for: ResponseSample(403, "application/problem+json", body)))
        let problem = try #require(error.errorBody(as: ProblemDetails.self))
        #expect(problem.title == "Out")
        #expect(problem.extensions["flat"]?.text() == "[1]")
        #expect(problem.extensions["deep"]?.count == 1)
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

    @Test("The first line of a text is shown without a line about JSON") func theFirstLineOfATextIsShownWithoutALine()
        throws
    {
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

    @Test("A typed error body shows its description or the common members of its text")
    func aTypedErrorBodyShowsItsDescription() throws {
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
