/// A file of images that a decoder of the operating system has opened.
///
/// ImageIO implements it on Apple's systems. The code that uses it, ``SystemImageDecoder``, is the same everywhere, and
/// is tested with sources that are not files.
protocol SystemImageSource {
    /// The uniform type identifier that the system recognizes, such as `public.jpeg`, or nil for an unknown type.
    var typeIdentifier: String? { get }
    /// The number of images.
    var count: Int { get }
    /// The index of the image to show if the images are not an animation.
    var primaryIndex: Int { get }

    /// Returns how much of an image the bytes contain.
    func status(at index: Int) -> SystemImageStatus

    /// Returns the properties of an image, or of the file if the index is nil.
    func properties(at index: Int?) -> [SystemImageProperty: SystemImageValue]

    /// Returns the color profile of an image (ICC.1), or nil without one.
    func profile(at index: Int) -> [UInt8]?

    /// Draws an image, as shown in an animation, over all pixels of a canvas; returns whether it could be decoded.
    ///
    /// A canvas smaller than the image receives a thumbnail.
    func draw(_ index: Int, on canvas: SystemImageCanvas) -> Bool
}

/// How much of an image the bytes contain.
enum SystemImageStatus: Sendable {
    case complete
    case truncated
    case malformed
}

/// A property of an image or of a file.
enum SystemImageProperty: Sendable, CaseIterable {
    /// The stored size, before orientation.
    case width, height
    case bitsPerChannel
    /// The name of the color model: `RGB`, `Gray`, `CMYK`, or another.
    case colorModel
    case hasAlpha
    /// The Orientation tag of TIFF.
    case orientation
    /// The seconds to show a frame of an animation, exactly as in the file.
    case delay
    /// The number of times to show an animation; 0 repeats it forever.
    case loopCount
}

/// The value of a property, whose type is that in the file and may be unexpected.
enum SystemImageValue: Sendable {
    /// A number; a Boolean value is 0 or 1.
    case number(Double)
    case text(String)
}

/// Memory for the pixels of an image: rows from the top without padding, four samples for each pixel.
///
/// The samples are red, green, blue, and alpha in native byte order, with colors multiplied by alpha. Without alpha,
/// the fourth sample has no meaning. All samples are 0 at first.
@safe
struct SystemImageCanvas {
    let width: Int
    let height: Int
    /// The number of bits of a sample: 8 or 16.
    let bitsPerChannel: Int
    let hasAlpha: Bool
    /// Whether the canvas is smaller than the image.
    let isReduced: Bool
    /// The memory, which is valid only during the call that receives the canvas.
    let memory: UnsafeMutableRawBufferPointer
    var bytesPerRow: Int { width * bitsPerChannel / 2 }
}
