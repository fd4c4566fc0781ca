/// One chunk of a PNG (§5.3): where it begins, what it is, and where its data stand.
struct PNGChunk {
    /// Where its length stands.
    let position: Int

    /// Its four letters, the first in the highest bits.
    let type: UInt32

    /// Where its data stand.
    let data: Range<Int>

    static let signatureLength = 8

    /// The four letters of a type as a number.
    static func type(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    static let header = type("IHDR")
    static let palette = type("PLTE")
    static let imageData = type("IDAT")
    static let end = type("IEND")
    static let transparency = type("tRNS")
    static let profile = type("iCCP")
    static let exif = type("eXIf")
    static let animation = type("acTL")
    static let frameControl = type("fcTL")
    static let frameData = type("fdAT")

    /// The type as text, fit to print.
    var name: String {
        String(
            [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: type >> UInt32(shift))
                return byte > 0x20 && byte < 0x7F ? Character(Unicode.Scalar(byte)) : "?"
            }
        )
    }

    /// Whether a reader that does not know the type may pass the chunk over (§5.4): the first letter is a small one.
    var isAncillary: Bool { type & 0x2000_0000 != 0 }

    /// Whether the picture is wrong without the chunk, those of the animation included.
    var isNeeded: Bool {
        !isAncillary || type == Self.animation || type == Self.frameControl || type == Self.frameData
    }
}
