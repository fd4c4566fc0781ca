import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("png") != nil, "DECANT_CORPORA is not set"))
struct PNGCorpusTests {
    private static let corpus = ImageCorpus("png")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "image-png/bugfixes/x_consecutive_idat.png": "PNG §5.6 wants the chunks IDAT together",
            "image-png/bugfixes/x_ihdr_missing.png": "without IHDR nothing is known about the pixels",
            "image-png/bugfixes/x_interlaced_chck.png": "the checksum of its pixels is wrong",
            "image-png/bugfixes/x_issue#230.1.png": "2 bits a channel do not exist for RGB",
            "image-png/bugfixes/x_unexpected_eof.png": "bytes are missing in its middle",
        ],
        otherFrames: [
            "Pillow/apng/blend_op_over_near_transparent.png": "what is laid over an opaque pixel leaves it opaque",
            "Pillow/apng/mode_palette_1bit_alpha.png": "what is laid over an opaque pixel leaves it opaque",
        ]
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("png", atLeast: 300)
    }
}
