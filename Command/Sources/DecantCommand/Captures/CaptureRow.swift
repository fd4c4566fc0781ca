import Decant
import DecantCaptures
import DecantReport

/// The parts of an outcome that a run counts, compares, or prints, without the body and the value.
struct CaptureRow: Sendable {
    /// The name of the file.
    let input: String

    /// The index of the response in its file, or in a part of it; nil for damaged data and for a file.
    var entry: Int?

    /// The verdict as in a report.
    let verdict: String

    /// The code of the error; nil without an error.
    let code: String?

    /// The media type without its parameters.
    var mediaType: String

    /// The host of the request in lowercase.
    var host: String

    /// The number of bytes of the body.
    let byteCount: Int

    /// The exit status for the response.
    let exitStatus: Int32

    /// The verdict to print; nil if it need not be printed.
    var failure: Outcome.Verdict?

    /// The line of a report without `entry`, or the response as `--extract` prints it.
    var text: [UInt8] = []

    init(_ outcome: Outcome, _ entry: CaptureEntry?) {
        let context = outcome.response?.context
        input = outcome.input
        self.entry = entry?.index
        verdict = outcome.verdict.name
        code = outcome.verdict.errorCode
        mediaType = context?.mediaType?.essence ?? "none"
        host = context?.url.map(Self.host) ?? "unknown"
        byteCount = outcome.response?.body.count ?? 0
        exitStatus = outcome.verdict.exitStatus
    }

    /// The name of the response for display, with its number in the file.
    var name: String { entry.map { "\(input)#\($0)" } ?? input }

    /// The approximate memory of the row, in bytes.
    var size: Int { text.count + 200 }

    /// Returns the host of a URL in lowercase; “unknown” if it has none.
    static func host(of url: String) -> String {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return "unknown"
        }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let authority = bytes[bytes.index(colon, offsetBy: 3)...].prefix { !ends.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        return String(Substring(host)).lowercased()
    }
}

/// Rows of a share, in order.
struct CaptureBatch: Sendable {
    private(set) var rows: [CaptureRow] = []

    /// The number of bytes that the rows take in memory, about.
    private(set) var size = 0

    /// The number of bytes of the file that were read.
    var readBytes = 0

    mutating func add(_ row: CaptureRow) {
        rows.append(row)
        size += row.size
    }

    mutating func add(_ batch: CaptureBatch) {
        rows += batch.rows
        size += batch.size
        readBytes = batch.readBytes
    }

    /// Returns the rows, and removes them.
    mutating func removeAll() -> CaptureBatch {
        defer { self = CaptureBatch() }
        return self
    }
}
