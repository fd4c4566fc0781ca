import DemoImages
import Decant
import DecantImages

extension DemoRow {
    private static let serializer = ImageResponseSerializer().decoding(.eager)

    /// Creates a row for an image, which is decoded immediately.
    private static func image(
        _ title: String,
        _ response: DemoResponse,
        _ expectation: DemoExpectation,
        as serializer: ImageResponseSerializer = serializer,
        code: String = ".image"
    ) -> DemoRow {
        DemoRow(
            title,
            response,
            as: serializer,
            code,
            expectation,
            expectsImage: true,
            image: { try? $0.decoded() },
            show: { (try? $0.decoded()).map { "\(ImageProperties(image: $0))" } ?? "-" }
        )
    }

    /// Images of every format.
    static let images: [DemoRow] = [
        image(
            "a PNG",
            DemoResponse(200, "image/png", .png),
            .value("PNG, 208 by 144 pixels, RGB, 8 bits")
        ),
        image(
            "a PNG with transparency",
            DemoResponse(200, "image/png", .clear),
            .value("PNG, 96 by 96 pixels, RGB with alpha, 8 bits")
        ),
        image(
            "a GIF",
            DemoResponse(200, "image/gif", .gif),
            .value("GIF, 208 by 144 pixels, palette, 6 bits")
        ),
        image(
            "an animated GIF",
            DemoResponse(200, "image/gif", .animation),
            .value("GIF, 120 by 84 pixels, palette, 6 bits, 8 frames in 960 ms forever")
        ),
        image(
            "a BMP under its old name",
            DemoResponse(200, "image/x-ms-bmp", .bmp),
            .value("BMP, 104 by 72 pixels, palette, 8 bits", findings: [.aliasedMediaType])
        ),
        image(
            "an icon in three sizes",
            DemoResponse(200, "image/vnd.microsoft.icon", .icon),
            .value("ICO, 48 by 48 pixels, RGB with alpha, 8 bits, the best of 3 images")
        ),
        image(
            "a cursor",
            DemoResponse(200, "image/vnd.microsoft.icon", .cursor),
            .value("CUR, 32 by 32 pixels, RGB with alpha, 8 bits, hot spot at 2, 2")
        ),
        image(
            "an XBM",
            DemoResponse(200, "image/x-xbitmap", .bitmap),
            .value("XBM, 64 by 64 pixels, gray, 1 bit")
        ),
        image(
            "a photograph with an orientation",
            DemoResponse(200, "image/jpeg", .photograph),
            .value("JPEG, 144 by 208 pixels, RGB, 8 bits, to be rotated right")
        ),
        image(
            "a JPEG in CMYK",
            DemoResponse(200, "image/jpeg", .print),
            .value("JPEG, 208 by 144 pixels, CMYK, 8 bits")
        ),
        image(
            "a progressive JPEG",
            DemoResponse(200, "image/jpeg", .progressive),
            .value("JPEG, 208 by 144 pixels, RGB, 8 bits")
        ),
        image(
            "a JPEG, scaled down",
            DemoResponse(200, "image/jpeg", .progressive),
            .value("JPEG, 64 by 44 of 208 by 144 pixels, RGB, 8 bits"),
            as: serializer.options { $0.maximumPixelSize = 64 },
            code: ".image.options { $0.maximumPixelSize = 64 }"
        ),
        image(
            "a TIFF with two pages",
            DemoResponse(200, "image/tiff", .pages),
            .value("TIFF, 208 by 144 pixels, RGB, 8 bits, 2 pages")
        ),
        image(
            "an animated WebP",
            DemoResponse(200, "image/webp", .movie),
            .value(
                "WebP, 120 by 84 pixels, RGB with alpha, 8 bits, 8 frames in 960 ms 3 times"
            )
        ),
        image(
            "an AVIF",
            DemoResponse(200, "image/avif", .avif),
            .value("AVIF, 208 by 144 pixels, RGB, 8 bits")
        ),
        image(
            "a WebP declared as JPEG",
            DemoResponse(200, "image/jpeg", .webp),
            .value("WebP, 208 by 144 pixels, RGB, 8 bits", findings: [.mislabeledImage])
        ),
        image(
            "a GIF declared as PNG",
            DemoResponse(200, "image/png", .gif),
            .value("GIF, 208 by 144 pixels, palette, 6 bits", findings: [.mislabeledImage])
        ),
        image(
            "half of a PNG, accepted",
            DemoResponse(200, "image/png", bytes: Array(DemoImage.png.bytes.prefix(DemoImage.png.bytes.count / 2))),
            .value("PNG, 208 by 144 pixels, RGB, 8 bits", findings: [.partialImage]),
            as: serializer.options { $0.acceptsPartial = true },
            code: ".image.options { $0.acceptsPartial = true }"
        ),
    ]

    /// Images that are rejected.
    static let imageErrors: [DemoRow] = [
        image(
            "half of a PNG",
            DemoResponse(200, "image/png", bytes: Array(DemoImage.png.bytes.prefix(DemoImage.png.bytes.count / 2))),
            .failure(.truncatedBody, ["PNG"])
        ),
        image(
            "a PNG with one flipped bit",
            DemoResponse(200, "image/png", bytes: damaged),
            .failure(.malformedBody, ["checksum"])
        ),
        image(
            "a PNG of 4 billion pixels",
            DemoResponse(200, "image/png", .bomb),
            .failure(.limitExceeded, ["65535 by 65535"])
        ),
        image(
            "a JPEG of 600 scans",
            DemoResponse(200, "image/jpeg", .scans),
            .failure(.limitExceeded, ["scan"])
        ),
        image(
            "HTML instead of an image",
            DemoResponse(200, "image/png", "<!DOCTYPE html><title>Not here</title>"),
            .failure(.malformedBody, ["hint", "an HTML page"])
        ),
    ]

    private static let damaged: [UInt8] = {
        var bytes = DemoImage.png.bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
    }()
}
