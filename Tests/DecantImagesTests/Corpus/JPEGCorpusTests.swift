import DecantCore
import DecantImages
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("jpeg") != nil, "DECANT_CORPORA is not set"), .needsJPEG)
struct JPEGCorpusTests {
    private static let corpus = ImageCorpus("jpeg")

    private static let lossless = "lossless coding is not that of pictures on the web, and libjpeg does not decode it"
    private static let beginning = "behind SOI there is no marker, by which a JPEG is told"

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/ultrahdr.jpg": "it ends behind its scan header",
            "TwelveMonkeys/lossless/gradient_ls_pt.jpg": lossless,
            "TwelveMonkeys/lossless/testimg_rgb.jpg": lossless,
            "jpeg-decoder/crashtest/imagetestsuite/255015e07b6f9137b53b0f97d67a8aef.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/3cc4a7fc6481ea3681138da4643f3d16.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/3ea649db8e81a46ca4f92fb3238f78ff.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/56d4a1bb53241f7c5ed6ab531320a542.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/59d3b529c78ac722127c41ba75b3355b.jpg": "its data end too early",
            "jpeg-decoder/crashtest/imagetestsuite/5c67195f6993c9f8d0d32d4ffe0d8e62.jpg": "its data end too early",
            "jpeg-decoder/crashtest/imagetestsuite/75e4bd7544a85af6438497980b62fba5.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/8e5e74dbf9b68a322fbb9512db837329.jpg":
                "325 bytes of data cannot be 193 by 31,237 pixels",
            "jpeg-decoder/crashtest/imagetestsuite/ba60305ac83fe3d8ef01da1d9a0ecc79.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/d15b71b8cebe35a57cc6e996cc09218b.jpg": beginning,
            "jpeg-decoder/crashtest/imagetestsuite/ef1f8a057bb6056674fad92f6b8c0acd.jpg": beginning,
            "jpeg-decoder/reftest/lossless/1/jpeg_lossless_sel3.jpg": lossless,
            "jpeg-decoder/reftest/lossless/1/jpeg_lossless_sel4.jpg": lossless,
            "jpeg-decoder/reftest/lossless/1/jpeg_lossless_sel5.jpg": lossless,
            "jpeg-decoder/reftest/lossless/1/jpeg_lossless_sel6.jpg": lossless,
            "jpeg-decoder/reftest/lossless/1/jpeg_lossless_sel7.jpg": lossless,
            "libjpeg-turbo/monkey12.jpg": "12 bits a channel are not decoded",
            "wuffs/peacock.progressive.truncated.jpeg": "its data end too early",
        ],
        referenceTolerance: 2,
        otherTolerances: [
            "wuffs/peacock.progressive.scan000.jpeg": (
                6, 12, "versions of libjpeg-turbo guess differently what lies behind the first scan"
            )
        ]
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test(arguments: corpus.rows.filter { $0["class"] == "lossy" })
    func putsTheColorProfileTogether(row: [String: String]) throws {
        guard let path = row["path"], Self.check.refused[path] == nil else { return }
        let image = try DecodedImage(decoding: Self.corpus.body(row))
        #expect(image.iccProfile?.count == row["icc"].flatMap { Int($0) })
    }

    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("jpeg", atLeast: 300)
    }
}
