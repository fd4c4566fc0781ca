import DecantCore
import DecantTesting
import Testing

@Suite struct BodyPreparationTests {
    private struct Text: ResponseSerializer {
        var handling = ResponseHandling(accepting: ["text/plain"])
        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            if let bad = body.firstIndex(of: 0) {
                throw ResponseError(.malformedBody, "zero", offset: body.start + bad)
            }
            return String(decoding: body, as: UTF8.self)
        }
    }

    @Test(
        "removes prefixes against cross-site inclusion in all their spellings",
        arguments: [
            ")]}',\n", ")]}'\n", ")]}'", ")]}',\r\n", ")]}\n", "while(1);", "while (1);\n", "for(;;);", "for (;;);",
            "throw 1;",
            "throw 1; ", "{}&&", "{} && ", ")]}'\n)]}',\n", "&&&START&&&",
        ]
    )
    func dropsPrefixes(prefix: String) throws {
        let decoded = try ResponseSample(200, "text/plain", prefix + "{\"a\":1}").response(
            as: Text().removingXSSIPrefix()
        )
        #expect(decoded.value == "{\"a\":1}")
        #expect(decoded.findings.map(\.code) == [.xssiPrefix])
    }

    @Test(arguments: ["{\"a\":1}", "[]", "\"for\"", ")", "{}", "{ }"])
    func keepsOtherBodiesUnchanged(text: String) throws {
        let decoded = try ResponseSample(200, "text/plain", text).response(as: Text().removingXSSIPrefix())
        #expect(decoded.value == text)
        #expect(decoded.findings.isEmpty)
    }

    @Test func dropsAByteOrderMarkAndThenAPrefix() throws {
        let serializer = Text().removingByteOrderMark().removingXSSIPrefix()
        let decoded = try ResponseSample(200, "text/plain", "\u{FEFF})]}'\nx").response(as: serializer)
        #expect(decoded.value == "x")
        #expect(decoded.findings.map(\.code) == [.byteOrderMark, .xssiPrefix])
    }

    @Test("Offsets still count from the first byte received") func offsetsStillCountFromTheFirstByte() throws {
        let serializer = Text().removingXSSIPrefix()
        let error = try #require(serializer.error(for: ResponseSample(200, "text/plain", ")]}'\na\0")))
        #expect(error.position == SourcePosition(offset: 6, line: 2, column: 2))
    }

    @Test func locatesAnErrorInTheOutputOfAStep() throws {
        let serializer = Text().preparing { _, _ in ResponseBytes("made\nanew\0".utf8) }
        let error = try #require(serializer.error(for: ResponseSample(200, "text/plain", "abc")))
        #expect(error.position == SourcePosition(offset: 9, line: 2, column: 5))
        #expect(error.snippet?.text == "anew␀")
    }

    @Test func runsCustomSteps() throws {
        struct Broken: Error {}
        let reversed = Text().preparing { body, _ in ResponseBytes(body.reversed()) }
        #expect(try ResponseSample(200, "text/plain", "abc").value(as: reversed) == "cba")
        let twice = reversed.preparing { body, _ in ResponseBytes(Array(body) + body) }
        #expect(try ResponseSample(200, "text/plain", "abc").value(as: twice) == "cbacba")
        let broken = Text().preparing { _, _ in throw Broken() }
        let error = try #require(broken.error(for: ResponseSample(200, "text/plain", "abc")))
        #expect(error.code == .dataCorrupted)
        #expect(error.underlying is Broken)
    }
}
