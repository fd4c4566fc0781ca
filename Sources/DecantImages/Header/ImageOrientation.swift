/// How a picture is to be turned before it is shown: the Orientation tag of Exif 2.3 §4.6.4 and TIFF 6.0.
///
/// The names are those of Apple's systems. Each says where the row that is stored first belongs, and how.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// As it is stored.
    case up = 1

    /// Mirrored left to right.
    case upMirrored = 2

    /// Turned by half a circle.
    case down = 3

    /// Mirrored top to bottom.
    case downMirrored = 4

    /// Rows become columns: mirrored along the diagonal from the upper left.
    case leftMirrored = 5

    /// To be turned by a quarter, clockwise.
    case right = 6

    /// Mirrored along the diagonal from the upper right.
    case rightMirrored = 7

    /// To be turned by a quarter, anticlockwise.
    case left = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }
}
