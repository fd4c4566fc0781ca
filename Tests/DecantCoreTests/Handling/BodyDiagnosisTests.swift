import DecantCore
import DecantTesting
import HTTPTypes
import Testing

/// The hints of errors, which name the content found and suggest a fix.
@Suite struct BodyDiagnosisTests {
    @Test(
        "the bytes show which format was received",
        arguments: [
            ("<!DOCTYPE html><title> Sign\n in </title>", "expected JSON, but received an HTML page: “Sign in”"),
            ("\u{1F}\u{8B}", nil), ("<?xml version='1.0'?><a/>", "expected JSON, but received an XML document"),
            (
                ")]}',\n{}",
                "the body begins with a prefix against cross-site inclusion; .removingXSSIPrefix() removes it"
            ),
            ("{\"a\":1}", "the body looks like JSON; .accepting(\"text/html\") accepts this media type"),
            ("%PDF-1.7", "expected JSON, but received a PDF document"), ("hello", nil),
        ]
    )
    func hints(body: String, hint: String?) throws {
        var serializer = LineCount()
        serializer.handling = ResponseHandling(accepting: ["application/json"])
        let error = try #require(serializer.error(for: ResponseSample(200, "text/html", body)))
        #expect(error.hint == hint)
    }

    @Test(
        "the expected format is not named as the one that was received",
        arguments: [
            ("application/xml", "<?xml version='1.0'?><a/>", "XML"),
            ("application/x-plist", "<?xml version='1.0'?><plist/>", "a property list"),
            ("application/x-plist", "bplist00", "a property list"),
        ]
    )
    func hintsAtALabel(expected: MediaTypePattern, body: String, name: String) throws {
        var serializer = LineCount()
        serializer.handling = ResponseHandling(accepting: [expected])
        let error = try #require(serializer.error(for: ResponseSample(200, "text/html", body)))
        #expect(error.hint == "the body looks like \(name); .accepting(\"text/html\") accepts this media type")
    }

    @Test("Reports other XML where a property list is expected") func reportsOtherXMLWhereAPropertyList() throws {
        var serializer = LineCount()
        serializer.handling = ResponseHandling(accepting: ["application/x-plist"])
        let error = try #require(serializer.error(for: ResponseSample(200, "text/html", "<?xml version='1.0'?><a/>")))
        #expect(error.hint == "expected a property list, but received an XML document")
    }

    @Test func hintsAtABodyThatIsStillCompressed() throws {
        let sample = ResponseSample(200, "text/html", bytes: [0x1F, 0x8B, 8, 0])
        #expect(LineCount().error(for: sample)?.hint?.contains("but has no Content-Encoding") == true)
        var declared = sample.with("gzip", for: .contentEncoding)
        declared.isDecoded = true
        #expect(LineCount().error(for: declared)?.hint?.contains("the client has to decode") == true)
    }

    @Test func hintsAtTheFieldsOfTheHead() {
        func hint(_ status: Int, _ name: HTTPField.Name, _ value: String) -> String? {
            LineCount().error(for: ResponseSample(status, "text/plain", "a").with(value, for: name))?.hint
        }
        #expect(hint(302, .location, "/b") == "a redirect to /b was not followed")
        #expect(hint(503, .retryAfter, "120") == "the server asks to retry after 120 seconds")
        #expect(hint(304, .location, "/b")?.contains("use the stored response") == true)
        #expect(hint(404, .location, "/b") == nil)
    }
}
