import CFuzzCodings
public import DecantCore
import FuzzSupport

/// The largest output to compare.
private let largestOutput = 1 << 17

/// The result of decoding a coding, in a form that two decoders share.
struct CodingReading {
    var bytes: [UInt8] = []
    /// Whether the data is complete; nil if the output was too large to know.
    var isComplete: Bool?
    var error: ResponseError?
}

/// Compares ``ContentDecoder`` with a C library, and decoding in one step with decoding in chunks.
public struct CodingInvariants {
    private static let sizes = [1, 2, 3, 7, 33, 258, 4096, 65536]

    private let input: [UInt8]
    private let coding: ContentCoding
    private let size: Int

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - input: Coded data, possibly damaged.
    ///   - coding: Its coding.
    ///   - choice: The chunk size; three bits are used.
    public init(_ input: [UInt8], _ coding: ContentCoding, sizes choice: UInt8) {
        self.input = input
        self.coding = coding
        size = Self.sizes[Int(choice & 7)]
    }

    /// Decodes in every way, and ends the process if the results differ.
    public func run() {
        guard !input.isEmpty else { return }
        let whole = reading(chunks: input.count)
        let chunks = reading(chunks: size)
        whole.error?.examine(bodyCount: max(input.count, whole.bytes.count))
        // libbrotlidec withholds some output of damaged data, more of it in one step, so only the chunked run may reach
        // the limit.
        if whole.isComplete != nil, chunks.isComplete != nil {
            assure(whole.isComplete == chunks.isComplete, "complete, at once and in chunks of \(size)")
            assureEqual(whole.error?.code, chunks.error?.code, "the error, at once and in chunks of \(size)")
        }
        let shared = min(whole.bytes.count, chunks.bytes.count)
        assure(whole.bytes.prefix(shared) == chunks.bytes.prefix(shared), "other output in chunks of \(size)")
        if whole.isComplete == true {
            assureEqual(whole.bytes.count, chunks.bytes.count, "output in chunks of \(size)")
        }
        compare(whole, coding == .brotli ? brotli() : zstd())
    }

    private func compare(_ whole: CodingReading, _ other: CodingReading) {
        let shared = min(whole.bytes.count, other.bytes.count)
        assure(whole.bytes.prefix(shared) == other.bytes.prefix(shared), "other output than the library's")
        guard let isComplete = whole.isComplete, let expected = other.isComplete else { return }
        assureEqual(isComplete, expected, "complete, here and with the library; \(String(describing: whole.error))")
        if isComplete { assureEqual(whole.bytes.count, other.bytes.count, "output, here and with the library") }
    }

    /// Decodes with Decant, with a limit on the output.
    private func reading(chunks size: Int) -> CodingReading {
        var (result, limits) = (CodingReading(), Limits())
        limits.bodyBytes = largestOutput
        do throws(ResponseError) {
            var decoder = try ContentDecoder([coding], limits: limits)
            var start = 0
            while start < input.count {
                let end = min(input.count, start + size)
                try decoder.append(input[start..<end])
                while let chunk = try decoder.next() {
                    for index in chunk.indices { result.bytes.append(chunk[index]) }
                }
                start = end
            }
            try decoder.finish()
            result.isComplete = true
        } catch {
            result.error = error
            result.isComplete = error.limit == .bodyBytes ? nil : false
        }
        return result
    }
}

// MARK: - Libraries

extension CodingInvariants {
    private func brotli() -> CodingReading {
        var result = CodingReading(isComplete: false)
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return result }
        defer { BrotliDecoderDestroyInstance(state) }
        result.bytes = [UInt8](unsafeUninitializedCapacity: largestOutput) { output, count in
            input.withUnsafeBufferPointer { input in
                var (left, space) = (input.count, largestOutput)
                var (source, target) = (input.baseAddress, output.baseAddress)
                switch BrotliDecoderDecompressStream(state, &left, &source, &space, &target, nil) {
                case BROTLI_DECODER_RESULT_SUCCESS: result.isComplete = true
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: result.isComplete = nil
                default: break
                }
                count = largestOutput - space
            }
        }
        return result
    }

    /// Decodes consecutive frames until the bytes do not begin a frame.
    private func zstd() -> CodingReading {
        var result = CodingReading(isComplete: false)
        guard beginsFrame(0), let context = ZSTD_createDCtx() else { return result }
        defer { ZSTD_freeDCtx(context) }
        _ = ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
        result.bytes = [UInt8](unsafeUninitializedCapacity: largestOutput) { output, count in
            input.withUnsafeBufferPointer { input in
                // The library decodes a complete frame by stricter rules than a frame in chunks; a first chunk of one
                // byte avoids that.
                var source = ZSTD_inBuffer(src: input.baseAddress, size: 1, pos: 0)
                var target = ZSTD_outBuffer(dst: output.baseAddress, size: largestOutput, pos: 0)
                var frame = (source: 0, target: 0)
                while true {
                    let before = (source.pos, target.pos)
                    let hint = ZSTD_decompressStream(context, &target, &source)
                    if ZSTD_isError(hint) != 0 { break }
                    if hint == 0 {
                        // The library compares the size only when it sees the whole frame in one call.
                        let rest = input.baseAddress.map { $0 + frame.source }
                        let announced = ZSTD_getFrameContentSize(rest, source.pos - frame.source)
                        if announced != .max, announced != UInt64(target.pos - frame.target) { break }
                        frame = (source.pos, target.pos)
                        guard source.pos < input.count, mayBeginFrame(source.pos) else {
                            result.isComplete = true
                            break
                        }
                        guard beginsFrame(source.pos) else { break }
                        source.size = source.pos + 1
                        continue
                    }
                    if source.pos == source.size, source.size < input.count {
                        source.size = input.count
                        continue
                    }
                    if target.pos == target.size {
                        result.isComplete = nil
                        break
                    }
                    if before == (source.pos, target.pos) || source.pos == source.size && before.1 == target.pos {
                        break
                    }
                }
                count = target.pos
            }
        }
        return result
    }

    /// Returns whether a regular or skippable frame begins at an offset.
    private func beginsFrame(_ offset: Int) -> Bool { input.count - offset >= 4 && mayBeginFrame(offset) }

    /// Returns whether the bytes at an offset are a prefix of a frame's magic number, or begin with it.
    private func mayBeginFrame(_ offset: Int) -> Bool {
        let bytes = input[offset...].prefix(4)
        let isSkippable =
            bytes.first.map { $0 & 0xF0 == 0x50 } == true && [0x2A, 0x4D, 0x18].starts(with: bytes.dropFirst())
        return isSkippable || [0x28, 0xB5, 0x2F, 0xFD].starts(with: bytes)
    }
}
