import DecantCore

/// One chunk of a WebP (RFC 9649 §2.3): where it begins, what it is, and where its data stand.
struct WebPChunk {
    /// Where its four letters stand.
    let position: Int

    /// Its four letters, the first in the highest bits.
    let type: UInt32

    /// Where its data stand, which need not all be there.
    let data: Range<Int>

    /// The length of the letters and the length in front of the data.
    static let headLength = 8

    static let lossy = PNGChunk.type("VP8 ")
    static let lossless = PNGChunk.type("VP8L")
    static let extended = PNGChunk.type("VP8X")
    static let animation = PNGChunk.type("ANIM")
    static let frame = PNGChunk.type("ANMF")
    static let alpha = PNGChunk.type("ALPH")
    static let profile = PNGChunk.type("ICCP")
    static let exif = PNGChunk.type("EXIF")

    /// The type as text, fit to print.
    var name: String { PNGChunk(position: position, type: type, data: data).name }

    /// Whether it has pixels, of which a beginning is of use.
    var hasPixels: Bool { type == Self.lossy || type == Self.lossless || type == Self.frame }
}
