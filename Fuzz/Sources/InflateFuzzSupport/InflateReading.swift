import CFuzzZlib
// It is not a product, but comes with the core, which is built on it.
public import DecantInflate

/// The largest output that is compared; deflate can make a thousand times its input.
private let largestOutput = 1 << 17

/// The result of decoding a stream, in a form that two decoders can share.
public struct InflateReading: Equatable {
    /// The output, up to the largest that is compared.
    public internal(set) var bytes: [UInt8] = []

    /// The number of members that are complete.
    public internal(set) var memberCount = 0

    /// The number of bytes of input that belong to the stream, zeros after gzip data included; of a whole stream only.
    public internal(set) var codedCount = 0

    /// Whether the stream is complete; nil if the output was too large to know.
    public internal(set) var isComplete: Bool?

    /// The error of Decant.
    public internal(set) var error: InflateError?
}

extension InflateReading {
    /// The result of zlib.
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
                // Another member follows only at once, and begins with this byte; zeros are padding.
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
    /// The result of Decant at once.
    public init(whole input: [UInt8], _ format: Inflater.Format, expectedCount: Int?) {
        let result = Inflater.inflate(input.span, format, limit: largestOutput, expectedCount: expectedCount)
        bytes = result.bytes
        memberCount = result.memberCount
        isComplete = result.isLimited ? nil : result.error == nil
        if isComplete == true { codedCount = result.codedCount }
        error = result.error
    }

    /// The result of Decant in pieces.
    public init(pieces input: [UInt8], _ format: Inflater.Format, inputSize: Int, outputSize: Int) {
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

    /// Decodes a piece of the input.
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
