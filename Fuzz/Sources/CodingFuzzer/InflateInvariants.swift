import CFuzzZlib
public import DecantInflate
import FuzzSupport

/// Compares Decant with zlib, and decoding in one step with decoding in chunks.
public struct InflateInvariants {
    private static let sizes = [1, 2, 3, 7, 33, 258, 4096, 65536]

    private let input: [UInt8]
    private let format: Inflater.Format
    private let inputSize: Int
    private let outputSize: Int

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - input: A stream, possibly damaged.
    ///   - format: Its format.
    ///   - choice: The chunk sizes, three bits each.
    public init(_ input: [UInt8], _ format: Inflater.Format, sizes choice: UInt8) {
        self.input = input
        self.format = format
        inputSize = Self.sizes[Int(choice & 7)]
        outputSize = Self.sizes[Int(choice >> 3 & 7)]
    }

    /// Decodes in every way, and ends the process if the results differ.
    public func run() {
        let whole = InflateReading(whole: input, format, expectedCount: nil)
        compareWithZlib(whole)
        compareWithChunks(whole)
        if let error = whole.error {
            assureEqual(error.outputCount, whole.bytes.count, "the count of output in \(error)")
            assure(error.codedOffset >= 0 && error.codedOffset <= input.count, "the offset in \(error)")
            assure((error.reason == .truncated) <= (error.codedOffset == input.count), "truncated, but not at the end")
            assure(!error.description.isEmpty, "an error without a description")
        }
    }

    private func compareWithZlib(_ whole: InflateReading) {
        let other = InflateReading(zlib: input, format)
        let length = min(whole.bytes.count, other.bytes.count)
        assure(whole.bytes.prefix(length) == other.bytes.prefix(length), "other output than zlib's")
        guard whole.isComplete != nil, other.isComplete != nil else { return }
        assureEqual(
            whole.isComplete,
            other.isComplete,
            "complete, here and with zlib; \(String(describing: whole.error))"
        )
        assureEqual(whole.bytes.count, other.bytes.count, "output, here and with zlib")
        assureEqual(whole.memberCount, other.memberCount, "members, here and with zlib")
        assureEqual(whole.codedCount, other.codedCount, "bytes read, here and with zlib")
    }

    private func compareWithChunks(_ whole: InflateReading) {
        let chunks = InflateReading(chunks: input, format, inputSize: inputSize, outputSize: outputSize)
        guard whole.isComplete != nil, chunks.isComplete != nil else { return }
        assure(whole == chunks, "in chunks of \(inputSize), \(outputSize): \(summary(whole)); \(summary(chunks))")
        assure(InflateReading(whole: input, format, expectedCount: inputSize) == whole, "another expected count")
    }

    private func summary(_ reading: InflateReading) -> String {
        "\(reading.bytes.count) bytes, \(reading.memberCount) members, \(reading.codedCount) read, "
            + String(describing: reading.error)
    }
}

extension Bool {
    /// Returns whether the left value implies the right one.
    fileprivate static func <= (left: Bool, right: Bool) -> Bool { !left || right }
}

/// Returns a member around raw deflate data, with the correct checksum if the data is valid.
///
/// - Parameter header: The flags and the fields of the header.
public func gzipMember(_ deflated: [UInt8], header: [UInt8]) -> [UInt8] {
    let reading = InflateReading(whole: deflated, .raw, expectedCount: nil)
    let crc = UInt32(truncatingIfNeeded: crc32(0, reading.bytes, CUnsignedInt(reading.bytes.count)))
    let body = reading.isComplete == true ? Array(deflated.prefix(reading.codedCount)) : deflated
    let trailer = [crc, UInt32(reading.bytes.count)].flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return [0x1F, 0x8B, 8] + header + body + trailer
}

/// Returns a zlib stream around raw deflate data, with the correct checksum if the data is valid.
public func zlibStream(_ deflated: [UInt8]) -> [UInt8] {
    let reading = InflateReading(whole: deflated, .raw, expectedCount: nil)
    let adler = UInt32(truncatingIfNeeded: adler32(1, reading.bytes, CUnsignedInt(reading.bytes.count)))
    let body = reading.isComplete == true ? Array(deflated.prefix(reading.codedCount)) : deflated
    return [0x78, 0x9C] + body + (0..<4).map { UInt8(truncatingIfNeeded: adler >> (24 - $0 * 8)) }
}

// Not a product; the core depends on it and brings it along.
public import DecantInflate

/// The largest output to compare; deflate can expand its input a thousandfold.
private let largestOutput = 1 << 17

/// The result of decoding a stream, in a form that two decoders share.
public struct InflateReading: Equatable {
    /// The output, up to the largest size compared.
    public internal(set) var bytes: [UInt8] = []

    /// The number of complete members.
    public internal(set) var memberCount = 0

    /// The number of input bytes in the stream, including zeros after gzip data; set only when decoding in one step.
    public internal(set) var codedCount = 0

    /// Whether the stream is complete; nil if the output was too large to know.
    public internal(set) var isComplete: Bool?

    /// The error of Decant.
    public internal(set) var error: InflateError?
}

extension InflateReading {
    /// Decodes with zlib.
    public init(zlib input: [UInt8], _ format: Inflater.Format) {
        let windowBits: CInt =
            switch format {
            case .raw: -15
            case .zlib: 15
            case .gzip: 31
            }
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
            return
        }
        defer { inflateEnd(&stream) }
        isComplete = false
        let capacity = largestOutput
        bytes = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            var input = input
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = CUnsignedInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = CUnsignedInt(capacity)
                run(&stream, input, format)
            }
            count = capacity - Int(stream.avail_out)
        }
    }

    private mutating func run(
        _ stream: inout z_stream,
        _ input: UnsafeMutableBufferPointer<UInt8>,
        _ format: Inflater.Format
    ) {
        while true {
            let status = inflate(&stream, Z_NO_FLUSH)
            var position = input.count - Int(stream.avail_in)
            if status == Z_STREAM_END {
                memberCount += 1
                // Another member must follow immediately and begin with this byte; zeros are padding.
                if format == .gzip, position < input.count, input[position] == 0x1F {
                    isComplete = false
                    inflateReset(&stream)
                    continue
                }
                if format == .gzip { while position < input.count, input[position] == 0 { position += 1 } }
                isComplete = true
                codedCount = position
            } else if stream.avail_out == 0 {
                isComplete = nil
            }
            return
        }
    }
}

extension InflateReading {
    /// Decodes with Decant in one step.
    public init(whole input: [UInt8], _ format: Inflater.Format, expectedCount: Int?) {
        let result = Inflater.inflate(input.span, format, limit: largestOutput, expectedCount: expectedCount)
        bytes = result.bytes
        memberCount = result.memberCount
        isComplete = result.isLimited ? nil : result.error == nil
        if isComplete == true { codedCount = result.codedCount }
        error = result.error
    }

    /// Decodes with Decant in chunks.
    public init(chunks input: [UInt8], _ format: Inflater.Format, inputSize: Int, outputSize: Int) {
        var inflater = Inflater(format)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: outputSize)
        defer { buffer.deallocate() }
        var start = 0
        do throws(InflateError) {
            while start < input.count {
                let end = min(input.count, start + inputSize)
                guard try decode(&inflater, input.span.extracting(start..<end), buffer) else { return }
                start = end
            }
            try inflater.finish()
            isComplete = true
            codedCount = inflater.codedCount
        } catch {
            self.error = error
            isComplete = false
        }
        memberCount = inflater.memberCount
    }

    /// Decodes a chunk of the input.
    ///
    /// - Returns: Whether the output is still small enough.
    private mutating func decode(
        _ inflater: inout Inflater,
        _ input: Span<UInt8>,
        _ buffer: UnsafeMutableBufferPointer<UInt8>
    ) throws(InflateError) -> Bool {
        var position = 0
        while bytes.count < largestOutput {
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            var (status, failure) = (Inflater.Status.needsInput, InflateError?.none)
            do throws(InflateError) {
                status = try inflater.inflate(input, from: &position, into: &output)
            } catch {
                failure = error
            }
            bytes += buffer.prefix(output.finalize(for: buffer))
            if let failure { throw failure }
            switch status {
            case .needsInput, .end: return true
            case .outputFull, .endOfMember: continue
            }
        }
        return false
    }
}
