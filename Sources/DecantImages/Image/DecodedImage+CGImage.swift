#if canImport(CoreGraphics)
import CoreFoundation
public import CoreGraphics

// MARK: - Unsafe
//
// Why: Core Graphics takes the samples and the color profile by address.
//
// Bound: both are copied with their counts, in closures that provide their addresses.

extension DecodedImage {
    /// Returns a frame as an image of Core Graphics, with a copy of its samples.
    ///
    /// The color space is that of ``iccProfile`` if it has red, green, and blue, else sRGB. The remaining
    /// ``orientation`` is not applied.
    ///
    /// Returns nil if there is no such frame, or if the system cannot create the image.
    public func cgImage(frame index: Int = 0) -> CGImage? {
        guard frames.indices.contains(index), let space = colorSpace else { return nil }
        let pixels = frames[index].pixels
        let isDeep = pixels.bitsPerChannel == 16
        let copy = isDeep ? Self.copy(pixels.samples16) : Self.copy(pixels.samples8)
        guard let copy, let provider = CGDataProvider(data: copy) else { return nil }
        let isOpaque = !header.hasAlpha && !isPartial
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : isPremultiplied ? .premultipliedLast : .last
        let order: CGBitmapInfo = isDeep ? .byteOrder16Little : []
        return unsafe CGImage(
            width: pixels.width,
            height: pixels.height,
            bitsPerComponent: pixels.bitsPerChannel,
            bitsPerPixel: pixels.bitsPerChannel * 4,
            bytesPerRow: pixels.width * pixels.bitsPerChannel / 2,
            space: space,
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }

    private var colorSpace: CGColorSpace? {
        // The pixels of a CMYK image are red, green, and blue, but its profile is not.
        if let iccProfile, let data = Self.copy(SampleBuffer(iccProfile)), let space = CGColorSpace(iccData: data),
            space.model == .rgb
        {
            return space
        }
        return CGColorSpace(name: CGColorSpace.sRGB)
    }

    private static func copy<Sample>(_ samples: SampleBuffer<Sample>) -> CFData? {
        unsafe samples.withUnsafeBytes { bytes in
            unsafe CFDataCreate(nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }
}
#endif
