import DecantCore
import DecantImages
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("bmp") != nil, "DECANT_CORPORA is not set"))
struct BMPCorpusTests {
    private static let corpus = ImageCorpus("bmp")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/mmap_error.bmp": "its indices go beyond its palette",
            "bmpsuite/b/badrle.bmp": "its runs go on below the last row",
        ],
        otherPixels: [
            "bmpsuite-newer/zune/rgba16-5551.bmp": "the mask of alpha counts, which Pillow passes over",
            "image-rs/V5_A1_R5_G5_B5.bmp": "the mask of alpha counts, which Pillow passes over",
        ]
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    /// The suite has one picture in many ways.
    @Test(arguments: ["bmpsuite-newer/zune/rgb24rle24.bmp"])
    func showsWhatTheSameSuiteHasAsIndices(path: String) throws {
        let folder = try #require(Self.corpus.folder)
        let pictures = try [path, "bmpsuite/g/pal8.bmp"].map {
            try DecodedImage(decoding: ResponseBody(folder.bytes(of: $0))).pixels
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("bmp", atLeast: 20)
    }
}
