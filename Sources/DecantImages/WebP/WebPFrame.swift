import DecantCore

/// One frame of an animation (RFC 9649 §2.7.1.2).
struct WebPFrame {
    let area: ImageArea
    let picture: WebPPicture
    var delay = Duration.zero
    var disposal = ImageFrame.Disposal.keep

    /// Whether what is below shines through.
    var blends = false

    private static let headLength = 16

    /// The whole picture of a file without animation.
    init(_ picture: WebPPicture) {
        self.picture = picture
        area = ImageArea(width: picture.width, height: picture.height)
    }

    /// Reads a chunk ANMF.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - chunk: The chunk.
    ///   - canvas: Where the frame has to lie.
    /// - Throws: ``ResponseError`` if the frame is damaged.
    init(_ bytes: ImageBytes, _ chunk: WebPChunk, on canvas: ImageArea) throws(ResponseError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count >= Self.headLength else { throw bytes.fault("a frame has no head", at: start) }
        try bytes.require(Self.headLength, at: start, "the head of a frame")
        let number = { bytes.little24(at: start + $0) }
        area = ImageArea(x: 2 * number(0), y: 2 * number(3), width: 1 + number(6), height: 1 + number(9))
        guard area.x + area.width <= canvas.width, area.y + area.height <= canvas.height else {
            throw bytes.fault("a frame reaches out of the canvas", at: start)
        }
        delay = .milliseconds(number(12))
        disposal = bytes[start + 15] & 1 == 1 ? .clear : .keep
        blends = bytes[start + 15] & 2 == 0
        picture = try Self.picture(bytes, start + Self.headLength..<chunk.data.upperBound)
        guard picture.width == area.width, picture.height == area.height else {
            let message = "the picture of a frame is \(picture.width) by \(picture.height) pixels, its area is not"
            throw bytes.fault(message, at: picture.data.lowerBound)
        }
    }

    /// Finds the picture among the chunks of a frame.
    private static func picture(_ bytes: ImageBytes, _ range: Range<Int>) throws(ResponseError) -> WebPPicture {
        var reader = WebPChunkReader(bytes, range)
        var alpha: WebPChunk?
        while let chunk = try reader.next() {
            switch chunk.type {
            case WebPChunk.alpha: alpha = alpha ?? chunk
            case WebPChunk.lossy, WebPChunk.lossless: return try WebPPicture(bytes, chunk, alpha: alpha)
            default: break
            }
        }
        throw bytes.fault("a frame has no picture", at: range.lowerBound)
    }
}
