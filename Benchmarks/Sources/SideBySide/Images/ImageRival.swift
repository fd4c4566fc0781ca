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

    static let turboJPEG = ImageRival(name: .turboJPEG, decode: image_rival_turbojpeg)
    static let turboJPEGAndBox = ImageRival(name: .turboJPEGAndBox, decode: image_rival_turbojpeg_and_box)
    static let libtiff = ImageRival(name: .libtiff, decode: image_rival_libtiff)
    static let libwebp = ImageRival(name: .libwebp, decode: image_rival_libwebp)
    static let libavif = ImageRival(name: .libavif, decode: image_rival_libavif)

    /// Whether it is there, if it is a library that is opened when it is first used.
    var isInstalled: Bool {
        switch name {
        case .gdkPixbuf: image_rival_has_gdk_pixbuf() != 0
        case .libvips: image_rival_has_libvips() != 0
        default: true
        }
    }

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
