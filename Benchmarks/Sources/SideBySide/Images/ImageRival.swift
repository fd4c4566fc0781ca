import CImageRivals

/// A decoder in C.
struct ImageRival {
    let name: Competitor
    let decode: image_rival

    struct Failure: Error {
        let library: String
    }

    static let libpng = ImageRival(name: .libpng, decode: image_rival_libpng)
    static let giflib = ImageRival(name: .giflib, decode: image_rival_giflib)
    static let gdkPixbuf = ImageRival(name: .gdkPixbuf, decode: image_rival_gdk_pixbuf)
    static let stb = ImageRival(name: .stb, decode: image_rival_stb)
    static let libvips = ImageRival(name: .libvips, decode: image_rival_libvips)

    /// Its work on a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - isExact: Whether its pixels are to be those of all others.
    /// - Returns: The work.
    func work(on bytes: [UInt8], isExact: Bool) -> Work {
        Work(making: { try RivalPicture(bytes, self) }, tally: isExact ? { $0.tally } : nil)
    }
}
