import DecantReport
import Foundation

/// A picture that the demo's server sends, by the name of its file; Command/generate-demo-images draws them.
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

    /// The folder of the pictures, in the bundle that the build leaves beside the command.
    ///
    /// `Bundle.module` stops the process where there is no bundle, as beside a copy of the command alone.
    private static let folder: URL? = ["resources", "bundle"].lazy
        .map { Bundle.main.bundleURL.appendingPathComponent("DecantCommand_DecantCommand.\($0)/DemoPictures") }
        .first { FileManager.default.fileExists(atPath: $0.path) }

    /// The bytes of the file; none if it is not there, which ``checkFolder()`` finds out before.
    var bytes: [UInt8] {
        let file = Self.folder?.appendingPathComponent(rawValue)
        return file.flatMap { try? Data(contentsOf: $0) }.map(Array.init) ?? []
    }

    /// Throws if the pictures are not beside the command.
    static func checkFolder() throws {
        guard folder == nil else { return }
        let place = Bundle.main.bundleURL.path
        throw UnreadableInput(
            message: "the demo's pictures, DecantCommand_DecantCommand.resources, are not in \(place)"
        )
    }
}
