import DecantCore

/// The parts of a WebP that a picture is made of, as places in its bytes.
struct WebPFile {
    /// The canvas, on which frames lie.
    var canvas = ImageArea(width: 0, height: 0)

    /// Whether pixels may be other than opaque; where it is not, what the pixels have of alpha does not count.
    var hasAlpha = false

    var isAnimated = false

    /// The frames that are to be decoded, or the one picture.
    var frames: [WebPFrame] = []

    /// The number of frames in the file as far as it was read.
    var frameCount = 0

    /// How often the animation is shown; 0 is for ever.
    var plays = 1

    var profile: Range<Int>?
    var exif: Range<Int>?

    /// Whether the file ends too early.
    var isCut = false
}
