/// One frame of an animation as it is to be seen, a page, or a whole picture that does not move.
public struct ImageFrame: Sendable, Hashable {
    /// What happens to a frame before the next one is drawn; it has already happened in ``pixels``.
    public enum Disposal: String, Sendable, Hashable, Codable {
        /// It stays.
        case keep

        /// Its area becomes transparent.
        case clear

        /// Its area becomes what it was before.
        case restore
    }

    /// The whole canvas with the frame drawn on it; or a page of a TIFF, which may be of another size than the first one.
    public internal(set) var pixels: ImagePixels

    /// How long the frame is shown, exactly as the file says; programs that show it take very short times for 100 ms.
    public internal(set) var delay = Duration.zero

    /// What the file says about the time after the frame.
    public internal(set) var disposal = Disposal.keep

    /// The part of the canvas that the frame draws on, as it is stored.
    public internal(set) var area: ImageArea

    /// Whether this is a picture for programs that do not animate, and no part of the animation (PNG §11.3.6).
    ///
    /// It can only be the first frame.
    public internal(set) var isStill = false

    /// How the pixels are yet to be turned, if that is otherwise than ``DecodedImage/orientation`` says.
    ///
    /// Only pages of a TIFF differ.
    public internal(set) var orientation: ImageOrientation?

    init(_ pixels: ImagePixels, area: ImageArea? = nil) {
        self.pixels = pixels
        self.area = area ?? ImageArea(width: pixels.width, height: pixels.height)
    }
}
