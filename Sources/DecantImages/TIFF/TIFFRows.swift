import CDecantPixels
import DecantCore

/// A rule for converting the rows of a page to pixels.
struct TIFFRowFormat {
    enum Kind {
        /// Bytes of red, green, blue and optionally alpha, which need no conversion.
        case pixels
        /// Bytes of red, green, and blue.
        case rgb
        /// One sample of at most 8 bits, an index into a table of pixels.
        case table
        /// A palette index of one byte, followed by other samples.
        case tableAndMore
        /// Bytes of Y, Cb, and Cr.
        case yCbCr
        /// Any other format, converted through samples of 16 bits.
        case wide
    }

    let layout: TIFFLayout
    let kind: Kind
    /// Whether decoded pixels have 16 bits per channel.
    let isDeep: Bool
    /// Whether colors are premultiplied by alpha in the file, and straight in the output.
    let isUnassociated: Bool
    /// The table of 256 pixels.
    let table: [UInt32]
    /// The five tables of 256 numbers for converting YCbCr to RGB.
    let lumaTables: [Int32]
    /// The number of samples of a pixel that are used: colors and alpha.
    var usedSamples: Int { layout.photometric.channels + (layout.page.alpha == .none ? 0 : 1) }
    /// The number of bytes of a decoded pixel.
    var targetBytes: Int { isDeep ? 8 : 4 }

    init(_ layout: TIFFLayout, _ options: ImageOptions) throws(ResponseError) {
        self.layout = layout
        isDeep = options.keeps16Bits && layout.bits > 8
        isUnassociated = layout.page.alpha == .associated && !options.premultipliesAlpha
        kind = Self.kind(layout)
        table = try Self.table(layout)
        lumaTables = layout.photometric == .yCbCr ? Self.lumaTables(layout.page.directory) : []
    }

    private static func kind(_ layout: TIFFLayout) -> Kind {
        let page = layout.page
        let samples = page.samples
        switch layout.photometric {
        case .yCbCr: return .yCbCr
        case .palette: return samples == 1 ? .table : .tableAndMore
        case .whiteIsZero, .blackIsZero, .mask:
            return samples == 1 && [1, 2, 4, 8].contains(layout.bits) ? .table : .wide
        case .rgb where layout.bits == 8: return samples == 3 ? .rgb : samples == 4 ? .pixels : .wide
        default: return .wide
        }
    }

    private static func table(_ layout: TIFFLayout) throws(ResponseError) -> [UInt32] {
        switch layout.photometric {
        case .palette: return try palette(layout.page.directory, bits: layout.bits)
        case .whiteIsZero, .blackIsZero, .mask:
            guard layout.bits <= 8 else { return [] }
            let maxSample = (1 << layout.bits) - 1
            return (0..<256).map { index in
                let level = (min(index, maxSample) * 255 + maxSample / 2) / maxSample
                let gray = UInt32(layout.photometric == .whiteIsZero ? 255 - level : level)
                return gray * 0x010101 | 0xFF00_0000
            }
        default: return []
        }
    }

    /// Returns the colors of a palette: all reds, all greens, then all blues, of 16 bits (TIFF 6.0 §5).
    private static func palette(_ directory: TIFFDirectory, bits: Int) throws(ResponseError) -> [UInt32] {
        let count = 1 << bits
        let values = try directory.integers(.colorMap, atMost: 3 * count) ?? []
        guard values.count == 3 * count else {
            let message = "expected \(3 * count) palette values, but found \(values.count)"
            throw directory.reader.bytes.fault(message, at: directory.start)
        }
        // Some old programs wrote 8-bit values.
        let shift = values.allSatisfy { $0 < 256 } ? 0 : 8
        return (0..<256).map { index in
            guard index < count else { return 0xFF00_0000 }
            let channels = (0..<3).map { UInt32(truncatingIfNeeded: values[$0 * count + index] >> shift) & 0xFF }
            return channels[0] | channels[1] << 8 | channels[2] << 16 | 0xFF00_0000
        }
    }

    /// Returns the tables for converting YCbCr to RGB (TIFF 6.0 §20 and §21), rounded in the same steps as in libtiff.
    private static func lumaTables(_ directory: TIFFDirectory) -> [Int32] {
        let standard = [0.299, 0.587, 0.114]
        let luma = directory.numbers(.lumaCoefficients, count: 3).flatMap { $0[1] > 0.001 ? $0 : nil } ?? standard
        let range = directory.numbers(.referenceBlackWhite, count: 6) ?? [0, 255, 128, 255, 128, 255]
        let y = levels(range[0], range[1], 255)
        let (cb, cr) = (levels(range[2], range[3], 127), levels(range[4], range[5], 127))
        let (red, blue) = (2 - 2 * luma[0], 2 - 2 * luma[2])
        let (redOfGreen, blueOfGreen) = (luma[0] * red / luma[1], luma[2] * blue / luma[1])
        // In red and blue, each term is rounded to a whole number. In green, the sum is rounded.
        return y.map { $0 << 16 } + cr.map { (factor(red) * $0 + 32768) & ~0xFFFF }
            + cb.map { -factor(blueOfGreen) * $0 } + cr.map { -factor(redOfGreen) * $0 }
            + cb.map { (factor(blue) * $0 + 32768) & ~0xFFFF }
    }

    /// Returns a factor in units of 1/65536.
    private static func factor(_ value: Double) -> Int32 { Int32(max(0, min(2, value)) * 65536 + 0.5) }

    /// Returns the level of each sample value: `black` maps to zero, `white` to `maxLevel`.
    private static func levels(_ black: Double, _ white: Double, _ maxLevel: Double) -> [Int32] {
        let span = white - black == 0 ? 1 : white - black
        return (0..<256).map { code in
            // The bound is far outside the visible range, and small enough for products with a factor.
            Int32(max(-4096, min(4096, (Double(code) - black.rounded(.towardZero)) * maxLevel / span)))
        }
    }
}

#if DECANT_TIFF
import CDecantTIFF

// MARK: - Unsafe
//
// Why: each loop over the samples of a row runs in C, where the compiler vectorizes it.
//
// Bound: one call makes the pixels of one row of at most `layout.columns` columns. The caller guarantees that `source`,
// and each multiple of `plane` after it, points to the bytes of such a row with 16 more readable bytes, and that
// `target` has capacity for the pixels. The scratch rows are allocated here, large enough for a row of the widest strip
// or tile.

/// A converter of sample rows to pixels.
@safe
final class UnsafeTIFFRows {
    private let format: TIFFRowFormat
    private let isBigEndian: Bool
    private let table: UnsafeMutablePointer<UInt32>
    private let luma: UnsafeMutablePointer<Int32>
    private let samples: UnsafeMutablePointer<UInt16>
    private let colors: UnsafeMutablePointer<UInt16>
    private let line: UnsafeMutablePointer<UInt8>

    /// Creates a converter for rows whose samples of more than 8 bits have the given byte order.
    init(_ format: TIFFRowFormat, isBigEndian: Bool) {
        self.format = format
        self.isBigEndian = isBigEndian
        let columns = format.layout.columns
        let isWide = format.kind == .wide
        unsafe table = .allocate(capacity: 256)
        unsafe table.initialize(repeating: 0, count: 256)
        for (index, pixel) in format.table.enumerated() { unsafe table[index] = pixel }
        unsafe luma = .allocate(capacity: 1280)
        unsafe luma.initialize(repeating: 0, count: 1280)
        for (index, number) in format.lumaTables.enumerated() { unsafe luma[index] = number }
        let together = max(format.layout.samplesTogether, format.usedSamples)
        unsafe samples = .allocate(capacity: isWide ? columns * together + 16 : 1)
        unsafe colors = .allocate(capacity: isWide ? columns * 4 + 16 : 1)
        unsafe line = .allocate(capacity: format.kind == .yCbCr ? columns * 3 + 16 : 1)
    }

    deinit {
        unsafe table.deallocate()
        unsafe luma.deallocate()
        unsafe samples.deallocate()
        unsafe colors.deallocate()
        unsafe line.deallocate()
    }

    /// Converts a row to pixels.
    ///
    /// `plane` is the distance between the planes of a planar page in bytes; 0 if samples are interleaved.
    func convert(
        _ source: UnsafePointer<UInt8>,
        row: Int,
        plane: Int,
        to target: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) {
        let words = unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self)
        if plane > 0, format.kind != .wide {
            unsafe interleave(source, plane, words, count)
        } else {
            switch format.kind {
            case .pixels:
                if unsafe UnsafePointer(target) != source { unsafe target.update(from: source, count: 4 * count) }
            case .rgb: unsafe decant_png_wide(source, nil, target, count, 3, 0xFF00_0000)
            case .table: unsafe decant_table_row(source, words, count, table, UInt32(format.layout.bits))
            case .tableAndMore:
                let step = format.layout.samplesTogether
                unsafe decant_tiff_palette(source, words, count, step, table, format.layout.page.alpha == .none ? 0 : 1)
            case .yCbCr: unsafe convertLuma(source, row, words, count)
            case .wide: unsafe convertWide(source, plane, target, count)
            }
        }
        unsafe convertAlpha(words, count)
    }

    /// Interleaves planes of bytes into pixels of 8 bits per channel.
    private func interleave(
        _ source: UnsafePointer<UInt8>,
        _ plane: Int,
        _ words: UnsafeMutablePointer<UInt32>,
        _ count: Int
    ) {
        let target = unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self)
        if format.kind == .yCbCr {
            for channel in 0..<3 { unsafe decant_tiff_sample(source + channel * plane, line + channel, count) }
            unsafe decant_tiff_ycbcr(line, words, count, 3, luma)
            return
        }
        for channel in 0..<format.usedSamples {
            unsafe decant_tiff_channel(source + channel * plane, target + channel, count)
        }
        if format.usedSamples < 4 { unsafe decant_tiff_opaque(words, count) }
    }

    private func convertLuma(
        _ source: UnsafePointer<UInt8>,
        _ row: Int,
        _ words: UnsafeMutablePointer<UInt32>,
        _ count: Int
    ) {
        guard format.layout.isBlocked else {
            unsafe decant_tiff_ycbcr(source, words, count, format.layout.samplesTogether, luma)
            return
        }
        let (across, down) = format.layout.subsampling
        unsafe decant_tiff_unblock(source, line, count, across, down, row % down)
        unsafe decant_tiff_ycbcr(line, words, count, 3, luma)
    }

    private func convertWide(
        _ source: UnsafePointer<UInt8>,
        _ plane: Int,
        _ target: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) {
        let layout = format.layout
        let bits = UInt32(layout.bits)
        let isFraction: Int32 = layout.page.format == .float && layout.bits >= 16 ? 1 : 0
        let isBig: Int32 = isBigEndian ? 1 : 0
        let step = plane > 0 ? format.usedSamples : layout.samplesTogether
        if plane > 0 {
            for channel in 0..<step {
                let bytes = unsafe source + channel * plane
                unsafe decant_tiff_samples(bytes, samples + channel, count, step, bits, isFraction, isBig)
            }
        } else {
            unsafe decant_tiff_samples(source, samples, count * step, 1, bits, isFraction, isBig)
        }
        let deep =
            unsafe format.isDeep
            ? UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self) : colors
        unsafe makeColors(deep, step, count)
        if layout.page.alpha != .none {
            unsafe decant_tiff_alpha_16(samples + layout.photometric.channels, deep, count, step)
        }
        if format.isUnassociated, layout.bits > 8 { unsafe decant_tiff_unassociate_16(deep, count) }
        if !format.isDeep { unsafe decant_tiff_shallow(colors, target, 4 * count) }
    }

    private func makeColors(_ target: UnsafeMutablePointer<UInt16>, _ step: Int, _ count: Int) {
        let isDeep: Int32 = format.layout.bits > 8 ? 1 : 0
        switch format.layout.photometric {
        case .whiteIsZero: unsafe decant_tiff_gray_16(samples, target, count, step, 65535)
        case .separated: unsafe decant_tiff_cmyk_16(samples, target, count, step)
        case .cieLab: unsafe decant_tiff_lab(samples, target, count, step, 0, isDeep)
        case .iccLab: unsafe decant_tiff_lab(samples, target, count, step, 1, isDeep)
        case .rgb: unsafe decant_tiff_rgb_16(samples, target, count, step)
        default: unsafe decant_tiff_gray_16(samples, target, count, step, 0)
        }
    }

    /// Converts the alpha of a row to the requested form; samples with more than 8 bits already have it.
    private func convertAlpha(_ words: UnsafeMutablePointer<UInt32>, _ count: Int) {
        guard format.layout.bits <= 8 else { return }
        if format.isUnassociated {
            unsafe decant_tiff_unassociate_8(UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self), count)
        } else if format.kind == .pixels, format.layout.page.alpha == .none {
            unsafe decant_tiff_opaque(words, count)
        }
    }
}
#endif
