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

    /// Creates a row for an image with these properties.
    private static func image(
        _ title: String,
        _ subtype: String,
        _ image: DemoImage,
        _ properties: String,
        findings: [Finding.Code] = []
    ) -> DemoRow {
        .image(title, DemoResponse("image/\(subtype)", bytes: image.bytes), .value(properties, findings: findings))
    }

    /// Images of every format.
    static let images: [DemoRow] = [
        image("a PNG", "png", .png, "PNG, 208 by 144 pixels, RGB, 8 bits"),
        image("a PNG with transparency", "png", .clear, "PNG, 96 by 96 pixels, RGB with alpha, 8 bits"),
        image("a GIF", "gif", .gif, "GIF, 208 by 144 pixels, palette, 6 bits"),
        image(
            "an animated GIF",
            "gif",
            .animation,
            "GIF, 120 by 84 pixels, palette, 6 bits, 8 frames in 960 ms forever"
        ),
        image(
            "a BMP under its old name",
            "x-ms-bmp",
            .bmp,
            "BMP, 104 by 72 pixels, palette, 8 bits",
            findings: [.aliasedMediaType]
        ),
        image(
            "an icon in three sizes",
            "vnd.microsoft.icon",
            .icon,
            "ICO, 48 by 48 pixels, RGB with alpha, 8 bits, the best of 3 images"
        ),
        image(
            "a cursor",
            "vnd.microsoft.icon",
            .cursor,
            "CUR, 32 by 32 pixels, RGB with alpha, 8 bits, hot spot at 2, 2"
        ),
        image("an XBM", "x-xbitmap", .bitmap, "XBM, 64 by 64 pixels, gray, 1 bit"),
        image(
            "a photograph with an orientation",
            "jpeg",
            .photograph,
            "JPEG, 144 by 208 pixels, RGB, 8 bits, to be rotated right"
        ),
        image("a JPEG in CMYK", "jpeg", .print, "JPEG, 208 by 144 pixels, CMYK, 8 bits"),
        image("a progressive JPEG", "jpeg", .progressive, "JPEG, 208 by 144 pixels, RGB, 8 bits"),
        image(
            "a JPEG, scaled down",
            DemoResponse("image/jpeg", bytes: DemoImage.progressive.bytes),
            .value("JPEG, 64 by 44 of 208 by 144 pixels, RGB, 8 bits"),
            as: serializer.options { $0.maximumPixelSize = 64 },
            code: ".image.options { $0.maximumPixelSize = 64 }"
        ),
        image("a TIFF with two pages", "tiff", .pages, "TIFF, 208 by 144 pixels, RGB, 8 bits, 2 pages"),
        image(
            "an animated WebP",
            "webp",
            .movie,
            "WebP, 120 by 84 pixels, RGB with alpha, 8 bits, 8 frames in 960 ms 3 times"
        ),
        image("an AVIF", "avif", .avif, "AVIF, 208 by 144 pixels, RGB, 8 bits"),
        image(
            "a WebP declared as JPEG",
            "jpeg",
            .webp,
            "WebP, 208 by 144 pixels, RGB, 8 bits",
            findings: [.mislabeledImage]
        ),
        image(
            "a GIF declared as PNG",
            "png",
            .gif,
            "GIF, 208 by 144 pixels, palette, 6 bits",
            findings: [.mislabeledImage]
        ),
        image(
            "half of a PNG, accepted",
            DemoResponse("image/png", bytes: half),
            .value("PNG, 208 by 144 pixels, RGB, 8 bits", findings: [.partialImage]),
            as: serializer.options { $0.acceptsPartial = true },
            code: ".image.options { $0.acceptsPartial = true }"
        ),
    ]

    /// Images that are rejected.
    static let imageErrors: [DemoRow] = [
        image("half of a PNG", DemoResponse("image/png", bytes: half), .failure(.truncatedBody, ["PNG"])),
        image(
            "a PNG with one flipped bit",
            DemoResponse("image/png", bytes: damaged),
            .failure(.malformedBody, ["checksum"])
        ),
        image(
            "a PNG of 4 billion pixels",
            DemoResponse("image/png", bytes: DemoImage.bomb.bytes),
            .failure(.limitExceeded, ["65535 by 65535"])
        ),
        image(
            "a JPEG of 600 scans",
            DemoResponse("image/jpeg", bytes: DemoImage.scans.bytes),
            .failure(.limitExceeded, ["scan"])
        ),
        image(
            "HTML instead of an image",
            DemoResponse("image/png", "<!DOCTYPE html><title>Not here</title>"),
            .failure(.malformedBody, ["hint", "an HTML page"])
        ),
    ]

    private static let half = Array(DemoImage.png.bytes.prefix(DemoImage.png.bytes.count / 2))

    private static let damaged: [UInt8] = {
        var bytes = DemoImage.png.bytes
        bytes[bytes.count / 2] ^= 1
        return bytes
    }()
}
