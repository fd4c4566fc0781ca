import CImageRivals

/// A picture that a rival has decoded; freed by the rival's own means.
final class RivalPicture {
    private var picture = image_rival_picture()

    init(_ bytes: [UInt8], _ rival: ImageRival) throws {
        guard rival.decode(bytes, bytes.count, &picture) == 0 else {
            throw ImageRival.Failure(library: rival.name.rawValue)
        }
    }

    deinit {
        if picture.release != nil { image_rival_release(&picture) }
    }

    /// The numbers found; pixels are made RGBA first where they are not.
    var tally: Tally {
        var digest = PixelDigest()
        for row in 0..<picture.height * picture.frames {
            guard let start = picture.pixels?.advanced(by: row * picture.stride) else { break }
            let samples = UnsafeBufferPointer(start: start, count: picture.width * picture.channels)
            for pixel in 0..<picture.width { digest.add(Self.pixel(samples, pixel, picture.channels)) }
        }
        return Tally(counts: [picture.width, picture.height, picture.frames, digest.value])
    }

    private static func pixel(_ samples: UnsafeBufferPointer<UInt8>, _ index: Int, _ channels: Int) -> SIMD4<UInt8> {
        let first = index * channels
        let isGray = channels < 3
        return SIMD4(
            samples[first],
            samples[isGray ? first : first + 1],
            samples[isGray ? first : first + 2],
            channels % 2 == 0 ? samples[first + channels - 1] : 255
        )
    }
}
