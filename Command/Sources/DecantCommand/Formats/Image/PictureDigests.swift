import Crypto
import DecantImages

/// Digests of the samples of a picture, by which it is compared with what another decoder made of the same file.
struct PictureDigests {
    /// How many frames are digested.
    private static let frameLimit = 64

    let image: DecodedImage

    /// The digest of the first frame: RGBA in 8 bits a channel, row by row, with straight alpha.
    var pixels: SHA256.Digest { digest(of: image.frames.prefix(1)) }

    /// The digest of the first 64 frames, one after the other.
    var frames: SHA256.Digest { digest(of: image.frames.prefix(Self.frameLimit)) }

    private func digest(of frames: ArraySlice<ImageFrame>) -> SHA256.Digest {
        var hash = SHA256()
        for frame in frames { frame.pixels.add(to: &hash) }
        return hash.finalize()
    }
}
