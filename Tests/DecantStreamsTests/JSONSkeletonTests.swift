import DecantCore
import DecantJSON
import DecantStreams
import Testing

@Suite struct JSONSkeletonTests {
    /// The error of a stream of elements, the same for the whole stream and byte by byte.
    private func error(_ text: String, _ limit: (inout Limits) -> Void = { _ in }) -> ResponseError? {
        var limits = Limits()
        limit(&limits)
        func read(_ chunks: [ArraySlice<UInt8>]) -> ResponseError? {
            var reader = StreamSerializer.jsonElements(JSON.self, at: "/items").limits { $0 = limits }.reader()
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while try reader.next() != nil {}
                }
                reader.finish()
                while try reader.next() != nil {}
                return nil
            } catch {
                return error
            }
        }
        let bytes = Array(text.utf8)
        let whole = read([bytes[...]])
        let stepwise = read(Cuts.bytes(bytes))
        #expect(whole?.message == stepwise?.message && whole?.position == stepwise?.position)
        return whole
    }

    @Test func limitsTheTextAroundTheArray() {
        let text = "{\"before\":\"\(String(repeating: "x", count: 100))\",\"items\":[1,2]}"
        let failure = error(text) { $0.bodyBytes = 60 }
        #expect(failure?.limit == .bodyBytes)
        #expect(failure?.position?.offset == 60)
        #expect(error(text) { $0.bodyBytes = 140 } == nil)
        // The elements do not count toward the limit.
        let elements = "{\"items\":[" + String(repeating: "1,", count: 100) + "1]}"
        #expect(error(elements) { $0.bodyBytes = 60 } == nil)
    }

    @Test func limitsNames() {
        let failure = error("{\"\(String(repeating: "x", count: 100))\":1,\"items\":[]}") { $0.itemBytes = 50 }
        #expect(failure?.limit == .itemBytes)
        #expect(failure?.position?.offset == 51)
    }

    @Test(arguments: ["{\"a\":,", "{\"a\":]", "{\"a\":}", "{\"a\"::", "{\"items\":,", "[,"])
    func rejectsPunctuationInsteadOfAValue(_ text: String) {
        #expect(error(text)?.code == .malformedBody)
    }

    @Test(arguments: [
        ("{\"items\":{}}", "an object"), ("{\"items\":\"x\"}", "a string"), ("{\"items\":true}", "a Boolean value"),
        ("{\"items\":<p>", "“<”"), ("{\"items\":1}", "a number"), ("{x", "a name or “}”"), ("{\"a\":1,x", "a name"),
        ("{\"a\" 1", "“:”"), ("{\"a\":1 x", "“,” or “}”"), ("[[1] x", "“,” or “]”"), ("{} x", "the end"),
    ])
    func reportsTheExpectedOrFoundToken(_ row: (String, String)) {
        #expect(error(row.0)?.message.contains(row.1) == true, "\(error(row.0)?.message ?? "")")
    }

    @Test(
        "Reports the same errors as the parser for other text",
        arguments: ["nope", "fail", "true story", "Internal error", "\u{1F}\u{8B}", "é", "-", "12 13", "nul", "NaN"]
    )
    func reportsTheSameErrorsAsTheParser(_ text: String) throws {
        let whole = #expect(throws: ResponseError.self) { try JSON(parsing: text.utf8) }
        for chunks in [[Array(text.utf8)[...]], Cuts.bytes(Array(text.utf8))] {
            let reading = JSONReading(.elements(""), chunks)
            #expect(reading.code == .malformedBody)
            #expect(reading.error == whole?.message)
            #expect(reading.position == whole?.position)
        }
        let inside = JSONReading(.elements("/a"), "{\"a\": nope}")
        #expect(inside.code == .malformedBody)
        #expect(inside.error == "“nope” is not a JSON value; expected null")
        #expect(inside.position?.offset == 6)
    }

    @Test(arguments: [
        ("null", ResponseError.Code.valueNotFound, "null"), ("true", .typeMismatch, "a Boolean value"),
        (" 12 ", .typeMismatch, "a number"), ("-1.5e3", .typeMismatch, "a number"),
        (String(repeating: "1", count: 3000), .typeMismatch, "a number"),
        ("false" + String(repeating: " ", count: 3000), .typeMismatch, "a Boolean value"),
    ])
    func namesTheKindOfAValueThatIsNotAnArray(_ row: (String, ResponseError.Code, String)) {
        for text in [row.0, row.0 + "\n"] {
            let reading = JSONReading(.elements(""), text)
            #expect(reading.code == row.1)
            #expect(reading.error == "expected an array, but found \(row.2)")
            JSONReading.expectSameForAllCuts(.elements(""), text)
        }
        #expect(JSONReading(.elements("/a"), "{\"a\":\(row.0),\"b\":1}").code == row.1)
    }

    @Test("Rejects a long text that is not JSON before its end") func rejectsALongTextThatIsNotJSON() throws {
        var reader = StreamSerializer.jsonElements(JSON.self).reader()
        reader.append([UInt8](repeating: UInt8(ascii: "n"), count: 2000))
        let error = #expect(throws: ResponseError.self) { _ = try reader.next() }
        #expect(error?.code == .malformedBody)
    }

    @Test(
        "A pointer of a megabyte is resolved in linear time",
        .timeLimit(.minutes(10)),
        arguments: ["/a", "/a~1b", "/"]
    )
    func aPointerOfAMegabyteIsResolvedInLinear(_ name: String) throws {
        let text = String(repeating: name, count: (1 << 20) / name.utf8.count)
        let pointer = try #require(JSONPointer(text))
        let reading = JSONReading(.elements(pointer), "{\"b\":[1]}")
        #expect(reading.code == .keyNotFound)
    }

    @Test(arguments: [
        ("/* a */ [ // b\n 1 /* c */ , /* d ] */ 2 // e\n] /* f **/ // g", ["1", "2"]),
        ("[{\"a\": 1 /* } */}, {\"b\": \"/*\"} //]\n, 3/**/]", ["{\"a\":1}", "{\"b\":\"/*\"}", "3"]),
        ("[/**/] //", []),
    ])
    func readsCommentsAroundElementsWithTheQuirk(text: String, values: [String]) {
        for chunks in [[Array(text.utf8)[...]]] + [Cuts.bytes(Array(text.utf8))] + Cuts.single(Array(text.utf8)) {
            let reading = JSONReading(.elements(.root), chunks, quirks: .comments)
            #expect(reading.values == values && reading.error == nil, "\(chunks.map(\.count)) \(reading)")
            #expect(!reading.findings.isEmpty && reading.findings.allSatisfy { $0.contains("comments") })
        }
        #expect(JSONReading(.elements(.root), text).code == .malformedBody)
    }

    @Test func readsOtherQuirksAroundElements() {
        let text = "{\"x\": 'it\\'s ]', \"a\": [1, {b: 'x}'}, ], }"
        for chunks in [[Array(text.utf8)[...]]] + [Cuts.bytes(Array(text.utf8))] {
            let reading = JSONReading(.elements("/a"), chunks, quirks: .json5)
            #expect(reading.values == ["1", "{\"b\":\"x}\"}"] && reading.error == nil, "\(reading)")
        }
        #expect(JSONReading(.elements(.root), "[1,]").code == .malformedBody)
    }

    @Test(arguments: ["[1 /* ]", "[1] /*", "[1] /", "[1] /* *", "[/]", "[1, /x 2]", "[,]", "[1,,]", "{\"a\":[1],,}"])
    func commentsHideNoError(text: String) {
        for chunks in [[Array(text.utf8)[...]]] + [Cuts.bytes(Array(text.utf8))] {
            #expect(JSONReading(.elements(text.first == "{" ? "/a" : .root), chunks, quirks: .json5).error != nil)
        }
    }
}
