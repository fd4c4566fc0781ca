import DecantReport
import Foundation

/// An image that the demo's server sends, by file name.
///
/// Command/generate-demo-images draws the files.
enum DemoPicture: String {
    case png = "dawn.png"
    case clear = "decanter.png"
    case gif = "noon.gif"
    case animation = "moonrise.gif"
    case bmp = "dusk.bmp"
    case icon = "decanter.ico"
    case cursor = "pointer.cur"
    case bitmap = "decanter.xbm"
    case bomb = "bomb.png"
    case photograph = "photograph.jpg"
    case print = "print.jpg"
    case progressive = "progressive.jpg"
    case pages = "pages.tiff"
    case movie = "moonrise.webp"
    case avif = "dusk.avif"
    case webp = "dawn.webp"
    case scans = "scans.jpg"

    /// The folder of the images, in the bundle that the build places beside the command.
    ///
    /// `Bundle.module` stops the process if the bundle is missing, such as beside a copy of the command alone.
    private static let folder: URL? = ["resources", "bundle"].lazy
        .map { Bundle.main.bundleURL.appendingPathComponent("DecantCommand_DecantCommand.\($0)/DemoPictures") }
        .first { FileManager.default.fileExists(atPath: $0.path) }

    /// The bytes of the file; empty if it is missing, which ``checkFolder()`` detects beforehand.
    var bytes: [UInt8] {
        let file = Self.folder?.appendingPathComponent(rawValue)
        return file.flatMap { try? Data(contentsOf: $0) }.map(Array.init) ?? []
    }

    /// Throws an error if the images are not beside the command.
    static func checkFolder() throws {
        guard folder == nil else { return }
        let place = Bundle.main.bundleURL.path
        throw UnreadableInput(
            message: "the demo's pictures, DecantCommand_DecantCommand.resources, are not in \(place)"
        )
    }
}
