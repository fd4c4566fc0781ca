/// How the colours of a picture are stored in its file.
///
/// Decoded pixels are always RGBA.
public enum ImageColorModel: String, Sendable, Hashable, Codable {
    /// Shades of grey, with or without alpha.
    case gray

    /// Red, green and blue, with or without alpha.
    case rgb

    /// Numbers of colours in a palette.
    case indexed

    /// Cyan, magenta, yellow and black.
    case cmyk
}
