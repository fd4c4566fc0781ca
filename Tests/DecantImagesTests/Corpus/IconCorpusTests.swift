import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("ico") != nil, "DECANT_CORPORA is not set"))
struct IconCorpusTests {
    private static let corpus = ImageCorpus("ico")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/decompression_bomb.ico": "its picture claims 65,535 by 32,767 pixels",
            "SerenityOS/oss-fuzz-testcase-62541.ico": "the palette of its picture is cut off",
        ],
        otherPixels: [
            "image-rs/images/bmp_v5_with_icc.ico": "what Pillow takes for the mask is the colour profile"
        ]
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }
}
