import DecantCore
import DecantInflate
import TestSupport
import Testing

@Suite("Complete streams")
struct InflaterWholeTests {
    @Test("A complete stream has the same result as its chunks", arguments: InflaterTests.streams.indices)
    func streams(_ index: Int) {
        let stream = InflaterTests.streams[index]
        let chunks = Decoding(stream.coded, stream.format)
        for expected in [nil, 0, 1, stream.plain.count, 5000] {
            let coded = stream.coded.elementSpan
            let whole = Inflater.inflate(coded, stream.format, limit: 1 << 20, expectedCount: expected)
            #expect(whole.bytes == stream.plain)
            #expect(whole.error == nil)
            #expect(!whole.isLimited)
            #expect(whole.codedCount == chunks.codedCount)
            #expect(whole.memberCount == chunks.memberCount)
            #expect(whole.paddingCount == chunks.paddingCount)
        }
    }

    @Test("A truncated stream keeps the decoded bytes")
    func truncated() {
        for stream in InflaterTests.streams {
            for count in 0..<stream.coded.count {
                let coded = Array(stream.coded.prefix(count))
                let chunks = Decoding(coded, stream.format)
                let whole = Inflater.inflate(coded.elementSpan, stream.format, limit: 1 << 20)
                #expect(whole.bytes == chunks.bytes)
                #expect(whole.error == chunks.error)
            }
        }
    }

    @Test("Output ends at the limit, even if the stream is endless", arguments: [0, 1, 999, 100_000])
    func limit(_ limit: Int) {
        var writer = DeflateWriter()
        writer.putFixedBlock([UInt8](repeating: 0, count: 1_000_000), isLast: true)
        for coded in [writer.bytes, Array(writer.bytes.prefix(2000))] {
            let whole = Inflater.inflate(coded.elementSpan, .raw, limit: limit)
            #expect(whole.isLimited)
            #expect(whole.error == nil)
            #expect(whole.bytes == [UInt8](repeating: 0, count: limit))
        }
    }

    @Test("Output of exactly the limit is complete")
    func exactLimit() {
        let plain = sampleBytes(100_000)
        var writer = DeflateWriter()
        writer.putFixedBlock(plain, isLast: true)
        let coded = Wrapped.gzip(writer.bytes, of: plain)
        let whole = Inflater.inflate(coded.elementSpan, .gzip, limit: plain.count)
        #expect(whole.bytes == plain)
        #expect(!whole.isLimited)
        #expect(Inflater.inflate(coded.elementSpan, .gzip, limit: plain.count - 1).isLimited)
    }

    @Test(
        "Checksums are correct for every number of bytes",
        arguments: [0...300, 5530...5560, 32760...32780, 65530...65540]
    )
    func checksums(_ counts: ClosedRange<Int>) {
        for count in counts {
            let plain = (0..<count).map { _ in UInt8.random(in: 200...255) }
            var writer = DeflateWriter()
            writer.putStored(Array(plain.prefix(60_000)))
            writer.putStored(Array(plain.dropFirst(60_000)), isLast: true)
            let gzip = Wrapped.gzip(writer.bytes, of: plain)
            let zlib = Wrapped.zlib(writer.bytes, of: plain)
            #expect(Inflater.inflate(gzip.elementSpan, .gzip, limit: 1 << 20).error == nil)
            #expect(Inflater.inflate(zlib.elementSpan, .zlib, limit: 1 << 20).error == nil)
        }
    }
}
