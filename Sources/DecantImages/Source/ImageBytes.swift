public import DecantCore

/// A part of a body that is a picture of some format: reads numbers from it, and makes errors with the place in the body.
///
/// Positions count from the beginning of the part. Reading beyond the end is a mistake of the programmer's; ``require``
/// decides whether bytes are there.
struct ImageBytes {
    let body: ResponseBytes
    let format: ImageFormat
    /// The offset of the part in the body.
    let start: Int
    /// The number of bytes of the part.
    let count: Int

    init(_ body: ResponseBytes, _ format: ImageFormat) { self.init(body, format, start: 0, count: body.count) }

    private init(_ body: ResponseBytes, _ format: ImageFormat, start: Int, count: Int) {
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

    subscript(position: Int) -> UInt8 { body[start + position] }

    func little16(at position: Int) -> Int { Int(self[position]) | Int(self[position + 1]) << 8 }
    func little24(at position: Int) -> Int { little16(at: position) | Int(self[position + 2]) << 16 }
    func little32(at position: Int) -> Int { little16(at: position) | little16(at: position + 2) << 16 }
    func signed32(at position: Int) -> Int { Int(Int32(truncatingIfNeeded: little32(at: position))) }
    func big16(at position: Int) -> Int { Int(self[position]) << 8 | Int(self[position + 1]) }
    func big32(at position: Int) -> Int { big16(at: position) << 16 | big16(at: position + 2) }
    /// The byte at a position in the form 0x3B.
    func hexadecimal(at position: Int) -> String {
        let digits = String(self[position], radix: 16, uppercase: true)
        return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
    }

    /// The bytes at some positions as an array of their own.
    func bytes(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }

    /// Checks that the bytes are present.
    func require(_ length: Int, at position: Int, _ what: String) throws(ResponseError) {
        guard position <= count, length <= count - position else { throw cut(what) }
    }

    /// The error that the bytes end too early.
    func cut(_ what: String) -> ResponseError {
        ResponseError(.truncatedBody, "the \(format) is truncated: it ends inside \(what)", at: site(of: count))
    }

    /// An error that names the format.
    func fault(
        _ message: String,
        at position: Int,
        _ code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil
    ) -> ResponseError {
        ResponseError(code, "the \(format) is malformed: \(message)", at: site(of: position), limit: limit)
    }

    /// The error that a limit is exceeded.
    func excess(_ message: String, at position: Int, _ limit: Limits.Name) -> ResponseError {
        ResponseError(.limitExceeded, "the \(format) has \(message)", at: site(of: position), limit: limit)
    }

    /// The site of an error at a position.
    private func site(of position: Int) -> ErrorSite { .bytes(body.start + start + min(max(position, 0), count)) }

    /// A finding with its place.
    func finding(_ code: Finding.Code, _ message: String, at position: Int) -> Finding {
        Finding(code, .warning, "\(format): \(message)", offset: body.start + start + position)
    }
}

// MARK: - Unsafe
//
// Why: libraries written in C read the bytes of a picture where they are.
//
// Bound: the address is passed together with the number of bytes, and not kept.

extension ImageBytes {
    /// Calls a closure with the bytes, for a function of C.
    func withUnsafeBytes<Result>(_ body: (_ base: UnsafePointer<UInt8>, _ count: Int) -> Result) -> Result {
        let from = self.body.start + start
        return unsafe self.body.storage.withUnsafeBytes { storage in
            let base = unsafe storage.firstAddress.assumingMemoryBound(to: UInt8.self)
            return unsafe body(base + from, count)
        }
    }
}

extension Finding.Code {
    /// The first bytes of a picture are those of another format than its media type names.
    public static let mislabelledImage: Self = "mislabelledImage"
    /// Metadata of a picture is damaged or exceeds the limits, and was skipped.
    public static let damagedMetadata: Self = "damagedMetadata"
    /// A picture breaks a rule of its format that does not keep it from being decoded.
    public static let irregularImage: Self = "irregularImage"
    /// The available part of a truncated picture was decoded.
    public static let partialImage: Self = "partialImage"
}

/// Reads the one thing of Exif data that matters to a picture: how it is to be turned.
///
/// Exif data are a TIFF file (Exif 2.3 §4.5.2), of whose first directory the entries are looked at.
enum ExifReader {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// Exif data without the name of the JPEG segment, which some writers put in front.
    static func withoutName(_ exif: [UInt8]) -> [UInt8] {
        exif.starts(with: "Exif\0\0".utf8) ? Array(exif.dropFirst(6)) : exif
    }

    /// The orientation that is at some place; nil if there is none, or it is damaged.
    static func orientation(of bytes: ImageBytes, _ offset: Range<Int>) -> ImageOrientation? {
        let part = bytes.slice(offset, as: bytes.format)
        // Some writers put the name of the JPEG segment in front.
        let start = part.count > 6 && part.bytes(0..<6) == Array("Exif\0\0".utf8) ? 6 : 0
        guard part.count >= start + 8 else { return nil }
        let isLittle = part[start] == 0x49
        let read16 = { isLittle ? part.little16(at: $0) : part.big16(at: $0) }
        let directory = start + (isLittle ? part.little32(at: start + 4) : part.big32(at: start + 4))
        guard directory + 2 <= part.count else { return nil }
        for index in 0..<read16(directory) {
            let entry = directory + 2 + 12 * index
            guard entry + 12 <= part.count else { return nil }
            if read16(entry) == orientationTag, read16(entry + 2) == shortType {
                return ImageOrientation(rawValue: read16(entry + 8))
            }
        }
        return nil
    }
}

/// Counts pixels and frames against the limits, before anything is allocated for them.
struct ImageBudget {
    let limits: Limits
    private(set) var frames = 0
    private(set) var pixels = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Checks the sides of a picture: none is 0, none too long, and the pixels are not too many.
    static func check(width: Int, height: Int, _ limits: Limits, in bytes: ImageBytes, at position: Int)
        throws(ResponseError)
    {
        guard width > 0, height > 0 else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: position)
        }
        guard max(width, height) <= limits.imageSide else {
            let message = "a side of \(max(width, height).counted("pixel")), more than the limit of \(limits.imageSide)"
            throw bytes.excess(message, at: position, .imageSide)
        }
        // Eight bytes a pixel and some slack must be countable, too.
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= min(limits.pixels, .max / 16) else {
            let message = "\(width) by \(height) pixels, more than the limit of \(limits.pixels)"
            throw bytes.excess(message, at: position, .pixels)
        }
    }

    /// Counts a frame, of which all pixels of the canvas are kept.
    mutating func addFrame(pixels count: Int, in bytes: ImageBytes, at position: Int) throws(ResponseError) {
        frames += 1
        guard frames <= limits.frames else {
            throw bytes.excess("more than \(limits.frames.counted("frame"))", at: position, .frames)
        }
        let (sum, overflow) = pixels.addingReportingOverflow(count)
        guard !overflow, sum <= limits.framePixels || frames == 1 else {
            let message = "more than \(limits.framePixels.counted("pixel")) in all frames"
            var error = bytes.excess(message, at: position, .framePixels)
            error.details.hint = "set ImageOptions.frames to .first to decode one frame; \(error.hint ?? "")"
            throw error
        }
        pixels = sum
    }
}
