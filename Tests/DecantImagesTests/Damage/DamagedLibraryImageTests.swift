import DecantCore
import DecantImages
import TestSupport
import Testing

/// Damage to what C libraries decode, but for JPEG, which has fixtures; a trap ends the test run, and so does memory that
/// is freed twice.
@Suite struct DamagedLibraryImageTests {
    /// Small files of three kinds for each format.
    private static let beginnings: [(ImageFormat, String)] = [
        (.tiff, "TwelveMonkeys/tiff/ccitt/group4.tif"), (.tiff, "image-tiff/images/seq/seq-1c-4b-fb92dcae.tiff"),
        (.tiff, "TwelveMonkeys/tiff/ccitt/group3_2d_lsb2msb.tif"), (.webp, "libwebp/dual_transform.webp"),
        (.webp, "SerenityOS/webp/catdog-alert-13-alpha-used-false.webp"),
        (.webp, "libwebp/vp80-00-comprehensive-017.webp"),
        (.avif, "libavif/white_1x1.avif"), (.avif, "libavif/extended_pixi.avif"),
        (.avif, "libavif/draw_points_idat_progressive.avif"),
    ]

    private static let bits: [(ImageFormat, String)] = [
        (.tiff, "TwelveMonkeys/tiff/ccitt/group4.tif"), (.webp, "libwebp/dual_transform.webp"),
        (.webp, "libwebp/vp80-00-comprehensive-017.webp"), (.avif, "libavif/white_1x1.avif"),
    ]

    private static func bytes(_ format: ImageFormat, _ path: String) throws -> [UInt8]? {
        guard format.isBuiltIn, let folder = CorpusFolder(format.rawValue) else { return nil }
        return try folder.bytes(of: path)
    }

    @Test(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), arguments: beginnings)
    func everyBeginningIsAPictureOrAnError(format: ImageFormat, path: String) throws {
        DamageCheck.decodeBeginnings(of: try Self.bytes(format, path) ?? [])
    }

    @Test(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), arguments: bits)
    func everyFlippedBitGivesAPictureOrAnError(format: ImageFormat, path: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Self.bytes(format, path) ?? [])
    }
}
