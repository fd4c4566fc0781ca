import DecantCore

/// One compressed picture of a WebP: the whole one, or that of a frame.
struct WebPPicture {
    /// Where its chunks stand, from the chunk ALPH on if there is one, as far as they are there.
    let data: Range<Int>

    let width: Int
    let height: Int
    let isLossless: Bool

    /// Whether it says that pixels may be other than opaque.
    let hasAlpha: Bool

    /// Whether its data end too early.
    let isCut: Bool

    /// Reads the head of the compressed data.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - chunk: The chunk of the data, `VP8 ` or `VP8L`.
    ///   - alpha: The chunk of alpha in front, which counts for `VP8 ` only.
    /// - Throws: ``ResponseError`` if it is damaged.
    init(_ bytes: ImageBytes, _ chunk: WebPChunk, alpha: WebPChunk?) throws(ResponseError) {
        let start = chunk.data.lowerBound
        isLossless = chunk.type == WebPChunk.lossless
        let length = isLossless ? 5 : 10
        guard chunk.data.count >= length else { throw bytes.fault("a picture has no data", at: start) }
        try bytes.require(length, at: start, "the head of its pixels")
        if isLossless {
            // RFC 9649 §3.4
            let sides = bytes.little32(at: start + 1)
            guard bytes[start] == 0x2F, sides >> 29 == 0 else { throw Self.damaged(bytes, start) }
            (width, height) = (1 + sides & 0x3FFF, 1 + sides >> 14 & 0x3FFF)
            hasAlpha = sides >> 28 & 1 == 1
        } else {
            // RFC 6386 §9.1: a key frame, its start code, and two bits of scale with each side.
            guard bytes[start] & 1 == 0, bytes.bytes(start + 3..<start + 6) == [0x9D, 0x01, 0x2A] else {
                throw Self.damaged(bytes, start)
            }
            (width, height) = (bytes.little16(at: start + 6) & 0x3FFF, bytes.little16(at: start + 8) & 0x3FFF)
            hasAlpha = alpha != nil
        }
        let first = isLossless ? chunk.position : alpha?.position ?? chunk.position
        data = first..<min(chunk.data.upperBound, bytes.count)
        isCut = chunk.data.upperBound > bytes.count
        guard width > 0, height > 0 else { throw bytes.fault("it is \(width) by \(height) pixels", at: start + 6) }
    }

    private static func damaged(_ bytes: ImageBytes, _ position: Int) -> ResponseError {
        bytes.fault("the head of its pixels is damaged", at: position)
    }
}
