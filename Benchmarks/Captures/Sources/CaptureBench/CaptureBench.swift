import DecantCaptures
import DecantCore
import DecantJSON
import Foundation

/// Reads a file as an archive, or as one JSON document.
///
/// `CaptureBench har FILE` reads the entries in chunks of 64 KiB, and prints the number of entries and of bytes of
/// their bodies. `CaptureBench document FILE` parses the whole file, and prints the number of entries.
@main
enum CaptureBench {
    private static let chunkSize = 1 << 16

    static func main() throws {
        guard CommandLine.arguments.count == 3, let file = FileHandle(forReadingAtPath: CommandLine.arguments[2]) else {
            FileHandle.standardError.write(Data("usage: CaptureBench har|document FILE\n".utf8))
            exit(2)
        }
        switch CommandLine.arguments[1] {
        case "har": try readArchive(file)
        default: try readDocument(file)
        }
    }

    private static func readArchive(_ file: FileHandle) throws {
        var reader = HAR.Reader()
        var (entries, bytes) = (0, 0)
        while let chunk = try file.read(upToCount: chunkSize), !chunk.isEmpty {
            reader.append(chunk)
            while let entry = try reader.next() {
                entries += 1
                bytes += entry.body.count
            }
        }
        reader.finish()
        while let entry = try reader.next() {
            entries += 1
            bytes += entry.body.count
        }
        print(entries, bytes)
    }

    private static func readDocument(_ file: FileHandle) throws {
        let size = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
        var limits = Limits.unlimited
        limits.bodyBytes = size
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + ResponseBytes.slack)
        while let chunk = try file.read(upToCount: chunkSize), !chunk.isEmpty { bytes += chunk }
        let document = try JSON(parsing: ResponseBytes(bytes), limits: limits)
        print(document["log"]?["entries"]?.count ?? 0)
    }
}
