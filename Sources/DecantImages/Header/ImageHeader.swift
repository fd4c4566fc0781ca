/// What the first bytes of a picture say about it, without decoding.
public struct ImageHeader: Sendable, Hashable {
    /// The format.
    public let format: ImageFormat

    /// The width in pixels, as they are stored.
    public let width: Int

    /// The height in pixels, as they are stored.
    public let height: Int

    /// The number of frames, if the first bytes tell it; for an icon, the number of its pictures.
    ///
    /// A GIF tells only at its end; its frames are counted if that is within reach.
    public internal(set) var frames: Int?

    /// How the picture is to be turned.
    public internal(set) var orientation = ImageOrientation.up

    /// The bits of one channel, or of one palette index, as they are stored.
    public let bitsPerChannel: Int

    /// How colours are stored.
    public let colorModel: ImageColorModel

    /// Whether pixels may be other than opaque.
    public internal(set) var hasAlpha: Bool

    /// Whether the colours are stored multiplied by their alpha; ``ImageOptions/alpha`` says how they are decoded.
    public internal(set) var isPremultiplied = false

    /// Whether all samples of one channel are stored before those of the next.
    public internal(set) var isPlanar = false

    init(
        _ format: ImageFormat,
        width: Int,
        height: Int,
        frames: Int? = 1,
        bitsPerChannel: Int,
        colorModel: ImageColorModel,
        hasAlpha: Bool
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
        self.bitsPerChannel = bitsPerChannel
        self.colorModel = colorModel
        self.hasAlpha = hasAlpha
    }
}
