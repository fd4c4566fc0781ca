import DecantCore

/// The chain of directories of a TIFF.
///
/// It ends where a directory comes a second time. No byte may belong to two directories, so that a short file cannot have
/// many long ones.
struct TIFFFile {
    let reader: TIFFReader

    /// What was found, the first directory in front; never empty.
    private(set) var directories: [TIFFDirectory] = []

    /// Where a directory pointed to one that had come before.
    private(set) var loop: Int?

    /// Why there is no more, if that is not the end of the chain.
    private(set) var failure: ResponseError?

    private var visited: Set<Int> = []
    private var directoryBytes = 0

    /// Reads directories, the first one at least.
    init(_ bytes: ImageBytes, atMost limit: Int) throws(ResponseError) {
        reader = try TIFFReader(bytes)
        try add(at: reader.first)
        while directories.count < limit, let last = directories.last, last.next != 0 {
            guard !visited.contains(last.next) else {
                loop = last.place
                return
            }
            do throws(ResponseError) { try add(at: last.next) } catch {
                failure = error
                return
            }
        }
    }

    /// Whether the chain goes on behind the last one that was read.
    var hasMore: Bool { loop == nil && (directories.last?.next ?? 0) != 0 }

    private mutating func add(at place: Int) throws(ResponseError) {
        let directory = try reader.directory(at: place)
        directoryBytes += directory.byteCount
        guard directoryBytes <= reader.bytes.count + 8 else {
            throw reader.bytes.fault("its directories overlap", at: place)
        }
        visited.insert(place)
        directories.append(directory)
    }
}
