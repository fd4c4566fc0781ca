import DecantCore
import TestSupport
import Testing

extension CodingRow {
    /// The codings, or nil if one of them is unknown.
    fileprivate var known: [ContentCoding]? {
        let named = codings.filter { $0 != "identity" }.map(ContentCoding.init(named:))
        return named.allSatisfy(ContentCoding.all.contains) ? named : nil
    }

    fileprivate var isBuiltIn: Bool { known?.allSatisfy(\.isBuiltIn) ?? true }
    fileprivate var isDecodable: Bool { known != nil && isBuiltIn }
}

@Suite("Bodies of the corpus in content codings", .enabled(if: CodingCorpus.folder != nil))
struct ContentCodingCorpusTests {
    /// Further bodies that decoders disagree about and that Decant rejects, each with the reason.
    private static let refused: [(suffix: String, reason: String)] = [
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

    /// Damaged frames that newer versions of libzstd reject and older versions accept.
    private static let dependingOnLibrary: Set = [
        "zstd/golden-decompression-errors/off0.bin.zst",
        "zstd/golden-decompression-errors/truncated_huff_state.zst",
        "zstd/golden-decompression-errors/zeroSeq_extraneous.zst",
    ]

    private static func run(_ row: CodingRow, cuts: [Int] = []) throws -> CodedRun {
        let input = try #require(try row.bytes())
        guard let codings = row.known else { return CodedRun(input, field: "unknown") }
        return CodedRun(input, cuts: cuts) { () throws(ResponseError) in try ContentDecoder(codings) }
    }

    @Test("Every body has the verdict and the bytes of the corpus", arguments: CodingCorpus.rows)
    func verdict(_ row: CodingRow) throws {
        let run = try Self.run(row)
        guard row.isBuiltIn else {
            #expect(run.error == .unsupportedFormat || run.limit == .codingLayers)
            return
        }
        if Self.dependingOnLibrary.contains(row.path) { return }
        let isAcceptable = row.isAcceptable(refusing: Self.refused.map(\.suffix))
        #expect((run.error == nil) == isAcceptable, "\(run.message ?? "accepted")")
        #expect(run.error != nil || row.isDecoded(as: run.bytes))
    }

    @Test(
        "A body has the same result for every cut",
        arguments: CodingCorpus.chosen(200, upTo: 300, where: \.isDecodable)
    )
    func cuts(_ row: CodingRow) throws {
        try compare(row, CodingCorpus.cuts(row.size, pairs: false) + [Array(0..<row.size)])
    }

    @Test(
        "A body has the same result for every two cuts",
        arguments: CodingCorpus.chosen(20, upTo: 60, where: \.isDecodable)
    )
    func pairs(_ row: CodingRow) throws { try compare(row, CodingCorpus.cuts(row.size, pairs: true)) }

    private func compare(_ row: CodingRow, _ cuts: [[Int]]) throws {
        let whole = try Self.run(row)
        for cuts in cuts where try !Self.isSame(Self.run(row, cuts: cuts), whole, row) {
            Issue.record("cut at \(cuts)")
        }
    }

    /// Returns whether two results are equal, except that the br and zstd libraries may stop at any offset in damaged
    /// data.
    private static func isSame(_ left: CodedRun, _ right: CodedRun, _ row: CodingRow) -> Bool {
        let isLibrary = row.known?.contains { $0 == .brotli || $0 == .zstd } ?? false
        guard isLibrary, left.error == .malformedBody else { return left == right }
        return left.error == right.error && left.limit == right.limit
    }
}
