import DecantCore
import DecantImages
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

    @Test(arguments: [
        ("Link-U/fox.profile2.12bpc.yuv420.odd-width.odd-height.avif", 12), ("libavif/colors_hdr_p3.avif", 10),
    ])
    func givesSixteenBitsOnRequest(path: String, bits: Int) throws {
        let body = try Self.corpus.body(["path": path])
        var options = ImageOptions()
        let shallow = try DecodedImage(decoding: body, options: options).pixels
        options.depth = .source
        let image = try DecodedImage(decoding: body, options: options)
        #expect(image.header.bitsPerChannel == bits)
        #expect((shallow.bitsPerChannel, image.pixels.bitsPerChannel) == (8, 16))
        let (few, many) = (shallow.rgba8, image.pixels.rgba16)
        // Where chroma has fewer samples, each depth has its own way of making more of them.
        let distance = few.indices.reduce(0) { $0 + abs(Int(few[$1]) * 257 - Int(many[$1])) } / few.count
        #expect(distance < 257)
        #expect(many.indices.contains { many[$0] % 257 != 0 })
    }
}
