import DecantInflate
import TestSupport
import Testing

/// The streams of the corpus whose only coding is gzip or deflate.
enum CodingCorpus {
    static let folder = CorpusFolder("codings")

    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let expect: String
        let format: Inflater.Format
        let count: String
        let digest: String
        let size: Int

        var testDescription: String { path }

        /// The form that the data has counts, whatever it is named.
        init?(_ row: [String: String]) {
            guard let path = row["path"], let coding = row["coding"], let expect = row["expect"],
                ["gzip", "deflate"].contains(coding), let detail = row["detail"]
            else { return nil }
            let form = detail.split(separator: " ").first { $0.hasPrefix("form=") }?.dropFirst(5)
            switch form {
            case "raw": format = .raw
            case "zlib": format = .zlib
            case "gzip": format = .gzip
            default: format = coding == "gzip" ? .gzip : .zlib
            }
            (self.path, self.expect) = (path, expect)
            size = row["bytes"].flatMap { Int($0) } ?? .max
            (count, digest) = (row["decoded_bytes"] ?? "-", row["decoded_sha256"] ?? "-")
        }
    }

    /// Some of the streams that are short enough, from all parts of the corpus, those that are damaged, too.
    static func chosen(_ count: Int, upTo size: Int) -> [Row] {
        let short = rows.filter { $0.size <= size }
        return stride(from: 0, to: short.count, by: max(1, short.count / count)).prefix(count).map { short[$0] }
    }

    static let rows = folder?.rows(of: "expected.tsv").compactMap(Row.init) ?? []
}

@Suite("Content codings of the corpus", .enabled(if: CorpusFolder("codings") != nil))
struct InflateCorpusTests {
    /// Streams on which decoders differ, and that are refused here, as zlib does, with the reason.
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
        ("plain/nothing.gz", "no bytes at all"),
        ("11-complete-hclentree-complete-hlittree-empty-hdisttree-of-excessive-leng.raw", "31 distance codes"),
        ("05-bad-header-cinfo.zz", "a window of more than 32 KiB"),
    ]

    private static func isRefused(_ row: CodingCorpus.Row) -> Bool {
        row.path.hasPrefix("go-fuzz/") || refused.contains { row.path.hasSuffix($0.suffix) }
    }

    @Test("Every stream is accepted or refused as it should be, with the right bytes", arguments: CodingCorpus.rows)
    func verdict(_ row: CodingCorpus.Row) throws {
        let input = try #require(try CodingCorpus.folder?.bytes(of: row.path))
        let whole = Inflater.inflate(input.span, row.format, limit: 1 << 26)
        switch row.expect {
        case "accept": #expect(whole.error == nil)
        case "reject": #expect(whole.error != nil)
        default: #expect((whole.error != nil) == Self.isRefused(row))
        }
        guard whole.error == nil else { return }
        #expect(String(whole.bytes.count) == row.count)
        #expect(SHA256Digest(whole.bytes).description == row.digest)
    }

    @Test("A stream gives the same wherever it is cut", arguments: CodingCorpus.chosen(200, upTo: 2000))
    func cuts(_ row: CodingCorpus.Row) throws {
        let input = try #require(try CodingCorpus.folder?.bytes(of: row.path))
        let whole = Decoding(input, row.format)
        for cut in 0...input.count {
            if Decoding(input, row.format, cuts: [cut], outputSize: 4096) != whole { Issue.record("cut at \(cut)") }
        }
        #expect(Decoding(input, row.format, cuts: Array(0..<input.count), outputSize: 777) == whole)
    }

    @Test("A stream gives the same wherever it is cut twice", arguments: CodingCorpus.chosen(20, upTo: 150))
    func pairs(_ row: CodingCorpus.Row) throws {
        let input = try #require(try CodingCorpus.folder?.bytes(of: row.path))
        let whole = Decoding(input, row.format)
        for first in 0...input.count {
            for second in first...input.count {
                let pair = Decoding(input, row.format, cuts: [first, second], outputSize: 4096)
                if pair != whole { Issue.record("cut at \(first) and \(second)") }
            }
        }
    }
}
