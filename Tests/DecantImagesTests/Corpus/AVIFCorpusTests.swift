import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("avif") != nil, "DECANT_CORPORA is not set"), .needsAVIF)
struct AVIFCorpusTests {
    private static let corpus = ImageCorpus("avif")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        otherOrientations: [
            "Pillow/xmp_tags_orientation.avif": "XMP says so, which AVIF leaves to the properties irot and imir"
        ],
        framesAreExact: false,
        // The newer libavif of the reference pictures rounds colours of more than 8 bits otherwise.
        referenceTolerance: 1
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }
}
