import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("webp") != nil, "DECANT_CORPORA is not set"), .needsWebP)
struct WebPCorpusTests {
    private static let corpus = ImageCorpus("webp")

    private static let check = ImageCorpusCheck(corpus: corpus)

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("webp", atLeast: 250)
    }
}
