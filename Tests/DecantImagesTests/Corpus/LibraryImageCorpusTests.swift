import DecantCore
import DecantImages
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("jpeg") != nil, "DECANT_CORPORA is not set"), .needsJPEG)
struct JPEGCorpusTests {
    private static let corpus = ImageCorpus("jpeg")

    private static let lossless = "lossless coding is not that of images on the web, and libjpeg does not decode it"
    private static let beginning = "no marker follows SOI, by which a JPEG is recognized"

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/ultrahdr.jpg": "it ends after its scan header",
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
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test(arguments: corpus.rows.filter { $0["class"] == "lossy" })
    func joinsTheColorProfile(row: [String: String]) throws {
        guard let path = row["path"], Self.check.refused[path] == nil else { return }
        let image = try DecodedImage(parsing: Self.corpus.body(row))
        #expect(image.iccProfile?.count == row["icc"].flatMap { Int($0) })
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("jpeg", atLeast: 300)
    }
}

@Suite(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), .needsTIFF)
struct TIFFCorpusTests {
    private static let corpus = ImageCorpus("tiff")

    /// The reason why the pixels of an image with an orientation differ.
    private static let turned = "Pillow turns the pixels; here that is done on request"

    private static let subsampledPlanes = "planes of chroma that are smaller than that of Y are not decoded"

    private static let noImage = "it is not a TIFF, but a text beside them, or an image in another format"

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/libtiff_segfault.tif": "65,535 samples in each pixel are more than is acceptable",
            "TwelveMonkeys/tiff/depth/summary.txt": noImage,
            "TwelveMonkeys/tiff/planar-yuv410-jpeg-lzw.tif": subsampledPlanes,
            "TwelveMonkeys/tiff/planar-yuv410-jpeg-uncompressed.tif": subsampledPlanes,
            "TwelveMonkeys/tiff/planar-yuv420-jpeg-lzw.tif": subsampledPlanes,
            "TwelveMonkeys/tiff/planar-yuv422-bt601-lzw.tif": subsampledPlanes,
            "TwelveMonkeys/tiff/planar-yuv422-bt601-uncompressed.tif": subsampledPlanes,
            "TwelveMonkeys/tiff/planar-yuv422-jpeg-uncompressed.tif": subsampledPlanes,
            "image-tiff/images/COPYRIGHT": noImage,
            "image-tiff/images/README.txt": noImage,
            "image-tiff/images/big_g4.tif": "65,537 pixels are more than the limit for a side",
            "image-tiff/images/minisblack-1c-8b.pgm": noImage,
            "image-tiff/images/random-fp16.pgm": noImage,
            "image-tiff/images/rgb-3c-8b.ppm": noImage,
        ],
        otherPixels: [
            "Pillow/g4_orientation_2.tif": turned,
            "Pillow/g4_orientation_5.tif": turned,
            "Pillow/g4_orientation_7.tif": turned,
            "Pillow/g4_orientation_8.tif": turned,
            "TwelveMonkeys/tiff/incorrect-compression-rle-as-g3.tif":
                "its codes are others than it says; releases of libtiff differ",
            "image-tiff/libtiffpic/smallliz.tif":
                "JPEGs in the old way are decoded like all JPEGs, within 3 of the grid",
        ],
        comparesNative: false,
        otherTolerances: [
            "TwelveMonkeys/tiff/ColorCheckerCalculator.tif": (
                5, 0, "for L*a*b* Pillow interpolates between few colors, and is far off where they are clipped"
            )
        ]
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    /// Files whose stored samples are not compared, because decoding changes more than their depth.
    private static let otherSamples: [String: String] = [
        "Pillow/separate_planar_extra_samples.tiff": "a sample that has no meaning is left out",
        "TwelveMonkeys/tiff/incorrect-compression-rle-as-g3.tif":
            "its codes are others than it says; releases of libtiff differ",
        "TwelveMonkeys/tiff/planar-yuv444-jpeg-uncompressed.tif": "YCbCr becomes RGB",
        "image-tiff/images/extra_bits_rgb_8b.tiff": "a sample that has no meaning is left out",
        "image-tiff/images/seq/seq-3c-i8-d7550ce4.tiff": "of three greys, two have no meaning and are left out",
    ]

    @Test(arguments: corpus.rows.filter { $0["native"] != "-" && $0["expect"] != "reject" })
    func returnsTheStoredSamples(row: [String: String]) throws {
        let (path, native) = (try #require(row["path"]), try #require(row["native"]))
        let body = try Self.corpus.body(row)
        let isWhole = ["bool", "int8", "uint8", "int16", "uint16"].contains { native.hasSuffix(":\($0)") }
        guard isWhole, !["LAB", "CMYK"].contains(row["mode"]), let image = Self.stored(body) else { return }
        guard image.header.colorModel != .indexed else { return }
        let digest = try #require(row["native_sha256"])
        let isEqual = [false, true].contains { isInverted in
            let samples = Self.samples(image, wide: native.hasSuffix("int16"), isInverted: isInverted)
            return SHA256Digest(samples).description == digest
        }
        #expect(isEqual == (Self.otherSamples[path] == nil))
    }

    /// Returns the first page at 16 bits per channel if it has more than 8, with alpha as stored.
    private static func stored(_ body: ResponseBytes) -> DecodedImage? {
        var options = ImageOptions()
        options.keeps16Bits = true
        options.firstFrameOnly = true
        if (try? ImageHeader(parsing: body))?.isPremultiplied == true { options.premultipliesAlpha = true }
        return try? DecodedImage(parsing: body, options: options)
    }

    /// Returns the samples at their stored depth, with black and white inverted if that is requested.
    private static func samples(_ image: DecodedImage, wide: Bool, isInverted: Bool) -> [UInt8] {
        let header = image.header
        let components = header.colorModel == .gray ? [0] : [0, 1, 2]
        let channels = header.hasAlpha ? components + [3] : components
        let most = (1 << header.bitsPerChannel) - 1
        let flip = isInverted ? most : 0
        let count = image.width * image.height
        let (shallow, deep) = (image.pixels.rgba8, image.pixels.rgba16)
        let all = deep.isEmpty ? 255 : 65535
        var samples: [UInt8] = []
        samples.reserveCapacity(count * channels.count * 2)
        // The tests are not optimized, so this avoids closures and arrays for each pixel.
        func append(_ component: Int) {
            let value = deep.isEmpty ? Int(shallow[component]) : Int(deep[component])
            let sample = ((value * most + all / 2) / all) ^ flip
            if wide { samples.append(UInt8(sample >> 8)) }
            samples.append(UInt8(sample & 255))
        }
        if header.isPlanar {
            for channel in channels {
                for pixel in 0..<count { append(pixel * 4 + channel) }
            }
        } else {
            for pixel in 0..<count {
                for channel in channels { append(pixel * 4 + channel) }
            }
        }
        return samples
    }

    /// A decoder that skips damaged parts leaves memory unwritten, which may hold earlier contents.
    @Test(arguments: [
        "Pillow/crash-0da013a13571cc8eb457a39fee8db18f8a3c7127.tif",
        "TwelveMonkeys/tiff/incorrect-compression-rle-as-g3.tif",
    ])
    func showsNoEarlierMemoryContents(path: String) throws {
        let bytes = try #require(CorpusFolder("tiff")).bytes(of: path)
        let digests = try [0x00, 0x55, 0xFF].map { (value: UInt8) in
            var rooms = (0..<400).map { [UInt8](repeating: value, count: 64 * $0) }
            rooms.removeAll()
            return try DecodedImage(parsing: ResponseBytes(bytes)).digest
        }
        #expect(Set(digests).count == 1)
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("tiff", atLeast: 90)
    }
}

@Suite(.enabled(if: CorpusFolder("webp") != nil, "DECANT_CORPORA is not set"), .needsWebP)
struct WebPCorpusTests {
    private static let corpus = ImageCorpus("webp")

    private static let check = ImageCorpusCheck(corpus: corpus)

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("webp", atLeast: 250)
    }
}

@Suite(.enabled(if: CorpusFolder("avif") != nil, "DECANT_CORPORA is not set"), .needsAVIF)
struct AVIFCorpusTests {
    private static let corpus = ImageCorpus("avif")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        otherOrientations: [
            "Pillow/xmp_tags_orientation.avif": "XMP says so, which AVIF leaves to the properties irot and imir"
        ],
        framesAreExact: false,
        // The newer libavif of the reference images rounds colors of more than 8 bits differently.
        referenceTolerance: 1
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test(arguments: [
        ("Link-U/fox.profile2.12bpc.yuv420.odd-width.odd-height.avif", 12), ("libavif/colors_hdr_p3.avif", 10),
    ])
    func optionallyReturns16Bits(path: String, bits: Int) throws {
        let body = try Self.corpus.body(["path": path])
        var options = ImageOptions()
        let shallow = try DecodedImage(parsing: body, options: options).pixels
        options.keeps16Bits = true
        let image = try DecodedImage(parsing: body, options: options)
        #expect(image.header.bitsPerChannel == bits)
        #expect((shallow.bitsPerChannel, image.pixels.bitsPerChannel) == (8, 16))
        let (few, many) = (shallow.rgba8, image.pixels.rgba16)
        // Upsampling of chroma differs for each depth.
        let distance = few.indices.reduce(0) { $0 + abs(Int(few[$1]) * 257 - Int(many[$1])) } / few.count
        #expect(distance < 257)
        #expect(many.indices.contains { many[$0] % 257 != 0 })
    }
}
