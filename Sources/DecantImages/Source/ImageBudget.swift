import CDecantPages
import DecantCore

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

/// Advice to the system about the memory of large images.
enum ImageMemory {
    /// From so many bytes on, large pages save more faults than half an unused page costs.
    private static let large = 8 << 20
    /// From so many bytes on, unused memory is worth a call.
    private static let unused = 1 << 20

    // MARK: - Unsafe
    //
    // Bound: callers pass memory that they own. Large pages do not change its contents; memory that is given back is not read
    // again before it is written.

    /// Asks for large pages for memory that is about to be written.
    static func preferLargePages(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= large { unsafe decant_prefer_large_pages(start, bytes) }
    }

    /// Returns memory that is not read again to the system.
    static func giveBack(_ start: UnsafeMutableRawPointer?, _ bytes: Int) {
        if bytes >= unused { unsafe decant_give_back(start, bytes) }
    }
}
