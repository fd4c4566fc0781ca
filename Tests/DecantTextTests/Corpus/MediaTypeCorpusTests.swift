import DecantCore
import DecantText
import TestSupport
import Testing

@Suite struct MediaTypeCorpusTests {
    private static let corpus = CorpusFolder("mime")

    @Test(
        .enabled(if: corpus != nil, "DECANT_CORPORA is not set"),
        arguments: ["mime-types.json", "generated-mime-types.json"]
    )
    func findsTheCharsetThatTheWebPlatformTestsName(file: String) throws {
        for row in try #require(Self.corpus).objects(of: file) {
            guard let input = row["input"] as? String else { continue }
            let charset = MediaType(parsing: input)?.charset.flatMap(Charset.init(label:))
            #expect(charset?.name == row["encoding"] as? String, "\(input.debugDescription)")
        }
    }

    @Test(.enabled(if: corpus != nil, "DECANT_CORPORA is not set"))
    func findsTheCharsetOfSeveralFieldLines() throws {
        for row in try #require(Self.corpus).objects(of: "content-types.json") {
            let lines = row["input"] as? [String] ?? []
            let charset = DeclaredMediaType(fieldValues: lines).mediaType?.charset.flatMap(Charset.init(label:))
            #expect(charset?.name == row["encoding"] as? String, "\(lines)")
        }
    }
}
