import Decant
import DecantTesting
import TestSupport
import Testing

@Suite struct ProblemDetailsXMLTests {
    private let problem = """
        <?xml version="1.0" encoding="UTF-8"?>
        <problem xmlns="urn:ietf:rfc:7807">
          <type>https://example.net/out-of-stock</type>
          <title>Out of
        stock</title>
          <status>403</status><detail> Two are left </detail><instance>/orders/9</instance>
          <left>2</left>
          <shops><i>Oslo</i><i>Bergen</i></shops>
          <next><day>Monday</day><hours><i><from>9</from></i></hours></next>
        </problem>
        """

    @Test func readsStandardMembersAndExtensions() throws {
        let details = try ProblemDetails(xml: XML.Document(parsing: problem.utf8))
        #expect(details.type == "https://example.net/out-of-stock")
        #expect(details.title == "Out of\nstock")
        #expect(details.status == 403)
        #expect(details.detail == "Two are left")
        #expect(details.instance == "/orders/9")
        #expect(details.extensions["left"]?.string == "2")
        #expect(details.extensions["shops"]?.text() == #"["Oslo","Bergen"]"#)
        #expect(details.extensions["next"]?.text() == #"{"day":"Monday","hours":[{"from":"9"}]}"#)
        #expect(details.extensions.count == 3)
    }

    @Test func skipsAStatusThatIsNotANumber() throws {
        let details = try ProblemDetails(xml: XML.Document(parsing: "<problem><status>gone</status></problem>".utf8))
        #expect(details == ProblemDetails())
    }

    @Test(arguments: ["<error/>", "<problem xmlns='urn:other'/>", "<p:Problem xmlns:p='urn:ietf:rfc:7807'/>"])
    func rejectsOtherDocuments(text: String) throws {
        let document = try XML.Document(parsing: text.utf8)
        let error = #expect(throws: ResponseError.self) { try ProblemDetails(xml: document) }
        #expect(error?.code == .typeMismatch)
        #expect(error?.position?.line == 1)
    }

    @Test func extensionsAreBoundedInDepthByThemselves() async throws {
        func nested(_ depth: Int) -> String {
            "<problem><x>" + String(repeating: "<y>", count: depth) + String(repeating: "</y>", count: depth)
                + "</x></problem>"
        }
        let (good, bad) = (nested(63), nested(64))
        let isDone = try await SmallThread.run {
            _ = try ProblemDetails(xml: XML.Document(parsing: good.utf8))
            let document = try XML.Document(parsing: bad.utf8, limits: .unlimited)
            let error = #expect(throws: ResponseError.self) { try ProblemDetails(xml: document) }
            #expect(error?.code == .dataCorrupted)
            return true
        }
        #expect(isDone)
    }

    @Test func readsErrorBodies() throws {
        let sample = ResponseSample(403, "application/problem+xml", problem)
        let error = try #require(DataResponseSerializer().failure(.xmlProblemDetails).error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: ProblemDetails.self)?.status == 403)
        #expect("\(error)".contains("Two are left"))
    }
}
