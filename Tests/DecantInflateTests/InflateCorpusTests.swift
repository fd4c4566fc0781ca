import DecantCore
import DecantInflate
import TestSupport
import Testing

extension CodingRow {
    /// Whether gzip or deflate is the only coding.
    fileprivate var isDeflated: Bool { codings == ["gzip"] || codings == ["deflate"] }

    /// The format of the data decides, not its name.
    fileprivate var format: Inflater.Format {
        switch form {
        case "raw": .raw
        case "zlib": .zlib
        case "gzip": .gzip
        default: codings == ["gzip"] ? .gzip : .zlib
        }
    }
}

@Suite("Deflated bodies of the corpus", .enabled(if: CodingCorpus.folder != nil))
struct InflateCorpusTests {
    @Test(
        "Every stream has the verdict and the bytes of the corpus",
        arguments: CodingCorpus.rows.filter(\.isDeflated)
    )
    func verdict(_ row: CodingRow) throws {
        let input = try #require(try row.bytes())
        let whole = Inflater.inflate(input.elementSpan, row.format, limit: 1 << 26)
        // No bytes are an empty body, but not a stream.
        #expect((whole.error == nil) == row.isAcceptable(refusing: ["plain/nothing.gz"]))
        #expect(whole.error != nil || row.isDecoded(as: whole.bytes))
    }

    @Test(
        "A stream has the same result for every cut",
        arguments: CodingCorpus.chosen(200, upTo: 2000, where: \.isDeflated)
    )
    func cuts(_ row: CodingRow) throws {
        try compare(row, CodingCorpus.cuts(row.size, pairs: false))
        let input = try #require(try row.bytes())
        let whole = Decoding(input, row.format)
        #expect(Decoding(input, row.format, cuts: Array(0..<input.count), outputSize: 777) == whole)
    }

    @Test(
        "A stream has the same result for every two cuts",
        arguments: CodingCorpus.chosen(20, upTo: 150, where: \.isDeflated)
    )
    func pairs(_ row: CodingRow) throws { try compare(row, CodingCorpus.cuts(row.size, pairs: true)) }

    private func compare(_ row: CodingRow, _ cuts: [[Int]]) throws {
        let input = try #require(try row.bytes())
        let whole = Decoding(input, row.format)
        for cuts in cuts where Decoding(input, row.format, cuts: cuts, outputSize: 4096) != whole {
            Issue.record("cut at \(cuts)")
        }
    }
}
