import Decant
import DecantReport

/// A line of a stored report, as `--report` prints it.
struct StoredLine: Decodable, Sendable {
    /// The error of a line.
    struct Fault: Decodable, Sendable {
        let code: String
        let message: String?
    }

    let version: Int?
    let input: String
    let entry: Int?
    let method: String?
    let url: String?
    let status: Int?
    let contentType: String?
    let bytes: Int?
    let verdict: String
    let error: Fault?
}

/// A file of such lines.
enum StoredReport {
    /// Returns whether a file begins with a line of a report.
    static func isReport(_ path: [UInt8]) throws -> Bool {
        let line = try InputFile(opening: path).chunk().prefix { $0 != UInt8(ascii: "\n") }
        return (try? JSON.Decoder().decode(StoredLine.self, from: Array(line)))?.version != nil
    }

    /// Reads the lines in order.
    ///
    /// - Throws: `ResponseError` if a line is not one of a report, or `UnreadableInput`.
    static func forEach(in file: InputFile, _ receive: (StoredLine) -> Void) throws {
        var reader = StreamSerializer.jsonLines(StoredLine.self).reader()
        var chunk = try file.chunk()
        while !chunk.isEmpty {
            reader.append(chunk)
            while let line = try reader.next() { receive(line) }
            chunk = try file.chunk()
        }
        reader.finish()
        while let line = try reader.next() { receive(line) }
    }
}
