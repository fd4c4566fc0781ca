import DecantCore
import DecantInflate
import TestSupport

/// The result of decoding a stream in chunks.
struct Decoding: Equatable, CustomStringConvertible {
    var bytes: [UInt8] = []
    var error: InflateError?
    /// The number of bytes decoded by the end of each member.
    var members: [Int] = []
    var codedCount = 0
    var outputCount = 0
    var memberCount = 0
    var paddingCount = 0
    var hasEnded = false

    var description: String {
        let reason = error.map { "\($0)" } ?? "no error"
        return """
            \(bytes.count) bytes, \(reason), members \(members), \(codedCount) read, \
            \(paddingCount) zeros, \(hasEnded)
            """
    }

    /// Decodes input chunks that end at the cuts, into output buffers of the given size.
    init(_ input: [UInt8], _ format: Inflater.Format, cuts: [Int] = [], outputSize: Int = 1 << 16) {
        var inflater = Inflater(format)
        var start = 0
        do throws(InflateError) {
            for end in cuts + [input.count] {
                try decode(&inflater, input.elementSpan.extracting(start..<end), outputSize)
                start = end
            }
            try inflater.finish()
        } catch {
            self.error = error
        }
        codedCount = inflater.codedCount
        outputCount = inflater.outputCount
        memberCount = inflater.memberCount
        paddingCount = inflater.paddingCount
    }

    private mutating func decode(
        _ inflater: inout Inflater,
        _ input: Span<UInt8>,
        _ outputSize: Int
    ) throws(InflateError) {
        var position = 0
        while true {
            let chunk = inflate(&inflater, input, &position, size: outputSize)
            bytes += chunk.bytes
            let status = try chunk.outcome.get()
            switch status {
            case .needsInput: return
            case .outputFull: continue
            case .endOfMember: members.append(inflater.outputCount)
            case .end:
                hasEnded = true
                return
            }
        }
    }
}

/// Makes one call, with capacity for some bytes of output.
func inflate(
    _ inflater: inout Inflater,
    _ input: Span<UInt8>,
    _ position: inout Int,
    size: Int
) -> (bytes: [UInt8], outcome: Result<Inflater.Status, InflateError>) {
    var outcome = Result<Inflater.Status, InflateError>.success(.needsInput)
    let bytes = [UInt8](capacity: size) { output in
        do throws(InflateError) {
            outcome = .success(try inflater.inflate(input, from: &position, into: &output))
        } catch {
            outcome = .failure(error)
        }
    }
    return (bytes, outcome)
}

/// Several kinds of data: text, a run, random numbers, and repetitions at many distances.
func sampleBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var numbers = PseudorandomNumbers(seed: seed)
    var bytes: [UInt8] = []
    func next() -> Int { Int(numbers.next() >> 33) }
    while bytes.count < count {
        switch next() & 3 {
        case 0: bytes += Array("{\"name\": \"value \(next() % 1000)\", \"list\": [1, 2, 3]}, ".utf8)
        case 1: bytes += [UInt8](repeating: UInt8(next() & 0xFF), count: next() % 300)
        case 2: bytes += (0..<next() % 40).map { _ in UInt8(next() & 0xFF) }
        default:
            guard !bytes.isEmpty else { continue }
            let distance = 1 + next() % min(bytes.count, 32768)
            for _ in 0..<3 + next() % 300 { bytes.append(bytes[bytes.count - distance]) }
        }
    }
    return Array(bytes.prefix(count))
}
