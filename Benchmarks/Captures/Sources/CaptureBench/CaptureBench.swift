import DecantCaptures
import DecantCore
import DecantImages
import DecantJSON
import DecantText
import DecantXML

// Foundation would add its start, a fifth of the time for 100 MB, to every figure.
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads a file as a capture, or as one JSON document.
///
/// - `CaptureBench har FILE` reads the entries, and prints the number of entries and of bytes of their bodies.
/// - `CaptureBench document FILE` parses the whole file, and prints the number of entries.
/// - `CaptureBench warc FILE` reads the records of a web archive with the heads and payloads of their responses.
/// - `CaptureBench decode FILE` also decodes each payload by its media type, and prints the number of values.
@main
enum CaptureBench {
    private static let chunkSize = 1 << 16

    static func main() throws {
        let file = CommandLine.arguments.count == 3 ? open(CommandLine.arguments[2], O_RDONLY) : -1
        guard file >= 0 else {
            print("usage: CaptureBench har|document|warc|decode FILE")
            exit(2)
        }
        switch CommandLine.arguments[1] {
        case "har": try readArchive(file)
        case "warc": try readRecords(file, decode: { _ in true })
        case "decode": try readRecords(file, decode: decodes)
        default: try readDocument(file)
        }
    }

    private static func readArchive(_ file: Int32) throws {
        var reader = HAR.Reader()
        var (entries, bytes) = (0, 0)
        try readChunks(of: file) { chunk in
            if let chunk { reader.append(chunk.span) } else { reader.finish() }
            while let entry = try reader.next() {
                entries += 1
                bytes += entry.body.count
            }
        }
        print(entries, bytes)
    }

    private static func readRecords(_ file: Int32, decode: (CaptureEntry) -> Bool) throws {
        var reader = WARC.Reader()
        var (records, values, bytes) = (0, 0, 0)
        try readChunks(of: file) { chunk in
            if let chunk { reader.append(chunk.span) } else { reader.finish() }
            while let record = try reader.next() {
                records += 1
                guard let entry = record.entry else {
                    bytes += record.block.count
                    continue
                }
                bytes += entry.body.count
                if decode(entry) { values += 1 }
            }
        }
        print(records, values, bytes)
    }

    /// Decodes a payload to its end; images only up to their headers.
    private static func decodes(_ entry: CaptureEntry) -> Bool {
        do throws(ResponseError) {
            switch entry.context.mediaType?.subtype {
            case "html": _ = try entry.value(as: .string.statuses(nil))
            case "json": _ = try entry.value(as: .json.statuses(nil))
            case "xml": _ = try entry.value(as: .xmlDocument.statuses(nil))
            default: _ = try ImageHeader(parsing: entry.body)
            }
            return true
        } catch {
            return false
        }
    }

    private static func readDocument(_ file: Int32) throws {
        let size = Int(lseek(file, 0, SEEK_END))
        lseek(file, 0, SEEK_SET)
        var limits = Limits.unlimited
        limits.bodyBytes = size
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + ResponseBytes.slack)
        try readChunks(of: file) { chunk in if let chunk { bytes += chunk } }
        let document = try JSON(parsing: ResponseBytes(bytes), limits: limits)
        print(document["log"]?["entries"]?.count ?? 0)
    }

    /// Reads a file in chunks of 64 KiB, and passes on nil at its end.
    private static func readChunks(of file: Int32, _ take: (ArraySlice<UInt8>?) throws -> Void) throws {
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while true {
            let count = read(file, &chunk, chunkSize)
            guard count > 0 else { return try take(nil) }
            try take(chunk[..<count])
        }
    }
}
