// The engines of br and zstd: state machines around libbrotlidec and libzstd.
//
// An error has the offset where the library stopped, which may be some bytes after the malformed data.

#if DECANT_Brotli
import CDecantBrotli

/// A decoder of brotli data (RFC 7932).
final class BrotliEngine: CodingEngine {
    let name = "br"
    private(set) var partCount = 0
    private let decoder: LibraryDecoder?
    private var consumed = 0

    init() {
        decoder = unsafe LibraryDecoder(decant_brotli_create(), decant_brotli_free, decant_brotli_decode)
    }

    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus {
        guard let decoder else { throw .noMemory(at: consumed) }
        let start = position
        let result = decoder.decode(input, &position, input.count, &output)
        consumed += position - start
        guard result < 0 else {
            if result == 2 { partCount = 1 }
            return result == 2 ? .end : result == 1 ? .outputFull : .needsInput
        }
        if decant_brotli_is_large_window(result) != 0 {
            let message = "the window is larger than 16 MiB, the limit of the standard"
            throw CodingFault(
                code: .limitExceeded,
                message: message,
                offset: 0,
                limit: .codingWindow,
                hint: "compress the body with a smaller window"
            )
        }
        let words = unsafe String(cString: decant_brotli_words(result))
        throw CodingFault(code: .malformedBody, message: "the data is damaged (\(words))", offset: consumed)
    }

    func finish() throws(CodingFault) {
        if partCount == 0 { throw .truncated(at: consumed) }
    }
}
#endif

#if DECANT_Zstd
import CDecantZstd

/// A decoder of consecutive zstd frames, including skippable frames (RFC 8878).
final class ZstdEngine: CodingEngine {
    private enum Phase {
        case header
        case frame
        case skippable(left: Int)
        case end
    }

    let name = "zstd"
    private(set) var partCount = 0
    private(set) var surplusCount = 0
    private let window: Int
    private let stopsAtFrames: Bool
    private let hasDictionary: Bool
    private let decoder: LibraryDecoder?
    private var phase = Phase.header
    private var header: [UInt8] = []
    private var headerPosition = 0
    private var consumed = 0

    /// The content size that the frame announces, if any; libzstd does not check it if an empty block arrives in
    /// chunks.
    private var announcedCount: Int?
    /// The number of bytes decoded from the current frame.
    private var frameCount = 0

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - window: The largest window to accept, in bytes.
    ///   - dictionary: The dictionary of frames that need one; empty if they must not.
    ///   - stopsAtFrames: Whether decoding stops after each frame.
    init(window: Int, dictionary: [UInt8] = [], stopsAtFrames: Bool = false) {
        self.window = window
        self.stopsAtFrames = stopsAtFrames
        // The magic number and a header of at most 14 bytes (RFC 8878 §3.1.1).
        header.reserveCapacity(18)
        let log = CInt(max(10, min(31, Int.bitWidth - max(0, window - 1).leadingZeroBitCount)))
        decoder = unsafe LibraryDecoder(decant_zstd_create(log), decant_zstd_free, decant_zstd_decode)
        let isLoaded = unsafe decoder?.load(dictionary, by: decant_zstd_load_dictionary)
        hasDictionary = isLoaded == true && !dictionary.isEmpty
    }

    func decode(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus {
        while true {
            switch phase {
            case .end: return .end
            case .header:
                guard position < input.count else { return .needsInput }
                if header.isEmpty, partCount > 0, !Self.couldBeginFrame(input[position]) {
                    phase = .end
                    return .end
                }
                header.append(input[position])
                position += 1
                consumed += 1
                try readHeader()
            case .skippable(let left):
                let count = min(left, input.count - position)
                position += count
                consumed += count
                phase = .skippable(left: left - count)
                guard left == count else { return .needsInput }
                endPart()
                if stopsAtFrames { return .endOfPart }
            case .frame:
                if let status = try decodeFrame(input, &position, &output) { return status }
            }
        }
    }

    func finish() throws(CodingFault) {
        switch phase {
        case .end: return
        case .header where header.isEmpty && partCount > 0: return
        default: throw .truncated(at: consumed)
        }
    }

    /// Decodes the buffered header of a frame, then the remaining input.
    ///
    /// libzstd never receives a whole frame in one call, because it decodes whole frames by different rules than
    /// chunks.
    private func decodeFrame(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ output: inout OutputSpan<UInt8>
    ) throws(CodingFault) -> CodingStatus? {
        guard let decoder else { throw .noMemory(at: consumed) }
        if headerPosition < header.count {
            let (held, before) = (header, output.count)
            let result = decoder.decode(held.span, &headerPosition, held.count, &output)
            frameCount += output.count - before
            if let status = try status(result) { return status }
        }
        let (start, before) = (position, output.count)
        let result = decoder.decode(input, &position, input.count, &output)
        consumed += position - start
        frameCount += output.count - before
        return try status(result, isLast: true)
    }

    private func status(_ result: CInt, isLast: Bool = false) throws(CodingFault) -> CodingStatus? {
        switch result {
        case 0: return isLast ? .needsInput : nil
        case 1: return .outputFull
        case 2:
            if let announcedCount, announcedCount != frameCount {
                let message = "expected a frame of \(announcedCount.counted("byte")), but decoded \(frameCount)"
                throw CodingFault(code: .malformedBody, message: message, offset: consumed)
            }
            endPart()
            return stopsAtFrames ? .endOfPart : nil
        default:
            if decant_zstd_is_large_window(result) != 0 { throw .largeWindow("zstd", at: consumed) }
            let words = unsafe String(cString: decant_zstd_words(result))
            throw CodingFault(code: .malformedBody, message: "the data is damaged (\(words))", offset: consumed)
        }
    }

    private func endPart() {
        partCount += 1
        header.removeAll(keepingCapacity: true)
        headerPosition = 0
        phase = .header
    }

    /// Examines the header after a byte was appended (RFC 8878 §3.1.1.1, §3.1.2).
    private func readHeader() throws(CodingFault) {
        let isSkippable = CodingSignature.startsSkippableFrame(header)
        guard isSkippable || CodingSignature.startsFrame(header) else {
            guard partCount > 0 else {
                let message = "expected a zstd frame (0x28, 0xB5, 0x2F, 0xFD)"
                throw CodingFault(code: .malformedBody, message: message, offset: consumed - header.count)
            }
            surplusCount = header.count
            phase = .end
            return
        }
        if isSkippable {
            guard header.count == 8 else { return }
            phase = .skippable(left: Self.number(header[4...]))
        } else if header.count > 4, header.count == Self.headerSize(header[4]) {
            try checkFrame()
            phase = .frame
        }
    }

    /// Checks the window size and the dictionary of a frame before anything is allocated for it.
    private func checkFrame() throws(CodingFault) {
        let descriptor = header[4]
        let isSingle = descriptor & Self.singleSegmentFlag != 0
        let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
        let dictionaryStart = isSingle ? 5 : 6
        let content = Self.contentSize(header, after: dictionaryStart + dictionary)
        let size = isSingle ? content : Self.windowSize(header[5])
        announcedCount = isSingle || descriptor >> 6 > 0 ? content : nil
        frameCount = 0
        if !hasDictionary, Self.number(header[dictionaryStart..<dictionaryStart + dictionary]) != 0 {
            throw CodingFault(
                code: .unsupportedFormat,
                message: "the frame needs a dictionary",
                offset: consumed - header.count
            )
        }
        guard size <= window else {
            let message = "the window of \(size.counted("byte")) is larger than the limit of \(window)"
            throw CodingFault(
                code: .limitExceeded,
                message: message,
                offset: consumed - header.count,
                limit: .codingWindow,
                neededLimit: size
            )
        }
    }

    /// The flag of a frame whose window is its whole content (RFC 8878 §3.1.1.1.1.2).
    private static let singleSegmentFlag: UInt8 = 1 << 5

    /// Returns whether a frame can start with the byte.
    private static func couldBeginFrame(_ byte: UInt8) -> Bool {
        CodingSignature.startsFrame(CollectionOfOne(byte))
            || CodingSignature.startsSkippableFrame(CollectionOfOne(byte))
    }

    private static func headerSize(_ descriptor: UInt8) -> Int {
        let isSingle = descriptor & singleSegmentFlag != 0
        let content = [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
        return 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][Int(descriptor & 3)] + content
    }

    private static func windowSize(_ byte: UInt8) -> Int {
        let base = UInt64(1) << UInt64(10 + (byte >> 3))
        return Int(clamping: base + base / 8 * UInt64(byte & 7))
    }

    private static func contentSize(_ header: [UInt8], after start: Int) -> Int {
        let size = number(header[start...])
        return header.count - start == 2 ? size + 256 : size
    }

    /// Returns a little-endian number of up to 8 bytes, clamped to `Int.max`.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

extension CodingFault {
    fileprivate static func largeWindow(_ name: String, at offset: Int) -> CodingFault {
        let message = "the window of the \(name) data is too large"
        return CodingFault(code: .limitExceeded, message: message, offset: offset, limit: .codingWindow)
    }
}
#endif

#if DECANT_Brotli || DECANT_Zstd
extension CodingFault {
    fileprivate static func noMemory(at offset: Int) -> CodingFault {
        CodingFault(code: .limitExceeded, message: "not enough memory for the decoder", offset: offset)
    }

    fileprivate static func truncated(at offset: Int) -> CodingFault {
        CodingFault(code: .truncatedBody, message: "the compressed data is truncated", offset: offset)
    }
}

// MARK: - Unsafe

// Bound: the functions of the shims stay within the counts passed to them, and the object frees its decoder once.

/// A wrapper that owns a decoder of a C library.
@safe
private final class LibraryDecoder {
    typealias Decode =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<UInt8>?,
            Int, UnsafeMutablePointer<Int>?
        ) -> CInt

    private let state: UnsafeMutableRawPointer
    private let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
    private let decodeBytes: Decode

    /// Takes ownership of a decoder; returns nil if it could not be created.
    init?(
        _ state: UnsafeMutableRawPointer?,
        _ free: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
        _ decode: @escaping Decode
    ) {
        guard let state = unsafe state else { return nil }
        unsafe self.state = state
        unsafe self.free = free
        unsafe decodeBytes = decode
    }

    deinit { unsafe free(state) }

    /// Gives the decoder a dictionary, and returns whether the library accepts it.
    func load(
        _ dictionary: [UInt8],
        by load: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> CInt
    ) -> Bool {
        unsafe dictionary.withUnsafeBufferPointer { unsafe load(state, $0.baseAddress, $0.count) == 0 }
    }

    /// Decodes the input from `position` to `end`, and returns the result code of the shim.
    func decode(_ input: Span<UInt8>, _ position: inout Int, _ end: Int, _ output: inout OutputSpan<UInt8>) -> CInt {
        unsafe input.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output, count in
                var (consumed, made) = (0, 0)
                let source = unsafe input.baseAddress.map { unsafe $0 + position }
                let target = unsafe output.baseAddress.map { unsafe $0 + count }
                let result = unsafe decodeBytes(
                    state,
                    source,
                    end - position,
                    &consumed,
                    target,
                    output.count - count,
                    &made
                )
                position += consumed
                count += made
                return result
            }
        }
    }
}
#endif
