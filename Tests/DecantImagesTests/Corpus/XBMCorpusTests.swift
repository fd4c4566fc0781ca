import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("xbm") != nil, "DECANT_CORPORA is not set"))
struct XBMCorpusTests {
    private static let corpus = ImageCorpus("xbm")

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try ImageCorpusCheck(corpus: Self.corpus).check(row)
    }
}
