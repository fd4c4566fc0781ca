// Why: libjpeg reads the bytes of the body where they are, and writes rows of pixels into uninitialised memory.
//
// Bound: the pixels have the size that is told beside their address, and libjpeg is stopped if it finds another one in the
// bytes; those have their count beside them. All of its state lives within one call. Rows that it did not write are cleared.

#if JPEG
import CDecantJPEG
import CDecantPixels
import DecantCore

extension JPEGPlan {
    /// Counts the scans behind the first scan header, and the bytes in front of a segment that is cut off.
    static func scans(_ bytes: ImageBytes, from start: Int) -> (count: Int, usable: Int) {
        unsafe bytes.withUnsafeBytes { (base, count) in
            var usable = 0
            let scans = unsafe decant_jpeg_scans(base + start, count - start, &usable)
            return (Int(scans), start + usable)
        }
    }

    /// Decodes the picture.
    ///
    /// - Parameter findings: What libjpeg warns of is added to them.
    /// - Returns: The pixels, and whether they are all there.
    /// - Throws: ``ResponseError`` with libjpeg's words and the place.
    func decode(_ findings: inout [Finding]) throws(ResponseError) -> (ImagePixels, isComplete: Bool) {
        let (width, height) = size
        let total = width * height * 4
        var outcome = decant_jpeg_outcome()
        let samples = unsafe SampleBuffer<UInt8>(capacity: total) { room, count in
            unsafe run(room, &outcome)
            let done = Int(outcome.rows) * width * 4
            unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[done..<total])
                .initializeMemory(as: UInt8.self, repeating: 0)
            count = total
        }
        addWarnings(of: outcome, to: &findings)
        if let failure = failure(outcome) { throw failure }
        if outcome.end == Int32(DECANT_JPEG_NO_END) {
            findings.append(bytes.finding(.irregularImage, "the marker at its end is missing", at: bytes.count))
        }
        let isComplete = outcome.end != Int32(DECANT_JPEG_TRUNCATED) && !lacksData
        return (ImagePixels(width: width, height: height, samples), isComplete)
    }

    private func run(_ room: UnsafeMutableBufferPointer<UInt8>, _ outcome: inout decant_jpeg_outcome) {
        unsafe bytes.withUnsafeBytes { (base, _) in
            var request = unsafe decant_jpeg_request()
            unsafe request.bytes = base
            unsafe request.count = usableCount
            unsafe request.pixels = UnsafeMutableRawPointer(room.firstAddress)
                .assumingMemoryBound(to: UInt32.self)
            unsafe request.width = Int32(size.width)
            unsafe request.height = Int32(size.height)
            unsafe request.eighths = Int32(eighths)
            unsafe request.components = Int32(frame.components.count)
            unsafe request.accepts_partial = acceptsPartial ? 1 : 0
            unsafe request.scans = Int64(mostScans)
            unsafe request.memory = Int64(memory)
            unsafe request.is_cancelled = { Task.isCancelled ? 1 : 0 }
            unsafe decant_jpeg_decode(&request, &outcome)
        }
    }

    private func failure(_ outcome: decant_jpeg_outcome) -> ResponseError? {
        let (words, place) = message(outcome.failure)
        switch Int(outcome.end) {
        case DECANT_JPEG_DONE, DECANT_JPEG_NO_END: return nil
        case DECANT_JPEG_TRUNCATED where acceptsPartial && outcome.rows > 0: return nil
        case DECANT_JPEG_TRUNCATED: return bytes.cut("its data")
        case DECANT_JPEG_TOO_MANY_SCANS:
            return scanExcess("more than \(mostScans) scans", at: place)
        case DECANT_JPEG_CANCELLED: return ResponseError(.cancelled, "the task was cancelled")
        case DECANT_JPEG_NO_MEMORY: return ResponseError(.limitExceeded, "there is no memory")
        default: return bytes.fault("libjpeg says “\(words)”", at: place)
        }
    }

    private func addWarnings(of outcome: decant_jpeg_outcome, to findings: inout [Finding]) {
        var outcome = outcome
        let kept = min(Int(outcome.warning_count), DECANT_JPEG_WARNINGS)
        let all = unsafe withUnsafeBytes(of: &outcome.warnings) { room in
            unsafe room.bindMemory(to: decant_jpeg_message.self).prefix(kept).map { message($0) }
        }
        for (words, place) in all {
            findings.append(bytes.finding(.irregularImage, "libjpeg warns “\(words)”", at: place))
        }
        if let last = all.last, Int(outcome.warning_count) > kept {
            let more = "libjpeg has \(Int(outcome.warning_count) - kept) more warnings"
            findings.append(bytes.finding(.irregularImage, more, at: last.place))
        }
    }

    private func message(_ message: decant_jpeg_message) -> (words: String, place: Int) {
        var message = message
        let words = unsafe withUnsafeBytes(of: &message.words) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return (words, message.offset)
    }
}
#endif
