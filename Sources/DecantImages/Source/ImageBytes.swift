public import DecantCore

/// A part of a body that is an image: reads its numbers, and creates errors with offsets in the body.
///
/// Positions count from the start of the part. Reading past the end is a programming error; call ``require`` first.
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

    /// Returns a slice of this part; the range must lie within it.
    func slice(_ range: Range<Int>, as format: ImageFormat) -> ImageBytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return ImageBytes(body, format, start: start + range.lowerBound, count: range.count)
    }

    subscript(position: Int) -> UInt8 { body[start + position] }

    func little16(at position: Int) -> Int { Int(self[position]) | Int(self[position + 1]) << 8 }
    func little24(at position: Int) -> Int { little16(at: position) | Int(self[position + 2]) << 16 }
    func little32(at position: Int) -> Int { Self.number(littleWord(at: position)) }
    func signed32(at position: Int) -> Int { Int(Int32(bitPattern: littleWord(at: position))) }
    func big16(at position: Int) -> Int { Int(self[position]) << 8 | Int(self[position + 1]) }
    func big32(at position: Int) -> Int { Self.number(bigWord(at: position)) }

    func littleWord(at position: Int) -> UInt32 {
        UInt32(little16(at: position)) | UInt32(little16(at: position + 2)) << 16
    }

    /// Returns the color in three bytes, red first, as an opaque pixel.
    func opaquePixel(at position: Int) -> UInt32 { UInt32(little24(at: position)) | 0xFF00_0000 }

    func bigWord(at position: Int) -> UInt32 {
        UInt32(big16(at: position)) << 16 | UInt32(big16(at: position + 2))
    }

    /// Returns a size, an offset, or a count; it saturates only where `Int` has 32 bits.
    ///
    /// There, no body has 2^29 bytes, and the sum of a few such numbers does not overflow.
    private static func number(_ word: UInt32) -> Int { Int(min(UInt64(word), UInt64(Int.max / 4))) }

    /// Returns the byte at a position in the form 0x3B.
    func hexadecimal(at position: Int) -> String {
        let digits = String(self[position], radix: 16, uppercase: true)
        return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
    }

    /// Returns a copy of the bytes in a range.
    func bytes(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }

    /// Throws unless the bytes are present.
    func require(_ length: Int, at position: Int, _ what: String) throws(ResponseError) {
        guard position <= count, length <= count - position else { throw cut(what) }
    }

    /// Returns the error for a body that ends early.
    func cut(_ what: String) -> ResponseError {
        let message = "the \(format) is truncated: it ends inside \(what)"
        return ResponseError(.truncatedBody, message, byteOffset: offset(of: count))
    }

    /// Returns an error that names the format.
    func fault(
        _ message: String,
        at position: Int,
        _ code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil
    ) -> ResponseError {
        ResponseError(code, "the \(format) is malformed: \(message)", byteOffset: offset(of: position), limit: limit)
    }

    /// Returns the error for an exceeded limit.
    ///
    /// - Parameters:
    ///   - needed: The value of the limit that would suffice, if it is known.
    ///   - remedy: The change that helps; by default, to raise the limit.
    func excess(
        _ message: String,
        at position: Int,
        _ limit: Limits.Name,
        needed: Int? = nil,
        remedy: Remedy? = nil
    ) -> ResponseError {
        ResponseError(
            .limitExceeded,
            "the \(format) has \(message)",
            byteOffset: offset(of: position),
            limit: limit,
            needed: needed,
            remedy: remedy
        )
    }

    /// Returns the offset in the body of a position, clamped to the part.
    private func offset(of position: Int) -> Int { body.start + start + min(max(position, 0), count) }

    /// Returns a warning with its offset in the body.
    func finding(_ code: Finding.Code, _ message: String, at position: Int) -> Finding {
        Finding(code, .warning, "\(format): \(message)", offset: body.start + start + position)
    }

    /// The warning about an image without all of its pixels.
    var truncationFinding: Finding { finding(.partialImage, "the image data is truncated", at: count) }

    /// Returns the finding for metadata that was skipped because it exceeds the limit.
    func oversizedMetadata(_ name: String, at position: Int, _ limits: Limits) -> Finding {
        let message = "skipped the \(name), which has more than \(limits.metadataBytes.counted("byte"))"
        return finding(.damagedMetadata, message, at: position)
    }
}

// MARK: - Unsafe
//
// Why: libraries written in C read the bytes of an image by address.
//
// Bound: the range is checked, and the buffer does not escape the closure. After the bytes of the body, its zeros can be
// read.

extension ImageBytes {
    /// Calls a closure with the bytes of a range, or of the whole part, for use by a C function.
    func withUnsafeBytes<Result, Failure: Error>(
        in range: Range<Int>? = nil,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let range = range ?? 0..<count
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of the part")
        return try unsafe self.body.span.withUnsafeBufferPointer { (all) throws(Failure) in
            try unsafe body(
                UnsafeBufferPointer(rebasing: all[start + range.lowerBound..<start + range.upperBound])
            )
        }
    }
}

/// The type of a PNG chunk, a WebP chunk, or a box of an AVIF or a HEIC: four ASCII characters.
struct FourCharacterCode: Hashable, ExpressibleByStringLiteral {
    /// The characters as a number, the first in the highest bits.
    let value: UInt32

    /// Creates the code of a literal with four ASCII characters.
    init(stringLiteral name: String) { value = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Reads the code at a position.
    init(in bytes: ImageBytes, at position: Int) { value = bytes.bigWord(at: position) }

    /// The characters, with a question mark for each that is not printable.
    var name: String {
        String(
            [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: value >> UInt32(shift))
                let isPrintable = (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte)
                return isPrintable ? Character(Unicode.Scalar(byte)) : "?"
            }
        )
    }
}

extension Int {
    /// Returns the number and a noun in the form that agrees with it: “1 byte”, “2 bytes”.
    func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension Finding.Code {
    /// The first bytes of an image identify another format than its media type.
    public static let mislabeledImage: Self = "mislabeledImage"
    /// Metadata of an image is damaged or exceeds the limits, and was skipped.
    public static let damagedMetadata: Self = "damagedMetadata"
    /// An image violates a rule of its format, but can be decoded.
    public static let irregularImage: Self = "irregularImage"
    /// The available part of a truncated image was decoded.
    public static let partialImage: Self = "partialImage"
}

/// A reader of the orientation in Exif data.
///
/// Exif data is a TIFF file (Exif 2.3 §4.5.2). Only its first directory is read.
enum ExifReader {
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// Returns Exif data without the name of the JPEG segment, which some writers prepend.
    static func withoutName(_ exif: [UInt8]) -> [UInt8] {
        exif.starts(with: "Exif\0\0".utf8) ? Array(exif.dropFirst(6)) : exif
    }

    /// Returns the orientation in a range of Exif data, or nil if it is missing or damaged.
    static func orientation(of bytes: ImageBytes, _ offset: Range<Int>) -> ImageOrientation? {
        let part = bytes.slice(offset, as: bytes.format)
        // Some writers prepend the name of the JPEG segment.
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

/// A count of pixels and frames that is checked against the limits before allocation.
struct ImageBudget {
    let limits: Limits
    private(set) var frames = 0
    private(set) var pixels = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Throws if a side of an image is 0 or too long, or its pixels exceed the limit.
    static func check(width: Int, height: Int, _ limits: Limits, in bytes: ImageBytes, at position: Int)
        throws(ResponseError)
    {
        guard width > 0, height > 0 else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: position)
        }
        guard max(width, height) <= limits.imageSide else {
            let message = "a side of \(max(width, height).counted("pixel")), more than the limit of \(limits.imageSide)"
            throw bytes.excess(message, at: position, .imageSide, needed: max(width, height))
        }
        // The byte count must not overflow: eight bytes per pixel and some slack.
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= min(limits.pixels, .max / 16) else {
            let message = "\(width) by \(height) pixels, more than the limit of \(limits.pixels)"
            throw bytes.excess(message, at: position, .pixels, needed: overflow || count > .max / 16 ? .max : count)
        }
    }

    /// Counts a frame, with all pixels of its canvas.
    mutating func addFrame(pixels count: Int, in bytes: ImageBytes, at position: Int) throws(ResponseError) {
        frames += 1
        guard frames <= limits.frames else {
            throw bytes.excess("more than \(limits.frames.counted("frame"))", at: position, .frames)
        }
        let (sum, overflow) = pixels.addingReportingOverflow(count)
        guard !overflow, sum <= limits.framePixels || frames == 1 else {
            let message = "more than \(limits.framePixels.counted("pixel")) in all frames"
            let text = "set ImageOptions.firstFrameOnly to decode one frame"
            let remedy = Remedy(.option, "frames", text: text)
            throw bytes.excess(message, at: position, .framePixels, remedy: remedy)
        }
        pixels = sum
    }
}

extension ResponseError {
    /// The error with the option that decodes the available part of the image.
    var withPartialOption: ResponseError {
        guard code == .truncatedBody, remedies.isEmpty, let offset else { return self }
        let text = "`acceptsPartial` in the image options decodes the available part"
        return ResponseError(code, message, byteOffset: offset, remedy: Remedy(.option, "acceptsPartial", text: text))
    }
}
