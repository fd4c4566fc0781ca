/// What a PNG says about its pixels beside them.
struct PNGMetadata {
    /// The chunks that stand in front of the pixels.
    private(set) var chunks: [(type: String, data: [UInt8])] = []

    /// How often an animation is shown; 0 is for ever.
    private(set) var loopCount = 1

    /// Nothing.
    init() {}

    /// What is known of a picture.
    init(of image: DecodedImage) {
        loopCount = min(image.loopCount ?? 0, Int(Int32.max))
        // The pixels are RGB whatever the file has, and a profile of other colours would be wrong about them.
        if let profile = image.iccProfile, profile.count >= 20, profile[16..<20].elementsEqual("RGB ".utf8) {
            chunks.append(("iCCP", Array("ICC profile".utf8) + [0, 0] + PNGWriter.compressed(profile)))
        }
        if image.orientation != .up {
            chunks.append(("eXIf", Self.exif(image.orientation)))
        }
    }

    /// Exif data of one entry, the orientation (TIFF 6.0 §2).
    private static func exif(_ orientation: ImageOrientation) -> [UInt8] {
        Array("MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0,
        ]
            + [0, 0, 0, 0]
    }
}
