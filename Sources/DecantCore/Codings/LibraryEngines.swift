// The engines of br and zstd: state machines around libbrotlidec and libzstd.
//
// Offsets of faults are those at which the library stopped, which may be some bytes after the fault.

#if Brotli
import CDecantBrotli

/// The engine of brotli data (RFC 7932).
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

#if Zstd
import CDecantZstd

/// The engine of zstd frames in a row, with skippable ones among them (RFC 8878).
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
    private let decoder: LibraryDecoder?
    private var phase = Phase.header
    private var header: [UInt8] = []
    private var headerPosition = 0
    private var consumed = 0

    /// The number of bytes that a frame announces, if it does; libzstd does not compare it with an empty block in pieces.
    private var announcedCount: Int?
    /// The number of bytes decoded from the frame.
    private var frameCount = 0

    /// Creates an engine for windows of at most a number of bytes.
    init(window: Int) {
        self.window = window
        // The magic number, and a header of 14 bytes at most (RFC 8878 §3.1.1).
        header.reserveCapacity(18)
        let log = CInt(max(10, min(31, Int.bitWidth - max(0, window - 1).leadingZeroBitCount)))
        decoder = unsafe LibraryDecoder(decant_zstd_create(log), decant_zstd_free, decant_zstd_decode)
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

    /// Decodes the header of a frame, which was held, and then the rest.
    ///
    /// libzstd never gets both at once: it decodes a frame that it gets as a whole by other rules than one in pieces.
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
            return nil
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

    /// Looks at the bytes of a header, of which the last is new (RFC 8878 §3.1.1.1, §3.1.2).
    private func readHeader() throws(CodingFault) {
        let isSkippable = CodingSignature.beginsSkippableFrame(header)
        guard isSkippable || CodingSignature.beginsFrame(header) else {
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

    /// Checks the window and the dictionary of a frame before anything is allocated for it.
    private func checkFrame() throws(CodingFault) {
        let descriptor = header[4]
        let isSingle = descriptor & Self.singleSegmentFlag != 0
        let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
        let dictionaryStart = isSingle ? 5 : 6
        let content = Self.contentSize(header, after: dictionaryStart + dictionary)
        let size = isSingle ? content : Self.windowSize(header[5])
        (announcedCount, frameCount) = (isSingle || descriptor >> 6 > 0 ? content : nil, 0)
        if Self.number(header[dictionaryStart..<dictionaryStart + dictionary]) != 0 {
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
                limit: .codingWindow
            )
        }
    }

    /// Whether a frame has no window but its content (RFC 8878 §3.1.1.1.1.2).
    private static let singleSegmentFlag: UInt8 = 1 << 5

    /// Returns whether the first byte of a frame can be this one.
    private static func couldBeginFrame(_ byte: UInt8) -> Bool {
        CodingSignature.beginsFrame(CollectionOfOne(byte))
            || CodingSignature.beginsSkippableFrame(CollectionOfOne(byte))
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

    /// A number of up to 8 bytes, the lowest first; one that is too large is the largest.
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

#if Brotli || Zstd
extension CodingFault {
    fileprivate static func noMemory(at offset: Int) -> CodingFault {
        CodingFault(code: .limitExceeded, message: "not enough memory for the decoder", offset: offset)
    }

    fileprivate static func truncated(at offset: Int) -> CodingFault {
        CodingFault(code: .truncatedBody, message: "the compressed data is truncated", offset: offset)
    }
}

// MARK: - Unsafe

// Bound: the functions of a shim keep to the counts that they get, and the object frees its decoder once.

/// A decoder of a C library.
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

    /// Takes a decoder over; nil if there is none.
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

    /// Decodes bytes up to an end.
    ///
    /// - Returns: The result of the shim.
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
