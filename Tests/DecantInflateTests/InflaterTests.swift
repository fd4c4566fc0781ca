import DecantCore
import DecantInflate
import TestSupport
import Testing

@Suite("Streams in chunks")
struct InflaterTests {
    /// Streams of every format and block type, with the decoded bytes.
    static let streams: [(name: String, format: Inflater.Format, coded: [UInt8], plain: [UInt8])] = {
        let text = Array("so many bytes, so many bytes, so many".utf8)
        var mixed = DeflateWriter()
        mixed.putFixedBlock(text)
        mixed.putStored([1, 2, 3])
        mixed.putStored([])
        mixed.putFixedBlock(text, isLast: true)
        let all = text + [1, 2, 3] + text
        var own = DeflateWriter()
        own.putOwnBlock(text)
        var second = DeflateWriter()
        second.putFixedBlock(text, isLast: true)
        let header: [UInt8] = [0x1F, 0x8B, 8, 0b11110, 1, 2, 3, 4, 0, 255, 3, 0, 9, 9, 9, 65, 0, 66, 67, 0]
        let checked = header + [UInt8(Wrapped.crc32(header) & 0xFF), UInt8(Wrapped.crc32(header) >> 8 & 0xFF)]
        return [
            ("raw", .raw, mixed.bytes, all),
            ("codes of its own", .raw, own.bytes, text),
            ("zlib", .zlib, Wrapped.zlib(mixed.bytes, of: all), all),
            ("gzip", .gzip, Wrapped.gzip(mixed.bytes, of: all), all),
            ("gzip with all fields", .gzip, Wrapped.gzip(own.bytes, of: text, header: checked), text),
            (
                "gzip, three members", .gzip,
                Wrapped.gzip(mixed.bytes, of: all) + Wrapped.gzip([3, 0], of: [])
                    + Wrapped.gzip(second.bytes, of: text),
                all + text
            ),
            ("gzip, zeros after it", .gzip, Wrapped.gzip(second.bytes, of: text) + [0, 0, 0, 0], text),
            ("gzip, text after it", .gzip, Wrapped.gzip(second.bytes, of: text) + Array("more".utf8), text),
        ]
    }()

    @Test("A stream is decoded completely", arguments: streams.indices)
    func whole(_ index: Int) {
        let stream = Self.streams[index]
        let decoding = Decoding(stream.coded, stream.format)
        #expect(decoding.error == nil)
        #expect(decoding.bytes == stream.plain)
        #expect(decoding.outputCount == stream.plain.count)
    }

    @Test("A stream has the same result for every cut, and every two cuts", arguments: streams.indices)
    func cuts(_ index: Int) {
        let stream = Self.streams[index]
        let whole = Decoding(stream.coded, stream.format)
        for first in 0...stream.coded.count {
            #expect(Decoding(stream.coded, stream.format, cuts: [first]) == whole)
            for second in first...stream.coded.count {
                let pair = Decoding(stream.coded, stream.format, cuts: [first, second])
                if pair != whole { Issue.record("\(stream.name), cut at \(first), \(second): \(pair)") }
            }
        }
    }

    @Test("A stream has the same result byte by byte, with output of any size", arguments: streams.indices)
    func bytewise(_ index: Int) {
        let stream = Self.streams[index]
        let whole = Decoding(stream.coded, stream.format)
        for size in [1, 2, 3, 7, 64, 1000] {
            let cuts = Array(0..<stream.coded.count)
            #expect(Decoding(stream.coded, stream.format, cuts: cuts, outputSize: size) == whole)
            #expect(Decoding(stream.coded, stream.format, outputSize: size) == whole)
        }
    }

    @Test("A stream that ends early is truncated at its end, and keeps the decoded bytes", arguments: streams.indices)
    func truncation(_ index: Int) {
        let stream = Self.streams[index]
        let complete = Decoding(stream.coded, stream.format)
        for count in 0..<stream.coded.count {
            let decoding = Decoding(Array(stream.coded.prefix(count)), stream.format)
            #expect(stream.plain.starts(with: decoding.bytes))
            guard let error = decoding.error else {
                // A prefix without an error ends at the end of a member, or in the data after the last member.
                #expect(complete.members.contains(decoding.bytes.count))
                continue
            }
            #expect(error.reason == .truncated)
            #expect(error.codedOffset == count)
            #expect(error.outputCount == decoding.bytes.count)
        }
    }

    @Test(
        "Long data has the same result with output of many sizes",
        arguments: [1, 3, 31, 100, 4095, 32767, 32768, 65536]
    )
    func windows(_ size: Int) {
        let plain = sampleBytes(size < 4 ? 60_000 : 150_000)
        var writer = DeflateWriter()
        for start in stride(from: 0, to: plain.count, by: 50_000) {
            writer.putFixedBlock(Array(plain[start..<min(start + 50_000, plain.count)]))
        }
        writer.putStored([], isLast: true)
        let coded = Wrapped.gzip(writer.bytes, of: plain)
        #expect(Decoding(coded, .gzip, outputSize: size).bytes == plain)
        let cuts = Array(stride(from: size, to: coded.count, by: size))
        let chunks = Decoding(coded, .gzip, cuts: cuts)
        #expect(chunks.error == nil)
        #expect(chunks.bytes == plain)
    }

    @Test("A match of any length at any distance copies the correct bytes")
    func matches() {
        let start = (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
        for distance in Array(1...40) + [63, 64, 65, 255, 256, 257, 599, 600] {
            var (writer, plain) = (DeflateWriter(), start)
            writer.putStored(start)
            writer.begin(1)
            for length in 3...258 {
                writer.putFixedMatch(length: length, distance: distance)
                for _ in 0..<length { plain.append(plain[plain.count - distance]) }
            }
            writer.putFixed(256)
            writer.putStored([], isLast: true)
            for size in [1 << 16, 1000] {
                #expect(Decoding(writer.bytes, .raw, outputSize: size).bytes == plain, "distance \(distance)")
            }
        }
    }

    @Test("A million empty members take linear time, and each is reported")
    func emptyMembers() {
        let member = Wrapped.gzip([3, 0], of: [])
        let decoding = Decoding((0..<100_000).flatMap { _ in member }, .gzip)
        #expect(decoding.error == nil)
        #expect(decoding.memberCount == 100_000)
        #expect(decoding.members.count == 100_000)
    }

    @Test("Endless empty stored blocks have no output, and are truncated")
    func emptyBlocks() {
        let decoding = Decoding((0..<100_000).flatMap { _ in [0, 0, 0, 0xFF, 0xFF] as [UInt8] }, .raw)
        #expect(decoding.bytes.isEmpty)
        #expect(decoding.error == InflateError(reason: .truncated, codedOffset: 500_000, outputCount: 0))
    }

    @Test("No call writes beyond its output, or reads more input than necessary")
    func exactOutput() throws {
        var writer = DeflateWriter()
        writer.putFixedBlock([UInt8](repeating: 65, count: 100_000), isLast: true)
        let input = writer.bytes + [1, 2, 3]
        var inflater = Inflater(.raw)
        var position = 0
        for (size, expected) in [(10, Inflater.Status.outputFull), (99_990, .end)] {
            let chunk = inflate(&inflater, input.elementSpan, &position, size: size)
            #expect(chunk.outcome == .success(expected))
            #expect(chunk.bytes.count == size)
        }
        #expect(position == writer.bytes.count)
        let codedCount = inflater.codedCount
        #expect(codedCount == writer.bytes.count)
    }
}

extension DeflateWriter {
    /// Appends a last block of literals with at most 15 values.
    ///
    /// Their codes have 1 bit, 2 bits, and so on, and therefore need subtables.
    mutating func putOwnBlock(_ data: [UInt8]) {
        var lengths = [Int](repeating: 0, count: 257)
        let symbols = Array(Set(data)).sorted().map(Int.init) + [256]
        for (index, symbol) in symbols.enumerated() { lengths[symbol] = min(index + 1, symbols.count - 1) }
        let codes = Self.codes(lengths)
        beginDynamic(literals: lengths, distances: [0], isLast: true)
        for byte in data { putCode(codes[Int(byte)], lengths[Int(byte)]) }
        putCode(codes[256], lengths[256])
    }
}
