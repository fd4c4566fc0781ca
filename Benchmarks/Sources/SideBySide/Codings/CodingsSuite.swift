import BenchmarkInputs
import CAllocator
import CCodingRivals
import DecantCore
// Not a product; the core depends on it and brings it along.
import DecantInflate
import DecantJSON
import Foundation
import HTTPTypes

extension Competitor {
    static let decantStream = Competitor(rawValue: "Decant, 64 KiB")
    static let decantBytes = Competitor(rawValue: "Decant, byte by byte")
    static let decantWhole = Competitor(rawValue: "Decant, whole")
    static let decantArray = Competitor(rawValue: "Decant, new array")
    static let zlibStream = Competitor(rawValue: "zlib, 64 KiB")
    static let isalStream = Competitor(rawValue: "ISA-L, 64 KiB")
    static let isalWhole = Competitor(rawValue: "ISA-L, whole")
    static let libdeflateWhole = Competitor(rawValue: "libdeflate, whole")
    static let libraryStream = Competitor(rawValue: "the library of C, 64 KiB")
    static let decantCoded = Competitor(rawValue: "Decant, gzip to document")
    static let decantPlain = Competitor(rawValue: "Decant, plain to document")
    static let decantCodedValue = Competitor(rawValue: "Decant, gzip to Decodable")
    static let zlibJSONDecoder = Competitor(rawValue: "zlib and JSONDecoder")
}

/// Content codings: gzip data decoded in chunks of 64 KiB, or in one step into memory of the right size.
///
/// The checksum is the number of bytes produced; every competitor verifies the CRC-32 while decoding.
struct CodingsSuite: Suite {
    private static let chunkSize = 1 << 16

    func files(named names: [String]) -> [InputFile] { InputFile.codings(named: names) }

    var missingFiles: [String] { InputFile.missingCodings }

    var versions: [String] { [String(cString: coding_rival_versions()) + " (Debian's packages)"] }

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        let file = files.filter { $0.name.hasSuffix("-6") }.max { $0.bytes.count < $1.bytes.count }
        guard let file, let count = try Self.stateBytes(file.bytes) else { return [] }
        return [Figure("bytes of a decoder of deflate", Double(count), atMost: 65_536)]
    }

    /// Returns the memory of a decoder in the middle of a stream; nil if the system does not report it.
    private static func stateBytes(_ coded: [UInt8]) throws -> Int? {
        let chunk = Memory(chunkSize)
        let before = allocator_in_use()
        var inflater = Inflater(.gzip)
        var (position, status) = (0, Inflater.Status.outputFull)
        while status == .outputFull {
            var output = OutputSpan(buffer: chunk.buffer, initializedCount: 0)
            status = try inflater.inflate(coded.span.extracting(..<(coded.count / 2)), from: &position, into: &output)
            _ = output.finalize(for: chunk.buffer)
        }
        let count = allocator_in_use() - before + MemoryLayout<Inflater>.size
        return inflater.outputCount > 0 && before >= 0 ? count : nil
    }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        if file.name.hasSuffix("-br") { return Self.library(file, .brotli, coding_rival_brotli_stream) }
        if file.name.hasSuffix("-zst") { return Self.library(file, .zstd, coding_rival_zstd_stream) }
        let coded = file.bytes
        let chunk = Memory(Self.chunkSize)
        // The length at the end of the gzip data is correct because the data has only one member.
        let count = coded.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let whole = Memory(count)
        return [
            (.decantStream, Work { try Self.stream(coded, chunk, chunkSize: Self.chunkSize) }),
            (.zlibStream, Work { coding_rival_zlib_stream(coded, coded.count, chunk.start, chunk.count) }),
            (.isalStream, Work { coding_rival_isal_stream(coded, coded.count, chunk.start, chunk.count) }),
            (.decantWhole, Work { try Self.stream(coded, whole, chunkSize: coded.count) }),
            (.libdeflateWhole, Work { coding_rival_libdeflate_whole(coded, coded.count, whole.start, whole.count) }),
            (.isalWhole, Work { coding_rival_isal_whole(coded, coded.count, whole.start, whole.count) }),
            (.decantArray, Work { Int64(Inflater.inflate(coded.span, .gzip, limit: 1 << 30).bytes.count) }),
            (.decantBytes, Work { try Self.stream(coded, chunk, chunkSize: 1) }),
        ] + json(file, whole)
    }

    func figures(of comparison: Comparison) -> [Figure] {
        let slowness = comparison.speeds(of: .decantStream, over: .decantBytes).map(\.speed).max()
        return comparison.figures("streaming / zlib", .decantStream, .zlibStream, mean: 1.5, each: 1.2)
            + comparison.figures("whole / libdeflate", .decantWhole, .libdeflateWhole, mean: 0.7, each: 0.5)
            + comparison.figures(
                "br / libbrotlidec",
                .decantStream,
                .libraryStream,
                on: comparison.names("-br"),
                mean: 0.95,
                each: 0.9
            )
            + comparison.figures(
                "zstd / libzstd",
                .decantStream,
                .libraryStream,
                on: comparison.names("-zst"),
                mean: 0.95,
                each: 0.9
            )
            + comparison.shares
            + comparison.figures(
                "gzip to Decodable / zlib + JSONDecoder",
                .decantCodedValue,
                .zlibJSONDecoder,
                mean: 4,
                each: 3
            )
            + (slowness.map { [Figure("byte by byte / streaming, slowest", $0, atMost: 20)] } ?? [])
    }

    /// Decodes chunks of input into the same memory repeatedly, or the whole input once.
    private static func stream(_ input: [UInt8], _ memory: Memory, chunkSize: Int) throws -> Int64 {
        var inflater = Inflater(.gzip)
        for start in stride(from: 0, to: input.count, by: chunkSize) {
            let chunk = input.span.extracting(start..<min(start + chunkSize, input.count))
            var position = 0
            var status = Inflater.Status.outputFull
            while status == .outputFull || status == .endOfMember {
                var output = OutputSpan(buffer: memory.buffer, initializedCount: 0)
                status = try inflater.inflate(chunk, from: &position, into: &output)
                _ = output.finalize(for: memory.buffer)
            }
        }
        try inflater.finish()
        return Int64(inflater.outputCount)
    }
}

extension CodingsSuite {
    /// Returns the competitors for a body in br or zstd: `ContentDecoder`, and the C library alone.
    private static func library(
        _ file: InputFile,
        _ coding: ContentCoding,
        _ rival: @escaping (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> Int64
    ) -> [(name: Competitor, work: Work)] {
        let coded = file.bytes
        let chunk = Memory(chunkSize)
        return [
            (.decantStream, Work { try Self.decode(coded, coding) }),
            (.libraryStream, Work { rival(coded, coded.count, chunk.start, chunk.count) }),
        ]
    }

    private static func decode(_ coded: [UInt8], _ coding: ContentCoding) throws -> Int64 {
        var decoder = try ContentDecoder([coding])
        for start in stride(from: 0, to: coded.count, by: chunkSize) {
            try decoder.append(coded.span.extracting(start..<min(start + chunkSize, coded.count)))
            while let chunk = try decoder.next() { Sink.keep(chunk.count) }
        }
        try decoder.finish()
        return Int64(decoder.decodedCount)
    }

    /// Returns the competitors that decode a gzip body to a document and to a value of the file's own type.
    private func json(_ file: InputFile, _ whole: Memory) -> [(name: Competitor, work: Work)] {
        let body = ResponseBytes(file.bytes)
        let plain = ResponseBytes(Inflater.inflate(file.bytes.span, .gzip, limit: 1 << 30).bytes)
        let fields: HTTPFields = [.contentEncoding: "gzip", .contentType: "application/json"]
        let context = ResponseContext(HTTPResponse(status: .ok, headerFields: fields), isDecoded: false)
        let parse = { try JSON(parsing: DataResponseSerializer().value(of: body, for: context)) }
        func works<Value: Decodable>(_ type: Value.Type) -> [(name: Competitor, work: Work)] {
            let decoder = JSONDecoder()
            let coded = file.bytes
            return [
                (.decantCoded, Work(making: { try parse() })),
                (.decantPlain, Work(making: { try JSON(parsing: plain) })),
                (.decantCodedValue, Work(making: { try parse().decode(type) })),
                (
                    .zlibJSONDecoder,
                    Work(making: {
                        let count = coding_rival_zlib_stream(coded, coded.count, whole.start, whole.count)
                        return try decoder.decode(type, from: Data(bytes: whole.start, count: Int(count)))
                    })
                ),
            ]
        }
        switch file.name.split(separator: "-").first {
        case "github_events": return works([GitHubEvent].self)
        case "twitter", "twitterescaped": return works(TwitterSearch.self)
        case "mesh": return works(Mesh.self)
        case "canada": return works(FeatureCollection.self)
        case "gsoc": return works([String: SummerProject].self)
        default: return []
        }
    }
}

extension Comparison {
    /// Returns the names of the files with a suffix.
    fileprivate func names(_ suffix: String) -> Set<String> {
        Set(entries.map(\.file.name).filter { $0.hasSuffix(suffix) })
    }

    /// The share of the limit set by inflating and then parsing.
    fileprivate var shares: [Figure] {
        let inflating = speeds(of: .decantCoded, over: .decantWhole)
        let parsing = speeds(of: .decantCoded, over: .decantPlain)
        let shares = zip(inflating, parsing).map { (file: $0.file, share: $0.speed + $1.speed) }
        guard !shares.isEmpty else { return [] }
        let name = "gzip to document / the limit"
        return [Figure("\(name), geomean", shares.map(\.share).geometricMean, atLeast: 0.8)]
            + shares.map { Figure("\(name), \($0.file)", $0.share, atLeast: 0.7) }
    }
}

/// Memory that several competitors write to in turn.
private final class Memory {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var start: UnsafeMutablePointer<UInt8> { buffer.baseAddress.unsafelyUnwrapped }
    var count: Int { buffer.count }

    init(_ count: Int) {
        buffer = .allocate(capacity: max(1, count))
        buffer.initialize(repeating: 0)
    }

    deinit { buffer.deallocate() }
}

extension Work {
    /// Creates work that returns the number of bytes produced.
    fileprivate init(_ count: @escaping () throws -> Int64) {
        self.init(counting: { Checksum(counts: [Int(try count())]) })
    }
}
