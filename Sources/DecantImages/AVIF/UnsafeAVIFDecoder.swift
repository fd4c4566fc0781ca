// Why: libavif decodes into planes of its own, and turns them into pixels straight in memory that is not cleared first.
//
// Bound: the decoder belongs to one object, which frees it, and which is lent for as long as the bytes are that it reads. A frame's size is asked of the
// decoder once it is decoded and has to be that of the header, whose size is checked; the memory has that many pixels, all
// of which libavif writes, or it says that it did not. Pointers to metadata are followed before the decoder goes on.

#if AVIF
import CDecantAVIF
import CDecantPixels
import DecantCore

/// Decodes the frames of an AVIF in order, by libavif.
@safe
final class UnsafeAVIFDecoder {
    private let decoder: OpaquePointer
    private let bytes: ImageBytes
    private let file: AVIFFile

    private var facts = decant_avif_facts()

    /// Whether colours could only be made nearly what they should be.
    private(set) var isApproximate = false

    /// Lends a decoder of a file, which must not be kept.
    static func lend<Result>(
        _ bytes: ImageBytes,
        _ file: AVIFFile,
        _ limits: Limits,
        _ body: (UnsafeAVIFDecoder) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        let storage = repaired(bytes, file)
        let start = file.repairs.isEmpty ? bytes.body.start + bytes.start : 0
        return try unsafe storage.withUnsafeBytes { (storage) throws(ResponseError) in
            let part = unsafe UnsafeRawBufferPointer(rebasing: storage[start..<start + bytes.count])
                .assumingMemoryBound(to: UInt8.self)
            return try body(try unsafe UnsafeAVIFDecoder(bytes, file, limits, part))
        }
    }

    private init(_ bytes: ImageBytes, _ file: AVIFFile, _ limits: Limits, _ source: UnsafeBufferPointer<UInt8>)
        throws(ResponseError)
    {
        self.bytes = bytes
        self.file = file
        let bounds = decant_avif_limits(
            pixels: UInt32(clamping: limits.pixels),
            side: UInt32(clamping: limits.imageSide),
            frames: UInt32(clamping: limits.frames)
        )
        let (isSequence, isCut): (Int32, Int32) = (file.isSequence ? 1 : 0, file.isCut ? 1 : 0)
        guard let decoder = unsafe decant_avif_create(source.baseAddress, source.count, bounds, isSequence, isCut)
        else {
            throw ResponseError(.limitExceeded, "there is no memory for the \(bytes.format)").binary
        }
        unsafe self.decoder = decoder
        try check(unsafe decant_avif_parse(decoder))
    }

    deinit { unsafe decant_avif_destroy(decoder) }

    /// The bytes of the file with what has to be repaired, or those of the body.
    private static func repaired(_ bytes: ImageBytes, _ file: AVIFFile) -> BodyStorage {
        guard !file.repairs.isEmpty else { return bytes.body.storage }
        var copy = bytes.bytes(0..<bytes.count)
        for (place, value) in file.repairs {
            for index in 0..<4 { copy[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        }
        return ResponseBody(copy).storage
    }

    /// Decodes the next frame.
    func frame(_ options: ImageOptions) throws(ResponseError) -> ImageFrame {
        try check(unsafe decant_avif_next(decoder))
        facts = unsafe decant_avif_facts(decoder)
        let (width, height) = (Int(facts.width), Int(facts.height))
        guard width == file.facts.width, height == file.facts.height else {
            let message = "a picture is \(width) by \(height) pixels, and not what its head says"
            throw bytes.fault(message, at: file.position)
        }
        var frame: ImageFrame
        if options.depth == .source, facts.depth > 8 {
            frame = ImageFrame(ImagePixels(width: width, height: height, deep: try samples(width * height * 4)))
        } else {
            frame = ImageFrame(ImagePixels(width: width, height: height, try samples(width * height * 4)))
        }
        if file.isSequence { frame.delay = delay }
        return frame
    }

    /// How long the frame is shown, to the nearest attosecond below.
    private var delay: Duration {
        let (scale, time) = (facts.timescale, facts.duration)
        guard scale > 0 else { return .zero }
        let rest = UInt64(1_000_000_000_000_000_000).multipliedFullWidth(by: time % scale)
        let attoseconds = scale.dividingFullWidth(rest).quotient
        return Duration(secondsComponent: Int64(clamping: time / scale), attosecondsComponent: Int64(attoseconds))
    }

    /// The samples of the frame decoded last.
    private func samples<Sample: FixedWidthInteger & Sendable>(_ count: Int) throws(ResponseError) -> SampleBuffer<
        Sample
    > {
        let size = MemoryLayout<Sample>.size
        let ignoresAlpha: Int32 = file.hasAlpha ? 0 : 1
        var outcome = DECANT_AVIF_REFUSED
        var nearly: Int32 = 0
        let samples = unsafe SampleBuffer<Sample>(capacity: count) { room, initialized in
            let rowBytes = count / Int(facts.height) * size
            let depth = Int32(truncatingIfNeeded: size * 8)
            unsafe outcome = decant_avif_pixels(decoder, room.baseAddress, rowBytes, depth, ignoresAlpha, &nearly)
            initialized = outcome == DECANT_AVIF_DONE ? count : 0
        }
        try check(outcome)
        if nearly != 0 { isApproximate = true }
        return samples
    }

    /// The bytes of the colour profile; none if there is none.
    var profile: [UInt8] {
        var count = 0
        let start = unsafe decant_avif_profile(decoder, &count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// The bytes of the Exif data; none if there are none.
    var exif: [UInt8] {
        var count = 0
        let start = unsafe decant_avif_exif(decoder, &count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Throws what libavif finds wrong, in its words.
    private func check(_ outcome: decant_avif_outcome) throws(ResponseError) {
        guard outcome != DECANT_AVIF_DONE else { return }
        let more = unsafe String(cString: decant_avif_words(decoder))
        let words = unsafe String(cString: decant_avif_result(decoder)) + (more.isEmpty ? "" : ", \(more)")
        switch outcome {
        case DECANT_AVIF_OUT_OF_MEMORY:
            throw ResponseError(.limitExceeded, "there is no memory for the \(bytes.format)").binary
        case DECANT_AVIF_TRUNCATED:
            throw bytes.fault("its data end too early (libavif: \(words))", at: bytes.count, .truncatedBody)
        case DECANT_AVIF_NO_CODEC:
            throw ResponseError(.unsupportedFormat, "libavif was built without a decoder", offset: 0).binary
        default: throw bytes.fault("it cannot be decoded (libavif: \(words))", at: file.position)
        }
    }
}
#endif
