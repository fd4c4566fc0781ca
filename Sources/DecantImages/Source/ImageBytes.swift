import DecantCore

/// A part of a body that is a picture of some format: reads numbers from it, and makes errors with the place in the body.
///
/// Positions count from the beginning of the part. Reading beyond the end is a mistake of the programmer's; ``require``
/// is what tells whether bytes are there.
struct ImageBytes {
    let body: ResponseBody
    let format: ImageFormat

    /// Where the part begins in the body.
    let start: Int

    /// The number of bytes of the part.
    let count: Int

    init(_ body: ResponseBody, _ format: ImageFormat) {
        self.init(body, format, start: 0, count: body.count)
    }

    private init(_ body: ResponseBody, _ format: ImageFormat, start: Int, count: Int) {
        self.body = body
        self.format = format
        self.start = start
        self.count = count
    }

    /// A part of this part, which lies in it.
    func slice(_ range: Range<Int>, as format: ImageFormat) -> ImageBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return ImageBytes(body, format, start: start + range.lowerBound, count: range.count)
    }

    @inline(__always)
    subscript(position: Int) -> UInt8 { body[start + position] }

    func little16(at position: Int) -> Int { Int(self[position]) | Int(self[position + 1]) << 8 }

    func little24(at position: Int) -> Int { little16(at: position) | Int(self[position + 2]) << 16 }

    func little32(at position: Int) -> Int { little16(at: position) | little16(at: position + 2) << 16 }

    func signed32(at position: Int) -> Int { Int(Int32(truncatingIfNeeded: little32(at: position))) }

    func big16(at position: Int) -> Int { Int(self[position]) << 8 | Int(self[position + 1]) }

    func big32(at position: Int) -> Int { big16(at: position) << 16 | big16(at: position + 2) }

    /// The bytes at some positions as an array of their own.
    func bytes(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }

    /// Makes sure that bytes are there.
    func require(_ length: Int, at position: Int, _ what: String) throws(ResponseError) {
        guard position <= count, length <= count - position else { throw cut(what) }
    }

    /// The error that the bytes end too early.
    func cut(_ what: String) -> ResponseError {
        ResponseError(.truncatedBody, "the \(format) is cut off: it ends inside of \(what)", offset: offset(of: count))
            .binary
    }

    /// An error that names the format.
    func fault(
        _ message: String,
        at position: Int,
        _ code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil
    ) -> ResponseError {
        ResponseError(code, "the \(format) is malformed: \(message)", offset: offset(of: position), limit: limit).binary
    }

    /// The error that a limit is exceeded.
    func excess(_ message: String, at position: Int, _ limit: Limits.Name) -> ResponseError {
        let offset = offset(of: position)
        return ResponseError(.limitExceeded, "the \(format) has \(message)", offset: offset, limit: limit).binary
    }

    /// A position as one in the body.
    private func offset(of position: Int) -> Int {
        body.start + start + min(max(position, 0), count)
    }

    /// A finding with its place.
    func finding(_ code: Finding.Code, _ message: String, at position: Int) -> Finding {
        Finding(code, .warning, "\(format): \(message)", offset: body.start + start + position)
    }
}
