import DecantCore
import TestSupport
import Testing

@Suite struct ResponseMediaTypeTests {
    @Test func ignoresParametersAfterTheFirstHundred() throws {
        let parameters = (1...100).map { ";a\($0)=b" }.joined()
        #expect(ResponseMediaType(parsing: "text/plain\(parameters)")?.parameters.count == 100)
        for more in [";charset=utf-8", ";a1=b", ";", String(repeating: ";a=b", count: 100_000)] {
            let declared = DeclaredMediaType(fieldValues: ["text/plain\(parameters)\(more)"])
            guard case .declared(let type) = declared else {
                Issue.record("malformed")
                continue
            }
            #expect(type.mediaType.parameters.count == 100)
            #expect(type.mediaType.charset == nil)
            let message = "Content-Type: the parameters after the first 100 were ignored"
            #expect(type.findings == [Finding(.irregularMediaType, .note, message)])
        }
        let unusable = ResponseMediaType(parsing: "text/plain" + String(repeating: ";x", count: 1_000_000))
        #expect(unusable?.parameters.isEmpty == true)
    }

    private static let corpus = CorpusFolder("mime")

    @Test(
        "Parses and serializes as the web platform tests say",
        .enabled(if: corpus != nil, "DECANT_CORPORA is not set"),
        arguments: ["mime-types.json", "generated-mime-types.json"]
    )
    func parsesAndSerializesAsTheWebPlatformTests(file: String) throws {
        let rows = try #require(Self.corpus).objects(of: file)
        #expect(rows.count > 40)
        for row in rows {
            guard let input = row["input"] as? String else { continue }
            #expect(
                ResponseMediaType(parsing: input)?.description == row["output"] as? String,
                "\(input.debugDescription)"
            )
        }
    }

    @Test(
        "Combines field lines as the web platform tests say",
        .enabled(if: corpus != nil, "DECANT_CORPORA is not set")
    )
    func combinesFieldLinesAsTheWebPlatformTests() throws {
        let rows = try #require(Self.corpus).objects(of: "content-types.json")
        #expect(!rows.isEmpty)
        for row in rows {
            let lines = row["input"] as? [String] ?? []
            let declared = DeclaredMediaType(fieldValues: lines)
            #expect(declared.mediaType?.description == row["mimeType"] as? String, "\(lines)")
        }
    }

    /// A leading space disables the fast path for common texts.
    @Test(arguments: [
        "application/json", "text/html;charset=utf-8", "text/html; charset=UTF-8", "a/b;c=d", "a/b;", "a/b; c",
        "application/json; charset=utf-8", "application/json;charset=utf-8", "application/json; charset=UTF-8",
        "application/json;charset=UTF-8", "text/html; charset=utf-8", "application/xml", "text/xml; charset=utf-8",
        "a/b;c=", "a/b;=d",
        "a/b;c=d;e=f", "a/b; c=d ", "a/b;  c=d", "a/b;c=\"d\"", "a/b/c", "a/", "/b", "a", "", "a/b ;c=d", "A/b",
        "a/B;C=d", "*/*", "a/b;c=é",
    ])
    func parsesCommonTextsLikeAllOthers(_ text: String) {
        #expect(ResponseMediaType(parsing: text) == ResponseMediaType(parsing: " " + text))
        let (common, other) = (DeclaredMediaType(fieldValues: [text]), DeclaredMediaType(fieldValues: [" " + text]))
        #expect(common.mediaType == other.mediaType)
    }

    @Test("Reads type, subtype, and parameters in any letter case") func readsTypeSubtypeAndParametersInAnyLetter() {
        let mediaType: ResponseMediaType = "Application/Problem+JSON ; Charset=\"UTF-8\"; q=a"
        #expect(mediaType.essence == "application/problem+json")
        #expect(mediaType.suffix == "json")
        #expect(mediaType.charset == "UTF-8")
        #expect(mediaType.parameters.map(\.key) == ["charset", "q"])
    }

    @Test(arguments: [
        ("text/plain;charset=\"a;b=c\"", "a;b=c"), ("text/plain;charset=\"a\\\"b\"", "a\"b"),
        ("text/plain;charset=\"open", "open"), ("text/plain;charset=x;charset=y", "x"),
        ("text/plain; charset=gbk ", "gbk"), ("text/plain;CHARSET=Shift_JIS", "Shift_JIS"),
    ])
    func understandsQuotedAndRepeatedParameters(text: String, charset: String) {
        #expect(ResponseMediaType(parsing: text)?.charset == charset)
    }

    @Test(arguments: [
        "", "text", "/", "text/", "/html", "te xt/html", "text/ht ml", "text/html,x", ";charset=x", "é/x",
    ])
    func rejectsInvalidMediaTypes(text: String) {
        #expect(ResponseMediaType(parsing: text) == nil)
    }

    @Test func survivesTextOfAnyLength() {
        let long = String(repeating: "a", count: 100_000)
        #expect(ResponseMediaType(parsing: "\(long)/\(long)")?.type.count == 100_000)
        #expect(ResponseMediaType(parsing: "a/b;" + String(repeating: ";", count: 100_000))?.parameters.isEmpty == true)
        #expect(ResponseMediaType(parsing: "a/b;x=\"" + String(repeating: "\\", count: 100_000))?.parameters.count == 1)
    }

    @Test(arguments: [
        ("image/jpg", "image/jpeg"), ("text/json", "application/json"), ("text/xml", "application/xml"),
        ("application/json", "application/json"),
    ])
    func recognizesWellKnownMisnomers(spelling: String, meaning: String) throws {
        #expect(try #require(ResponseMediaType(parsing: spelling)).canonical.essence == meaning)
    }

    @Test(arguments: ["a/b+", "a/+json", "a/b"])
    func findsNoSuffixInATypeWithoutOne(text: String) throws {
        #expect(try #require(ResponseMediaType(parsing: text)).suffix == nil)
    }

    @Test(arguments: ["application/json", "text/html; charset=utf-8", "application/json;charset=UTF-8"])
    func frequentValuesAreReadLikeOtherSpellings(value: String) throws {
        let (same, deviations) = try #require(MediaTypeParser.parse("  " + value.uppercased()))
        let parsed = try #require(MediaTypeParser.plain(value))
        #expect(deviations.isEmpty)
        #expect(parsed.essence == same.essence)
        #expect(parsed.parameters.map(\.key) == same.parameters.map(\.key))
        #expect(parsed.charset?.uppercased() == same.charset)
    }
}
