import BenchmarkInputs
import CCodingRivals
// It is no product, but comes with the core, which is built on it.
import DecantInflate

extension Competitor {
    static let decantStream = Competitor(rawValue: "Decant, 64 KiB")
    static let decantBytes = Competitor(rawValue: "Decant, byte by byte")
    static let decantWhole = Competitor(rawValue: "Decant, whole")
    static let decantArray = Competitor(rawValue: "Decant, new array")
    static let zlibStream = Competitor(rawValue: "zlib, 64 KiB")
    static let isalStream = Competitor(rawValue: "ISA-L, 64 KiB")
    static let isalWhole = Competitor(rawValue: "ISA-L, whole")
    static let libdeflateWhole = Competitor(rawValue: "libdeflate, whole")
}

/// Content codings: gzip data undone in pieces of 64 KiB, or at once into memory of the right size.
///
/// The number of a tally is the count of bytes that come out; everyone compares the CRC-32 on the way.
struct CodingsDiscipline: Discipline {
    private static let pieceSize = 1 << 16

    func files(named names: [String]) -> [InputFile] { InputFile.codings(named: names) }

    var missingFiles: [String] { InputFile.missingCodings }

    var versions: [String] { [String(cString: coding_rival_versions()) + " (Debian's packages)"] }

    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] { [] }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let coded = file.bytes
        let piece = Memory(Self.pieceSize)
        // The length at the end of gzip data is that of the only member.
        let count = coded.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let whole = Memory(count)
        return [
            (.decantStream, Work { try Self.stream(coded, piece, chunk: Self.pieceSize) }),
            (.zlibStream, Work { coding_rival_zlib_stream(coded, coded.count, piece.start, piece.count) }),
            (.isalStream, Work { coding_rival_isal_stream(coded, coded.count, piece.start, piece.count) }),
            (.decantWhole, Work { try Self.stream(coded, whole, chunk: coded.count) }),
            (.libdeflateWhole, Work { coding_rival_libdeflate_whole(coded, coded.count, whole.start, whole.count) }),
            (.isalWhole, Work { coding_rival_isal_whole(coded, coded.count, whole.start, whole.count) }),
            (.decantArray, Work { Int64(Inflater.inflate(coded.span, .gzip, limit: 1 << 30).bytes.count) }),
            (.decantBytes, Work { try Self.stream(coded, piece, chunk: 1) }),
        ]
    }

    func figures(of contest: Contest) -> [Figure] {
        let slowness = contest.speeds(of: .decantStream, over: .decantBytes).map(\.speed).max()
        return contest.figures("streaming / zlib", .decantStream, .zlibStream, mean: 1.5, each: 1.2)
            + contest.figures("whole / libdeflate", .decantWhole, .libdeflateWhole, mean: 0.7, each: 0.5)
            + (slowness.map { [Figure("byte by byte / streaming, slowest", $0, atMost: 20)] } ?? [])
    }

    /// Decodes pieces of input into the same memory again and again, or all of it once.
    private static func stream(_ input: [UInt8], _ memory: Memory, chunk: Int) throws -> Int64 {
        var inflater = Inflater(.gzip)
        for start in stride(from: 0, to: input.count, by: chunk) {
            let piece = input.span.extracting(start..<min(start + chunk, input.count))
            var position = 0
            var status = Inflater.Status.outputFull
            while status == .outputFull || status == .endOfMember {
                var output = OutputSpan(buffer: memory.buffer, initializedCount: 0)
                status = try inflater.inflate(piece, from: &position, into: &output)
                _ = output.finalize(for: memory.buffer)
            }
        }
        try inflater.finish()
        return Int64(inflater.outputCount)
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
    /// Work that gives the number of bytes that come out.
    fileprivate init(_ count: @escaping () throws -> Int64) {
        self.init(counting: { Tally(counts: [Int(try count())]) })
    }
}
