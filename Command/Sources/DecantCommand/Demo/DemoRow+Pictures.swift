import DemoPictures
import Decant
import DecantImages

extension DemoRow {
    private static let serializer = ImageResponseSerializer().decoding(.eager)

    /// Creates a row for an image, which is decoded immediately.
    private static func picture(
        _ title: String,
        _ answer: DemoAnswer,
        _ expectation: DemoExpectation,
        as serializer: ImageResponseSerializer = serializer,
        asked: String = ".image"
    ) -> DemoRow {
        DemoRow(
            title,
            answer,
            as: serializer,
            asked,
            expectation,
            isOfPicture: true,
            picture: { try? $0.decoded() },
            show: { (try? $0.decoded()).map { "\(PictureFacts(image: $0))" } ?? "-" }
        )
    }

    /// Images of every format.
    static let pictures: [DemoRow] = [
        picture(
            "a PNG",
            DemoAnswer(200, "image/png", .png),
            .value("PNG, 208 by 144 pixels, RGB, 8 bits")
        ),
        picture(
            "a PNG that one can see through",
            DemoAnswer(200, "image/png", .clear),
            .value("PNG, 96 by 96 pixels, RGB with alpha, 8 bits")
        ),
        picture(
            "a GIF",
            DemoAnswer(200, "image/gif", .gif),
            .value("GIF, 208 by 144 pixels, palette, 6 bits")
        ),
        picture(
            "a GIF that moves",
            DemoAnswer(200, "image/gif", .animation),
            .value("GIF, 120 by 84 pixels, palette, 6 bits, 8 frames in 960 ms for ever")
        ),
        picture(
            "a BMP under its old name",
            DemoAnswer(200, "image/x-ms-bmp", .bmp),
            .value("BMP, 104 by 72 pixels, palette, 8 bits", findings: [.aliasedMediaType])
        ),
        picture(
            "an icon of three sizes",
            DemoAnswer(200, "image/vnd.microsoft.icon", .icon),
            .value("ICO, 48 by 48 pixels, RGB with alpha, 8 bits, the best of 3 pictures")
        ),
        picture(
            "a cursor",
            DemoAnswer(200, "image/vnd.microsoft.icon", .cursor),
            .value("CUR, 32 by 32 pixels, RGB with alpha, 8 bits, hot spot at 2, 2")
        ),
        picture(
            "an XBM, which is a piece of C",
            DemoAnswer(200, "image/x-xbitmap", .bitmap),
            .value("XBM, 64 by 64 pixels, gray, 1 bit")
        ),
        picture(
            "a photograph, held upright",
            DemoAnswer(200, "image/jpeg", .photograph),
            .value("JPEG, 144 by 208 pixels, RGB, 8 bits, to be turned right")
        ),
        picture(
            "a JPEG for printing",
            DemoAnswer(200, "image/jpeg", .print),
            .value("JPEG, 208 by 144 pixels, CMYK, 8 bits")
        ),
        picture(
            "a progressive JPEG",
            DemoAnswer(200, "image/jpeg", .progressive),
            .value("JPEG, 208 by 144 pixels, RGB, 8 bits")
        ),
        picture(
            "a JPEG decoded small",
            DemoAnswer(200, "image/jpeg", .progressive),
            .value("JPEG, 64 by 44 of 208 by 144 pixels, RGB, 8 bits"),
            as: serializer.options { $0.maximumPixelSize = 64 },
            asked: ".image.options { $0.maximumPixelSize = 64 }"
        ),
        picture(
            "a TIFF of two pages",
            DemoAnswer(200, "image/tiff", .pages),
            .value("TIFF, 208 by 144 pixels, RGB, 8 bits, 2 pages")
        ),
        picture(
            "a WebP that moves",
            DemoAnswer(200, "image/webp", .movie),
            .value(
                "WebP, 120 by 84 pixels, RGB with alpha, 8 bits, 8 frames in 960 ms 3 times"
            )
        ),
        picture(
            "an AVIF",
            DemoAnswer(200, "image/avif", .avif),
            .value("AVIF, 208 by 144 pixels, RGB, 8 bits")
        ),
        picture(
            "a WebP that is called a JPEG",
            DemoAnswer(200, "image/jpeg", .webp),
            .value("WebP, 208 by 144 pixels, RGB, 8 bits", findings: [.mislabelledImage])
        ),
        picture(
            "a GIF that is called a PNG",
            DemoAnswer(200, "image/png", .gif),
            .value("GIF, 208 by 144 pixels, palette, 6 bits", findings: [.mislabelledImage])
        ),
        picture(
            "half of a PNG, as far as it goes",
            DemoAnswer(200, "image/png", bytes: Array(DemoPicture.png.bytes.prefix(DemoPicture.png.bytes.count / 2))),
            .value("PNG, 208 by 144 pixels, RGB, 8 bits", findings: [.partialImage]),
            as: serializer.options { $0.acceptsPartial = true },
            asked: ".image.options { $0.acceptsPartial = true }"
        ),
    ]

    /// Images that are rejected.
    static let pictureErrors: [DemoRow] = [
        picture(
            "half of a PNG",
            DemoAnswer(200, "image/png", bytes: Array(DemoPicture.png.bytes.prefix(DemoPicture.png.bytes.count / 2))),
            .failure(.truncatedBody, ["PNG"])
        ),
        picture(
            "a PNG with one wrong bit",
            DemoAnswer(200, "image/png", bytes: damaged),
            .failure(.malformedBody, ["checksum"])
        ),
        picture(
            "a bomb of 4 billion pixels",
            DemoAnswer(200, "image/png", .bomb),
            .failure(.limitExceeded, ["65535 by 65535"])
        ),
        picture(
            "a bomb of 600 scans",
            DemoAnswer(200, "image/jpeg", .scans),
            .failure(.limitExceeded, ["scan"])
        ),
        picture(
            "a page and no picture",
            DemoAnswer(200, "image/png", "<!DOCTYPE html><title>Not here</title>"),
            .failure(.malformedBody, ["hint", "an HTML page"])
        ),
    ]

    private static let damaged: [UInt8] = {
        var bytes = DemoPicture.png.bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
    }()
}
