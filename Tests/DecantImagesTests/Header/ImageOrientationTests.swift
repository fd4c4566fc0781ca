import DecantCore
import DecantImages
import Testing

@Suite struct ImageOrientationTests {
    /// Compares the source of each pixel of the turned picture with the definition in Exif 2.3 §4.6.4.
    @Test(arguments: ImageOrientation.allCases)
    func turnsPixelsAsExifSays(orientation: ImageOrientation) throws {
        let bytes = try Fixture.bytes("metadata.png")
        // The value is in the chunk eXIf, whose checksum is then wrong, so it is written anew.
        let image = try Fixture.image("rgb.png")
        var options = ImageOptions()
        options.appliesOrientation = true
        let turned = try DecodedImage(
            decoding: PNGBytes(bytes).replacingOrientation(orientation.rawValue),
            options: options
        )
        let (right, bottom) = (Fixture.width - 1, Fixture.height - 1)
        #expect(turned.header.orientation == orientation)
        #expect(
            turned.pixels.areAll { x, y in
                switch orientation {
                case .up: image.pixels[x, y]
                case .upMirrored: image.pixels[right - x, y]
                case .down: image.pixels[right - x, bottom - y]
                case .downMirrored: image.pixels[x, bottom - y]
                case .leftMirrored: image.pixels[y, x]
                case .right: image.pixels[y, bottom - x]
                case .rightMirrored: image.pixels[right - y, bottom - x]
                case .left: image.pixels[right - y, x]
                }
            }
        )
        #expect(orientation.swapsSides == (turned.width == Fixture.height))
    }
}
