import Foundation

/// The saved responses of the shared corpus, with the results of CPython and curl.
enum SavedResponseCorpus {
    struct Row: CustomStringConvertible, Sendable {
        let path: String
        let expectation: String
        let isRaw: Bool
        let method: String
        let status: Int?
        let fieldCount: Int?
        let contentType: String?
        let bodyCount: Int?
        let digest: String?

        var description: String { path }
    }

    static let folder = ProcessInfo.processInfo.environment["DECANT_CORPORA"].map { "\($0)/http" }

    static let rows: [Row] = {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/expected.tsv") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map(row)
    }()

    static func bytes(of row: Row) -> [UInt8] {
        folder.flatMap { FileManager.default.contents(atPath: "\($0)/\(row.path)") }.map(Array.init) ?? []
    }

    private static func row(_ line: Substring) -> Row {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return Row(
            path: cells[0],
            expectation: cells[1],
            isRaw: cells[3] == "raw",
            method: cells[4],
            status: Int(cells[5]),
            fieldCount: Int(cells[6]),
            contentType: cells[7] == "-" ? nil : cells[7],
            bodyCount: Int(cells[8]),
            digest: cells[9] == "-" ? nil : cells[9]
        )
    }
}

extension SavedResponseCorpus {
    /// The rows whose outcome differs from the corpus, each with the reason.
    ///
    /// Rows marked `either` are accepted if the head follows the grammar. They are errors if it does not: a zero byte,
    /// a bare CR, a field without a colon, a status line without its space, contradictory lengths.
    static let explained: [String: String] = [
        "curl-i/test1424.http":
            "-o sent the body elsewhere: the file holds 0 of 6 announced bytes, which is truncated",
        "curl-i/test92.http":
            "the test leaves the body out: the file holds 0 of 4 announced bytes, which is truncated",
        "curl-i/test643.http":
            "two responses in a row, of which the first has no length: all that follows it is its body",
        "curl/test1116.http": "CPython skips two bytes behind every chunk, although the lines end with LF alone",
        "curl/test1125.http": "CPython knows the transfer coding “chunked” only alone and kept the chunks",
        "curl/test1493.http": "CPython knows the transfer coding “chunked” only alone and kept the chunks",
        "curl/test1704.http": "CPython knows no HTTP/2; of the heads in a row, a 101 and a 200, the last is taken",
        "curl/test471.data1.http": "CPython knows no HTTP/2; nothing is wrong with the response",
        "curl/test314.http":
            "a line feed too many behind brotli, which has no mark to tell an encoded body from a decoded one",
        "llhttp/connection-004.http":
            "a second head follows that is cut; connection-005 has the same bytes and is rejected",
        "llhttp/connection-007.http": "bytes behind the announced length are cut off with a finding",
        "llhttp/connection-009.http":
            "a 101 is final where no head follows; what comes behind it is not HTTP and is ignored",
        "llhttp/connection-010.http":
            "a 101 is final where no head follows; what comes behind it is not HTTP and is ignored",
        "llhttp/connection-014.http": "two responses with an empty line between them: what follows a 304 is ignored",
        "llhttp/connection-015.http": "two responses in a row: the last is taken",
        "llhttp/connection-017.http": "the file holds 16 of 17 announced bytes, which is truncated",
        "llhttp/invalid-038.http": "lines that end with LF alone are understood, with a finding",
        "llhttp/invalid-040.http": "lines that end with LF alone are understood, with a finding",
        "llhttp/sample-045.http": "RTSP is not HTTP",
        "llhttp/sample-046.http": "ICE is not HTTP",
        "llhttp/sample-058.http": "a line whose name has a space is ignored with a finding, and the response is read",
        "llhttp/sample-049.http":
            "the row's length of 1 byte contradicts the Content-Length of 219, which the file holds",
    ]
}
