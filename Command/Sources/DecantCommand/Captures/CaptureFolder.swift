import Decant
import DecantCaptures
import DecantReport
import Foundation

/// The files of a folder, and the kinds of files.
enum CaptureFolder {
    /// Returns whether a path names a folder.
    static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)[.type]) as? FileAttributeType == .typeDirectory
    }

    /// Returns the visible files of a folder and the folders in it, sorted; nil if it is not a folder.
    static func files(of path: String) -> [String]? {
        guard isFolder(path), let names = FileManager.default.enumerator(atPath: path) else { return nil }
        let visible = names.compactMap { $0 as? String }.filter { name in
            !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        return visible.sorted().map { "\(path)/\($0)" }.filter { !isFolder($0) }
    }

    /// Returns the kind of a file by its name and its first bytes; nil for a body without a head.
    static func kind(of name: String, _ path: [UInt8]) throws -> CaptureKind? {
        if let kind = CaptureKind(fileName: name) { return kind }
        let beginning = try InputFile(opening: path).chunk().prefix(4096)
        if SavedResponse.begins(beginning) { return .saved }
        if beginning.starts(with: "WARC/".utf8) { return .warc }
        let text = String(decoding: beginning, as: UTF8.self).filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
        return text.hasPrefix("{\"log\":{") ? .har : nil
    }
}
