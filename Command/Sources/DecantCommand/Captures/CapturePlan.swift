import Decant
import DecantCaptures
import DecantReport
import Foundation

/// A part of the inputs that one job reads: a file, or some members of one.
struct CaptureShare: Sendable {
    /// The name of the file.
    let input: String

    /// The file at the offset of the share, or the reason why it cannot be read.
    let file: Result<InputFile, any Error>

    /// The kind of the file; nil for a body without a head.
    var kind: CaptureKind?

    /// The offset in the file.
    var offset = 0

    /// The offsets of the shares that follow in the same file.
    var guesses: ArraySlice<Int> = []
}

/// Lists the shares of the inputs in order.
///
/// A web archive in gzip is split where members seem to begin, unless there is only one job.
struct CapturePlan: Sendable {
    /// The minimum number of bytes of a share.
    private static let shareSize = 1 << 20

    /// The maximum number of shares of a file.
    private static let maxShares = 1 << 10

    private let kind: CaptureKind?
    private let splits: Bool
    private var inputs: ArraySlice<(name: String, path: [UInt8])>
    private var files: ArraySlice<(name: String, path: [UInt8])> = []
    private var shares: ArraySlice<CaptureShare> = []

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - inputs: The names of the inputs, and their bytes.
    ///   - kind: The kind of all inputs; nil if it follows from each.
    ///   - splits: Whether a web archive may be split.
    init(_ inputs: [(name: String, path: [UInt8])], kind: CaptureKind?, splits: Bool) {
        self.inputs = inputs[...]
        self.kind = kind
        self.splits = splits
    }

    /// Returns the next share; nil after the last one.
    mutating func next() -> CaptureShare? {
        while shares.isEmpty {
            if let (name, path) = files.popFirst() {
                shares = Self.shares(of: name, path, kind, splits: splits)
                continue
            }
            guard let input = inputs.popFirst() else { return nil }
            files = CaptureFolder.files(of: input.name)?.map { ($0, Array($0.utf8)) }[...] ?? [input]
        }
        return shares.popFirst()
    }

    private static func shares(
        of name: String,
        _ path: [UInt8],
        _ kind: CaptureKind?,
        splits: Bool
    ) -> ArraySlice<CaptureShare> {
        do {
            guard name != "-" else { return [CaptureShare(input: name, file: .success(.standardInput), kind: kind)] }
            let file = try InputFile(opening: path)
            guard kind == nil || splits else { return [CaptureShare(input: name, file: .success(file), kind: kind)] }
            let beginning = try file.peek().bytes
            let kind = kind ?? CaptureFolder.kind(of: name, beginning)
            let isSplit = splits && kind == .warc && beginning.starts(with: [0x1F, 0x8B])
            let starts = [0] + (isSplit ? try guesses(in: file) : [])
            return starts.indices.map { index in
                CaptureShare(
                    input: name,
                    file: .success(index == 0 ? file : InputFile(file, from: starts[index])),
                    kind: kind,
                    offset: starts[index],
                    guesses: starts[(index + 1)...]
                )
            }[...]
        } catch {
            return [CaptureShare(input: name, file: .failure(error))]
        }
    }

    /// Returns offsets where members seem to begin, at even distances.
    private static func guesses(in file: InputFile) throws -> [Int] {
        guard let size = file.size else { return [] }
        let distance = max(shareSize, size / maxShares)
        return try stride(from: distance, to: size, by: distance).compactMap { offset in
            let bytes = try InputFile(file, from: offset).available()
            return WARC.memberOffset(in: bytes.span).map { offset + $0 }
        }
    }
}

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
        return CaptureKind.isArchive(beginning) ? .har : nil
    }
}
