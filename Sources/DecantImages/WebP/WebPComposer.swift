#if WebP
import DecantCore

/// Decodes the frames of a WebP, each onto a copy of the canvas with those in front of it.
///
/// What is to be seen is bit by bit what libwebp's own composer makes, since its arithmetic is that of most programs: alpha is
/// laid over in whole numbers and rounded down, and a frame is not laid over anything where nothing but an emptied canvas
/// is below it. A frame that is ten pixels wide, for example, and covers the four that the frame before it asked to clear,
/// is stored as it is in those four, and laid over what is there in the six others.
struct WebPComposer {
    let bytes: ImageBytes
    let file: WebPFile

    /// The frames so far, each as it is to be seen.
    private var frames: [ImageFrame] = []

    /// Whether the frame decoded last began with an empty canvas.
    private var wasAlone = true

    /// Whether pixels are missing at the end of the data.
    private(set) var isPartial = false

    init(_ bytes: ImageBytes, _ file: WebPFile) {
        self.bytes = bytes
        self.file = file
    }

    /// Decodes a frame.
    mutating func add(_ frame: WebPFrame) throws(ResponseError) {
        let before = frames.last
        let isAlone = isAlone(frame)
        let (samples, rows) = try samples(frame, on: isAlone ? nil : before)
        if rows < frame.area.height { isPartial = true }
        let canvas = ImagePixels(width: file.canvas.width, height: file.canvas.height, samples)
        var shown = ImageFrame(canvas, area: frame.area)
        shown.delay = frame.delay
        shown.disposal = frame.disposal
        frames.append(shown)
        wasAlone = isAlone
    }

    /// Whether nothing is to be seen below a frame.
    private func isAlone(_ frame: WebPFrame) -> Bool {
        guard let before = frames.last else { return true }
        if covers(frame.area), !frame.blends || !frame.picture.hasAlpha { return true }
        return before.disposal == .clear && (covers(before.area) || wasAlone)
    }

    /// Whether an area is the whole canvas.
    func covers(_ area: ImageArea) -> Bool {
        area.width == file.canvas.width && area.height == file.canvas.height
    }

    /// The columns of a row in which a frame has something below it.
    func parts(of area: ImageArea, row: Int, without before: ImageFrame) -> [Range<Int>] {
        let columns = area.x..<area.x + area.width
        let hole = before.area
        guard before.disposal == .clear, hole.y..<hole.y + hole.height ~= row else { return [columns] }
        let cleared = (hole.x..<hole.x + hole.width).clamped(to: columns)
        guard !cleared.isEmpty else { return [columns] }
        return [columns.lowerBound..<cleared.lowerBound, cleared.upperBound..<columns.upperBound]
    }

    /// Gives the frames.
    consuming func finish() -> [ImageFrame] {
        if !file.hasAlpha, !isPartial, mayBeTransparent {
            for index in frames.indices { frames[index].pixels.makeOpaque() }
        }
        return frames
    }

    /// Whether some pixel may be other than opaque, whatever the file says.
    private var mayBeTransparent: Bool {
        guard let first = file.frames.first, covers(first.area) else { return true }
        return file.frames.contains { $0.disposal == .clear || $0.picture.isLossless || $0.picture.hasAlpha }
    }

    /// The error for pixels that libwebp does not decode.
    func fault(_ status: Int32, _ frame: WebPFrame) -> ResponseError {
        let words = Self.words(status)
        switch Outcome(rawValue: status) {
        case .outOfMemory: return ResponseError(.limitExceeded, "there is no memory for the \(bytes.format)").binary
        case .suspended, .notEnoughData:
            let message = "its pixels end too early (libwebp: \(words))"
            return bytes.fault(message, at: frame.picture.data.upperBound, .truncatedBody)
        default: return bytes.fault("its pixels are damaged (libwebp: \(words))", at: frame.picture.data.lowerBound)
        }
    }
}

extension WebPComposer {
    /// The codes of libwebp that are told apart.
    enum Outcome: Int32 {
        case done = 0
        case outOfMemory = 1
        case suspended = 5
        case notEnoughData = 7
    }
}
#endif
