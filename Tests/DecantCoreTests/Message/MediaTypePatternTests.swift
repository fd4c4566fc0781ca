import DecantCore
import DecantTesting
import Testing

@Suite struct MediaTypePatternTests {
    @Test(
        "A06, V03, V17: patterns match media types in any case, by wildcard, suffix, and alias",
        arguments: [
            ("*/*", "x/y", true), ("image/*", "IMAGE/PNG", true), ("image/*", "text/png", false),
            ("*+json", "application/problem+json", true), ("*+json", "application/json", true),
            ("*+json", "text/html", false), ("*+json", "nonstandard/json", false), ("*+json", "text/json", true),
            ("*+json", "a/+json", false), ("*+json", "a/b+json+xml", false), ("*+xml", "a/b+json+xml", true),
            ("*+json", "a/bjson", false), ("*+json", "a/+", false), ("*+a", "b/c+ba", false),
            ("*+xml", "text/xml", true), ("*+xml", "image/xml", false), ("*+xml", "image/svg+xml", true),
            ("*/json", "nonstandard/json", true), ("*/json", "application/json", true), ("*/json", "text/xml", false),
            ("*/JSON", "text/json", true), ("*/xml", "text/xml", true),
            ("application/*+json", "application/vnd.api+JSON", true),
            ("application/*+json", "text/x+json", false), ("Application/JSON", "application/json", true),
            ("text/plain;charset=utf-8", "text/plain;charset=UTF-8;x=y", true),
            ("text/plain;charset=utf-8", "text/plain", false), ("image/jpeg", "image/jpg", true),
            ("image/jpg", "image/jpeg", true), ("application/json", "text/json", true),
            ("text/*;charset=utf-8", "text/html;charset=UTF-8", true), ("text/*;charset=utf-8", "text/html", false),
            ("text/*;charset=utf-8", "text/html;charset=latin1", false), ("*/*;v=1", "x/y;v=1", true),
            ("*/*;v=1", "x/y", false), ("*+json;v=1", "application/problem+json;v=1", true),
            ("*+json;v=1", "application/json;v=2", false), ("*/json;v=1", "x/json; V=1", true),
            ("text/json;v=1", "application/json;v=1", true),
            (" text/html ; charset=utf-8", "text/html;charset=utf-8", true),
        ]
    )
    func matches(pattern: String, mediaType: String, isMatch: Bool) throws {
        let pattern = try #require(MediaTypePattern(parsing: pattern))
        #expect(pattern.matches(try #require(ResponseMediaType(parsing: mediaType))) == isMatch)
    }

    @Test(arguments: ["", "*", "*/j*", "te*t/html", "*+", "text/*html", "a"])
    func rejectsInvalidPatterns(text: String) {
        #expect(MediaTypePattern(parsing: text) == nil)
    }

    @Test func ranksTheCloserFitHigher() {
        let mediaType = InterpretedMediaType("application/problem+json; v=1")
        let patterns = ["*/*", "application/*", "*+json", "application/problem+json", "application/problem+json;v=1"]
        let ranks = patterns.compactMap { MediaTypePattern(parsing: $0)?.specificity(for: mediaType) }
        #expect(ranks == [.any, .type, .suffix, .exact, .parameters])
        #expect(ranks == ranks.sorted())
    }

    @Test(arguments: [
        "*/*", "image/*", "*+json", "*/json", "application/*+json", "text/html;charset=utf-8", "text/*;charset=utf-8",
        "*+json;v=1", "application/*+json;v=1", "*/json;v=1",
    ])
    func survivesItsDescription(text: String) throws {
        let pattern = try #require(MediaTypePattern(parsing: text))
        #expect(MediaTypePattern(parsing: pattern.description) == pattern)
        #expect(pattern.description == text)
    }

    @Test func aLiteralOfASubtypeIsAPattern() {
        let serializer = LineCount().accepting("*/json")
        #expect(serializer.error(for: ResponseSample(200, "nonstandard/json", "x")) == nil)
        #expect(serializer.acceptValue == "text/plain, application/json;q=0.9")
    }

    @Test("Parameters of a range are required and appear in the accept field")
    func parametersOfARangeAreRequiredAndAppear() {
        let serializer = LineCount().accepting("text/*;charset=utf-8")
        #expect(serializer.error(for: ResponseSample(200, "text/csv; charset=UTF-8", "x")) == nil)
        #expect(serializer.error(for: ResponseSample(200, "text/csv", "x"))?.message.contains("without these") == true)
        #expect(serializer.acceptValue == "text/plain, text/*;charset=utf-8;q=0.9")
    }

    @Test func parametersDoNotRaiseTheRankOfARange() throws {
        let mediaType = InterpretedMediaType("text/html; charset=utf-8")
        let pattern = try #require(MediaTypePattern(parsing: "text/*;charset=utf-8"))
        #expect(pattern.specificity(for: mediaType) == .type)
    }

    @Test func writesAnAcceptField() {
        #expect(LineCount().acceptValue == "text/plain")
        #expect(DataResponseSerializer().acceptValue == "*/*")
        let several = LineCount().accepting("application/json", "*+json", "image/*")
        #expect(several.acceptValue == "text/plain, application/json;q=0.9, image/*;q=0.8")
    }
}
