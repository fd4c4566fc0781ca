import Decant
import DecantCaptures
import DecantReport
import Foundation

/// The files of a folder, and the kinds of files.
enum CaptureFolder {
    /// Returns whether a path names a folder, or a link to one.
    static func isFolder(_ path: String) -> Bool { UnsafeFiles.kind(of: Array(path.utf8)) == .folder }

    /// Returns the visible files of a folder and the folders in it, sorted; nil if it is not a folder.
    ///
    /// Links to folders are not followed, because they may form a loop. Pipes and devices are not files.
    static func files(of path: String) -> [String]? {
        let folder = URL(filePath: path).resolvingSymlinksInPath().path
        guard isFolder(path), let names = FileManager.default.enumerator(atPath: folder) else { return nil }
        let visible = names.compactMap { $0 as? String }.filter { name in
            !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        return visible.sorted().map { "\(path)/\($0)" }.filter { path in
            let kind = UnsafeFiles.kind(of: Array(path.utf8))
            return kind == nil || kind == .regular
        }
    }

    /// Returns the kind of a file by its name and its first bytes; nil for a body without a head.
    static func kind(of name: String, _ beginning: some Sequence<UInt8>) -> CaptureKind? {
        if let kind = CaptureKind(fileName: name) { return kind }
        let beginning = Array(beginning.prefix(4096))
        if SavedResponse.begins(beginning) { return .saved }
        if ["WARC/", "filedesc://"].contains(where: { beginning.starts(with: $0.utf8) }) { return .warc }
        let text = String(decoding: beginning, as: UTF8.self).filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
        return text.hasPrefix("{\"log\":{") ? .har : nil
    }
}
