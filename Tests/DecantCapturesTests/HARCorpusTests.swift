import DecantCaptures
import DecantCore
import HTTPTypes
import Testing
import TestSupport

/// The archives of the shared corpus, counted by CPython.
@Suite(.enabled(if: HARCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct HARCorpusTests {
    @Test func theCorpusIsAvailable() { #expect(HARCorpus.rows.count > 40) }

    @Test func everyExplainedDifferenceStillExists() throws {
        let differing = Set(try HARCorpus.rows.filter { try !Self.differences(at: $0).isEmpty }.map(\.path))
        #expect(differing.symmetricDifference(HARCorpus.explained.keys).sorted() == [])
    }

    @Test(arguments: HARCorpus.rows.filter { HARCorpus.explained[$0.path] == nil })
    func everyArchiveIsReadAsExpected(row: HARCorpus.Row) throws {
        #expect(try Self.differences(at: row) == [])
    }

    @Test(arguments: HARCorpus.rows.filter { $0.expectation == "either" })
    func openCasesAreTypedErrors(row: HARCorpus.Row) throws {
        let error = HARTests.read(try HARCorpus.bytes(of: row)).error
        #expect(error?.code == .malformedBody)
    }

    @Test(arguments: HARCorpus.rows)
    func chunksDoNotChangeTheEntries(row: HARCorpus.Row) throws {
        let bytes = try HARCorpus.bytes(of: row)
        let (whole, chunked) = (HARTests.read(bytes), HARTests.read(bytes, chunk: 1021))
        #expect(whole.entries.map(\.body) == chunked.entries.map(\.body))
        #expect(whole.entries.map(\.context) == chunked.entries.map(\.context))
        #expect(whole.error?.code == chunked.error?.code)
        #expect(whole.error?.offset == chunked.error?.offset)
    }

    private static func differences(at row: HARCorpus.Row) throws -> [String] {
        let (entries, error) = HARTests.read(try HARCorpus.bytes(of: row))
        switch row.expectation {
        case "reject": return error == nil ? ["accepted"] : []
        case "accept" where error == nil: break
        case "accept": return ["\(error?.message ?? "")"]
        default: return []
        }
        var differences: [String] = []
        func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value?) {
            if let expected, value != expected { differences.append("\(name) \(value), expected \(expected)") }
        }
        compare("entries", entries.count, row.entries)
        compare("body bytes", entries.reduce(0) { $0 + $1.body.count }, row.bodyBytes)
        compare("status", entries.first?.context.head?.status.code ?? 0, row.firstStatus)
        compare("type", entries.first?.context.mediaType?.essence ?? "", row.firstType.map { essence($0) })
        return differences
    }

    private static func essence(_ type: String) -> String { ResponseMediaType(parsing: type)?.essence ?? "" }
}

/// The rows of `har/expected.tsv`.
enum HARCorpus {
    struct Row: CustomStringConvertible, Sendable {
        let path: String
        let expectation: String
        let entries: Int?
        let bodyBytes: Int?
        let firstStatus: Int?
        let firstType: String?

        var description: String { path }
    }

    static let folder = CorpusFolder("har")

    static let rows: [Row] = (folder?.rows(of: "expected.tsv") ?? []).map { row in
        Row(
            path: row["path"] ?? "",
            expectation: row["expect"] ?? "",
            entries: row["entries"].flatMap(Int.init),
            bodyBytes: row["body_bytes"].flatMap(Int.init),
            firstStatus: row["first_status"].flatMap(Int.init),
            firstType: row["first_mime"].flatMap { $0 == "-" ? nil : $0 }
        )
    }

    static func bytes(of row: Row) throws -> [UInt8] { try folder?.bytes(of: row.path) ?? [] }

    /// The rows whose outcome differs from the corpus, each with the reason.
    static let explained: [String: String] = [:]
}
