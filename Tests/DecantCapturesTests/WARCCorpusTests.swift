import DecantCaptures
import DecantCore
import Foundation
import HTTPTypes
import Testing
import TestSupport

/// The archives of the shared corpus, read by warcio.
@Suite(.enabled(if: WARCCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct WARCCorpusTests {
    @Test func theCorpusIsAvailable() { #expect(WARCCorpus.rows.count > 20) }

    @Test func everyExplainedDifferenceStillExists() throws {
        let differing = Set(try WARCCorpus.rows.filter { try !Self.differences(at: $0).isEmpty }.map(\.path))
        #expect(differing.symmetricDifference(WARCCorpus.explained.keys).sorted() == [])
    }

    @Test(arguments: WARCCorpus.rows.filter { WARCCorpus.explained[$0.path] == nil })
    func everyRecordIsReadAsExpected(row: WARCCorpus.Row) throws {
        #expect(try Self.differences(at: row) == [])
    }

    /// Files that are damaged on purpose: an ARC file, and a WARC file with angle brackets around its addresses.
    @Test func openCasesAreListed() {
        let open = WARCCorpus.rows.filter { $0.expectation == "either" }.map(\.path)
        let expected = [
            "ukwa/IAH-20080430204825-00000-blackbook-truncated.arc", "warcio/example-wget-bad-target-uri.warc.gz",
        ]
        #expect(open == expected)
    }

    @Test(arguments: WARCCorpus.rows)
    func chunksDoNotChangeTheRecords(row: WARCCorpus.Row) throws {
        let bytes = try WARCCorpus.bytes(of: row)
        let (whole, chunked) = (WARCTests.read(bytes), WARCTests.read(bytes, chunk: 1021))
        #expect(whole.records.map(\.offset) == chunked.records.map(\.offset))
        #expect(whole.records.map(\.block) == chunked.records.map(\.block))
        #expect(whole.records.map(\.findings) == chunked.records.map(\.findings))
        #expect(whole.error?.offset == chunked.error?.offset)
    }

    private static func differences(at row: WARCCorpus.Row) throws -> [String] {
        let (records, error) = WARCTests.read(try WARCCorpus.bytes(of: row))
        var differences = error.map { [$0.message] } ?? []
        if records.count != row.records.count {
            differences.append("\(records.count) records, expected \(row.records.count)")
        }
        for (record, expected) in zip(records, row.records) {
            differences += Self.differences(record, expected).map { "record \(record.index): \($0)" }
        }
        return differences
    }

    private static func differences(_ record: WARC.Record, _ expected: WARCCorpus.Record) -> [String] {
        var differences: [String] = []
        func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
            if value != expected { differences.append("\(name) \(value), expected \(expected)") }
        }
        compare("kind", "\(record.kind)", expected.kind)
        // warcio escapes spaces.
        compare("URI", record.targetURI?.replacingOccurrences(of: " ", with: "%20"), expected.uri)
        let entry = record.entry
        guard record.kind != .request else { return differences }
        compare("status", entry?.context.head.map { "\($0.status.code)" }, expected.status)
        if let head = entry?.context.head { compare("fields", head.headerFields.count, expected.fieldCount) }
        // The payload is compared after content decoding, as by warcio.
        let body = try? entry?.value(as: DataResponseSerializer().acceptingAnyMediaType().statuses(nil))
        let payload = record.kind == .revisit ? ResponseBytes() : body ?? entry?.body ?? record.block
        compare("bytes", payload.count, expected.byteCount)
        compare("SHA-256", SHA256Digest(Array(payload)).description, expected.digest)
        return differences
    }
}

/// The rows of `warc/expected.tsv`, with their records in `warc/expected.json`.
enum WARCCorpus {
    struct Row: CustomStringConvertible, Sendable {
        let path: String
        let expectation: String
        let records: [Record]

        var description: String { path }
    }

    struct Record: Sendable {
        let kind: String
        let uri: String?
        let status: String?
        let fieldCount: Int
        let byteCount: Int
        let digest: String

        init(_ object: [String: Any]) {
            kind = object["type"] as? String ?? ""
            uri = object["uri"] as? String
            status = object["http_status"] as? String
            fieldCount = object["http_headers"] as? Int ?? 0
            byteCount = object["payload_bytes"] as? Int ?? 0
            digest = object["payload_sha256"] as? String ?? ""
        }
    }

    static let folder = CorpusFolder("warc")

    static let rows: [Row] = {
        guard let folder, let bytes = try? folder.bytes(of: "expected.json"),
            let files = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [String: Any]]
        else { return [] }
        return folder.rows(of: "expected.tsv").map { row in
            let path = row["path"] ?? ""
            let records = files[path]?["records"] as? [[String: Any]] ?? []
            return Row(path: path, expectation: row["expect"] ?? "", records: records.map(Record.init))
        }
    }()

    static func bytes(of row: Row) throws -> [UInt8] { try folder?.bytes(of: row.path) ?? [] }

    /// The rows whose outcome differs from the corpus, each with the reason.
    static let explained: [String: String] = [
        "pywb/example-extra.warc": "the status line of a response begins with “HTTPX/1.1”; its head is malformed",
        "ukwa/IAH-20080430204825-00000-blackbook-truncated.arc": arc,
        "warcio/example-space-in-url.arc": arc,
        "warcio/example.arc": arc,
        "warcio.js/example-url-agnostic-revisit.warc.gz":
            "the length of the first record includes the line ends after it, which do not belong to its block",
    ]

    private static let arc = "ARC, the format before WARC, is not read"
}
