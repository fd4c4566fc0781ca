import DecantCore

/// The parts of a PNG that a picture is made of, as places in its bytes.
struct PNGFile {
    /// A frame of an animation, or the picture that does not move.
    struct Picture {
        /// Where the compressed rows stand, in order.
        var data: [Range<Int>] = []
        var control: PNGFrameControl?
    }

    let header: PNGHeader

    /// The colours of a palette as pixels.
    var palette: [UInt32] = []

    /// Where the palette begins, for errors.
    var palettePosition = 0

    /// The transparent colour of a picture without palette: three samples of 16 bits each.
    var key: (red: Int, green: Int, blue: Int)?

    /// The picture of the chunks IDAT; it is the first frame of the animation if it has a control.
    var still = Picture()

    /// The other frames of the animation.
    var frames: [Picture] = []

    /// How many frames the chunk acTL announces; nil without animation.
    var announcedFrames: Int?

    /// How often the animation is shown; 0 is for ever.
    var plays = 1

    var profile: Range<Int>?
    var exif: Range<Int>?

    /// Whether the file ends before its last chunk, which was asked to be accepted.
    var isCut = false

    /// The number of frames that the animation announces, and the picture in front of it that is no part of it.
    var frameCount: Int { announcedFrames.map { $0 + (still.control == nil ? 1 : 0) } ?? 1 }

    /// Whether pixels may be other than opaque.
    var hasAlpha: Bool {
        switch header.color {
        case .grayAlpha, .rgba: true
        case .gray, .rgb: key != nil
        case .indexed: palette.contains { $0 >> 24 != 0xFF }
        }
    }
}
