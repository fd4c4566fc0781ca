public import DecantCore
public import DecantImages

/// The choices made by the first two bytes of an input, whatever the format.
public struct ImageChoice {
    /// The options of the picture, straight alpha and all frames of it.
    public let options: ImageOptions

    /// The limits: low enough for a fuzzer's pace, or nearly zero.
    public let limits: Limits

    /// The part of the body that is read for a truncated picture, in 256ths; 0 if none is.
    public let cut: Int

    /// Reads the two bytes.
    ///
    /// - Parameters:
    ///   - choice: Options by bits.
    ///   - cut: The part of the body that is read for a truncated picture.
    public init(_ choice: UInt8, cut: UInt8) {
        var options = ImageOptions()
        options.acceptsPartial = choice & 1 != 0
        options.depth = choice & 2 == 0 ? .eight : .source
        options.appliesOrientation = choice & 4 != 0
        self.options = options
        limits = choice & 8 == 0 ? Self.usual : Self.small
        self.cut = Int(cut)
    }

    private static let usual = {
        var limits = Limits()
        limits.pixels = 1 << 16
        limits.framePixels = 1 << 18
        return limits
    }()

    private static let small = {
        var limits = Limits()
        limits.imageSide = 24
        limits.pixels = 300
        limits.frames = 2
        limits.framePixels = 500
        limits.metadataChunks = 1
        limits.metadataBytes = 16
        limits.iconEntries = 2
        return limits
    }()
}
