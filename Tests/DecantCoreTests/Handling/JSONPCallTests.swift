import DecantCore
import DecantTesting
import Testing

@Suite struct JSONPCallTests {
    private struct Text: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["application/json"])

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            if let bad = body.firstIndex(of: UInt8(ascii: "?")) {
                throw ResponseError(.malformedBody, "question", offset: body.start + bad)
            }
            return String(decoding: body, as: UTF8.self)
        }
    }

    private func sample(_ text: String, _ type: String = "application/json") -> ResponseSample {
        ResponseSample(200, type, text)
    }

    @Test(arguments: [
        ("cb(", ")"), ("/**/cb(", ");"), ("callback (", ") ; \n"), ("jQuery.callbacks[0](", ");"),
        ("typeof cb === 'function' && cb(", ");"), ("/* a */ typeof a.b==\"function\"&&a.b(", ")"),
        ("window.cb && window.cb(", ");"), (";cb(", ");"), ("\n$_1(", ")\n"), ("window[\"a-b\"](", ");;"), ("é(", ")"),
        ("\u{FEFF}cb(", ")"),
    ])
    func theCallIsRemoved(before: String, after: String) throws {
        let decoded = try sample(before + "{\"a\":\")\"}" + after).response(as: Text().removingJSONPCallback())
        #expect(decoded.value == "{\"a\":\")\"}")
        #expect(decoded.findings.map(\.code) == [.jsonpCallback])
        #expect(decoded.findings.first?.message.hasSuffix("” around the JSON was removed") == true)
    }

    @Test(arguments: [
        "{\"a\":1}", "[1]", "cb", "cb(", "cb({}", "cb{}", "1(2)", "(1)", "\"a\"(1)", "cb(1) + 2",
        "a && b && c && d && e && f(1)", "typeof a === b && a(1)", "typeof a === 'function && a(1)", "a[(1)", "a[1",
        "true", "/* cb(1)", "if (a) b(1);c",
    ])
    func otherBodiesStayAsTheyAre(text: String) throws {
        #expect(try sample(text).value(as: Text().removingJSONPCallback()) == text)
    }

    @Test func mediaTypesOfScriptsAreAccepted() throws {
        for type in ["application/javascript", "text/javascript", "application/x-javascript; charset=utf-8"] {
            #expect(try sample("cb(1)", type).value(as: Text().removingJSONPCallback()) == "1")
        }
    }

    @Test("Offsets still count from the first byte received") func offsetsStillCountFromTheFirstByte() throws {
        let error = try #require(Text().removingJSONPCallback().error(for: sample("cb(\n[?]);")))
        #expect(error.position == SourcePosition(offset: 5, line: 2, column: 2))
        #expect(error.hint == nil)
    }

    @Test func theErrorNamesTheStep() throws {
        for type in ["application/json", "application/javascript"] {
            let error = try #require(Text().error(for: sample("/**/cb([?]);", type)))
            #expect(
                error.hint == "the JSON is the argument of a call of “cb” (JSONP); .removingJSONPCallback() removes it"
            )
            let remedy = Remedy(.option, "jsonpCallback", text: ".removingJSONPCallback() removes it")
            #expect(error.remedies.first == remedy)
        }
        let html = try #require(Text().removingJSONPCallback().error(for: sample("cb(1)", "text/html")))
        #expect(html.remedies.map(\.name) == ["text/html"])
    }

    @Test(arguments: ["a", "a[", "a.", ";", "/**/", "é", " ", "(", ")", "a&&"])
    func aMegabyteIsReadOnce(unit: String) throws {
        let name = "a" + String(repeating: unit, count: (1 << 20) / unit.utf8.count)
        #expect(try sample(name + "(1)").value(as: Text().removingJSONPCallback()).isEmpty == false)
        let decoded = try sample("b" + String(repeating: "a", count: 1 << 20) + "(1);").response(
            as: Text().removingJSONPCallback()
        )
        #expect(decoded.value == "1" && (decoded.findings.first?.message.utf8.count ?? 0) < 200)
    }
}
