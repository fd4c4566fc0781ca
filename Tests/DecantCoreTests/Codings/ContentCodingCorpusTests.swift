import DecantCore
import TestSupport
import Testing

/// The coded bodies of the shared corpus.
enum ContentCodingCorpus {
    static let folder = CorpusFolder("codings")

    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let codings: [ContentCoding]?
        let expect: String
        let count: String
        let digest: String
        let size: Int

        var testDescription: String { path }
        var isBuiltIn: Bool { codings?.allSatisfy(\.isBuiltIn) ?? true }

        init?(_ row: [String: String]) {
            guard let path = row["path"], let coding = row["coding"], let expect = row["expect"] else { return nil }
            let names = coding.split(separator: ",").map { $0.filter { $0 != " " } }
            let parsed = names.filter { !$0.isEmpty && $0 != "identity" }.map(ContentCoding.init(named:))
            codings = parsed.contains(nil) ? nil : parsed.compactMap(\.self)
            (self.path, self.expect) = (path, expect)
            size = row["bytes"].flatMap { Int($0) } ?? .max
            (count, digest) = (row["decoded_bytes"] ?? "-", row["decoded_sha256"] ?? "-")
        }
    }

    static let rows = folder?.rows(of: "expected.tsv").compactMap(Row.init) ?? []

    /// Some of the streams that are short enough, from all parts of the corpus, those that are damaged, too.
    static func chosen(_ count: Int, upTo size: Int) -> [Row] {
        let short = rows.filter { $0.size <= size && $0.isBuiltIn && $0.codings != nil }
        return stride(from: 0, to: short.count, by: max(1, short.count / max(1, count))).prefix(count).map { short[$0] }
    }
}

@Suite("Bodies of the corpus in content codings", .enabled(if: CorpusFolder("codings") != nil))
struct ContentCodingCorpusTests {
    /// Bodies on which decoders differ, and that are refused here, with the reason; all others of them are accepted.
    private static let refused: [(suffix: String, reason: String)] = [
        ("dynamic-288-symbols.raw", "more than 286 literal/length codes"),
        ("dynamic-distance-31-codes.raw", "more than 30 distance codes"),
        ("dynamic-distance-32-codes.raw", "more than 30 distance codes"),
        ("dynamic-distance-incomplete.raw", "an incomplete code"),
        ("dynamic-incomplete-deep.raw", "an incomplete code"),
        ("dynamic-incomplete.raw", "an incomplete code"),
        ("dynamic-no-distance-used.raw", "a match without a distance code"),
        ("dynamic-one-distance-long.raw", "an incomplete code"),
        ("fixed-symbol-286.raw", "a reserved symbol"),
        ("flip/0003-80.gz", "reserved flags"),
        ("gzip-field/flag-20.gz", "reserved flags"),
        ("gzip-field/flag-e0.gz", "reserved flags"),
        ("gzip-members/second-flag.gz", "reserved flags of the second member"),
        ("11-complete-hclentree-complete-hlittree-empty-hdisttree-of-excessive-leng.raw", "31 distance codes"),
        ("05-bad-header-cinfo.zz", "a window of more than 32 KiB"),
        ("10-gzip-gzip-gzip-gzip-gzip-gzip-.bin", "ten layers"),
        ("6-gzip-gzip-gzip-gzip-gzip-gzip.bin", "six layers"),
        ("layers/unknown-inside.bin", "an unknown coding"),
        ("layers/unknown.bin", "an unknown coding"),
        ("mistaken/gzip-inside.zst", "gzip under zstd"),
        ("tail/half-magic.zst", "a frame that ends within its magic number"),
        ("window-128m.zst", "a window over 8 MiB"),
        ("window-24.zst", "a window over 8 MiB"),
        ("window-25-checksum.zst", "a window over 8 MiB"),
        ("window-25.zst", "a window over 8 MiB"),
        ("window-27-checksum.zst", "a window over 8 MiB"),
        ("window-27.zst", "a window over 8 MiB"),
        ("go/zstd/headers-want.json.zst", "a window over 8 MiB"),
    ]

    /// Damaged frames that libzstd refuses from some version on, and took before.
    private static let dependingOnLibrary: Set = [
        "zstd/golden-decompression-errors/off0.bin.zst",
        "zstd/golden-decompression-errors/truncated_huff_state.zst",
        "zstd/golden-decompression-errors/zeroSeq_extraneous.zst",
    ]

    private static func isRefused(_ row: ContentCodingCorpus.Row) -> Bool {
        row.path.hasPrefix("go-fuzz/") || refused.contains { row.path.hasSuffix($0.suffix) }
    }

    private static func run(_ row: ContentCodingCorpus.Row, cuts: [Int] = []) throws -> CodedRun {
        let input = try #require(try ContentCodingCorpus.folder?.bytes(of: row.path))
        guard let codings = row.codings else { return CodedRun(input, field: "unknown") }
        return CodedRun(input, cuts: cuts) { () throws(ResponseError) in try ContentDecoder(codings) }
    }

    @Test(
        "Every body is accepted or refused as it should be, with the right bytes",
        arguments: ContentCodingCorpus.rows
    )
    func verdict(_ row: ContentCodingCorpus.Row) throws {
        let run = try Self.run(row)
        guard row.isBuiltIn else {
            #expect(run.error == .unsupportedFormat || run.limit == .codingLayers)
            return
        }
        if Self.dependingOnLibrary.contains(row.path) { return }
        switch row.expect {
        case "accept": #expect(run.error == nil, "\(run.message ?? "")")
        case "reject": #expect(run.error != nil)
        default: #expect((run.error != nil) == Self.isRefused(row), "\(run.message ?? "accepted")")
        }
        guard run.error == nil else { return }
        #expect(String(run.bytes.count) == row.count && SHA256Digest(run.bytes).description == row.digest)
    }

    @Test("A body gives the same wherever it is cut", arguments: ContentCodingCorpus.chosen(200, upTo: 300))
    func cuts(_ row: ContentCodingCorpus.Row) throws {
        let whole = try Self.run(row)
        for cut in 0...row.size where try !Self.isSame(Self.run(row, cuts: [cut]), whole, row) {
            Issue.record("cut at \(cut)")
        }
        #expect(try Self.isSame(Self.run(row, cuts: Array(0..<row.size)), whole, row))
    }

    @Test("A body gives the same wherever it is cut twice", arguments: ContentCodingCorpus.chosen(20, upTo: 60))
    func pairs(_ row: ContentCodingCorpus.Row) throws {
        let whole = try Self.run(row)
        for first in 0...row.size {
            for second in first...row.size where try !Self.isSame(Self.run(row, cuts: [first, second]), whole, row) {
                Issue.record("cut at \(first) and \(second)")
            }
        }
    }

    /// Whether two results are the same; the libraries of br and zstd may stop elsewhere in damaged data.
    private static func isSame(_ left: CodedRun, _ right: CodedRun, _ row: ContentCodingCorpus.Row) -> Bool {
        let isLibrary = row.codings?.contains { $0 == .brotli || $0 == .zstd } ?? false
        guard isLibrary, left.error == .malformedBody else { return left == right }
        return left.error == right.error && left.limit == right.limit
    }
}
