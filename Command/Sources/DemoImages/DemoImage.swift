/// An image that the demo's server sends.
///
/// Command/generate-demo-images draws the files, and the build embeds them in the program.
package enum DemoImage {
    case png, clear, gif, animation, bmp, icon, cursor, bitmap, bomb, photograph, print, progressive, pages, movie, avif
    case webp, scans, camera

    /// The bytes of the file.
    package var bytes: [UInt8] {
        switch self {
        case .png: PackageResources.dawn_png
        case .clear: PackageResources.decanter_png
        case .gif: PackageResources.noon_gif
        case .animation: PackageResources.moonrise_gif
        case .bmp: PackageResources.dusk_bmp
        case .icon: PackageResources.decanter_ico
        case .cursor: PackageResources.pointer_cur
        case .bitmap: PackageResources.decanter_xbm
        case .bomb: PackageResources.bomb_png
        case .photograph: PackageResources.photograph_jpg
        case .print: PackageResources.print_jpg
        case .progressive: PackageResources.progressive_jpg
        case .pages: PackageResources.pages_tiff
        case .movie: PackageResources.moonrise_webp
        case .avif: PackageResources.dusk_avif
        case .webp: PackageResources.dawn_webp
        case .scans: PackageResources.scans_jpg
        case .camera: PackageResources.camera_mjpeg
        }
    }
}
