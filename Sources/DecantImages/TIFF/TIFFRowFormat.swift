import DecantCore

/// How the rows of a page become pixels.
struct TIFFRowFormat {
    enum Kind {
        /// Bytes of red, green, blue and maybe alpha, which are pixels already.
        case pixels
        /// Bytes of red, green and blue.
        case rgb
        /// One sample of at most 8 bits, whose pixel is looked up.
        case table
        /// A byte whose colour is looked up, and others behind it.
        case tableAndMore
        /// Bytes of Y, Cb and Cr.
        case yCbCr
        /// Anything else, by way of samples of 16 bits.
        case wide
    }

    let layout: TIFFLayout
    let kind: Kind

    /// Whether decoded pixels have 16 bits a channel.
    let isDeep: Bool

    /// Whether colours were multiplied by alpha, and are to be divided by it.
    let isUnassociated: Bool

    /// The 256 pixels that are looked up.
    let table: [UInt32]

    /// The five tables of 256 numbers by which YCbCr becomes RGB.
    let lumaTables: [Int32]

    /// The samples of a pixel that are looked at: those of the colour, and alpha.
    var usedSamples: Int { layout.photometric.channels + (layout.page.alpha == .none ? 0 : 1) }

    /// The bytes of one decoded pixel.
    var targetBytes: Int { isDeep ? 8 : 4 }

    init(_ layout: TIFFLayout, _ options: ImageOptions) throws(ResponseError) {
        self.layout = layout
        isDeep = options.depth == .source && layout.bits > 8
        isUnassociated = layout.page.alpha == .associated && options.alpha == .straight
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
            let most = (1 << layout.bits) - 1
            return (0..<256).map { index in
                let level = (min(index, most) * 255 + most / 2) / most
                let gray = UInt32(layout.photometric == .whiteIsZero ? 255 - level : level)
                return gray * 0x010101 | 0xFF00_0000
            }
        default: return []
        }
    }

    /// The colours of a palette: all reds, all greens, all blues, of 16 bits (TIFF 6.0 §5).
    private static func palette(_ directory: TIFFDirectory, bits: Int) throws(ResponseError) -> [UInt32] {
        let count = 1 << bits
        let values = try directory.integers(.colorMap, atMost: 3 * count) ?? []
        guard values.count == 3 * count else {
            let message = "its palette has \(values.count) numbers instead of \(3 * count)"
            throw directory.reader.bytes.fault(message, at: directory.place)
        }
        // Some old programs wrote 8 bits.
        let shift = values.allSatisfy { $0 < 256 } ? 0 : 8
        return (0..<256).map { index in
            guard index < count else { return 0xFF00_0000 }
            let channels = (0..<3).map { UInt32(truncatingIfNeeded: values[$0 * count + index] >> shift) & 0xFF }
            return channels[0] | channels[1] << 8 | channels[2] << 16 | 0xFF00_0000
        }
    }

    /// The numbers by which YCbCr becomes RGB (TIFF 6.0 §20 and §21), rounded where libtiff rounds them.
    private static func lumaTables(_ directory: TIFFDirectory) -> [Int32] {
        let standard = [0.299, 0.587, 0.114]
        let luma = directory.numbers(.lumaCoefficients, count: 3).flatMap { $0[1] > 0.001 ? $0 : nil } ?? standard
        let range = directory.numbers(.referenceBlackWhite, count: 6) ?? [0, 255, 128, 255, 128, 255]
        let y = levels(range[0], range[1], 255)
        let (cb, cr) = (levels(range[2], range[3], 127), levels(range[4], range[5], 127))
        let (red, blue) = (2 - 2 * luma[0], 2 - 2 * luma[2])
        let (redOfGreen, blueOfGreen) = (luma[0] * red / luma[1], luma[2] * blue / luma[1])
        // In red and blue each part is a whole number; in green the sum becomes one.
        return y.map { $0 << 16 } + cr.map { (factor(red) * $0 + 32768) & ~0xFFFF }
            + cb.map { -factor(blueOfGreen) * $0 } + cr.map { -factor(redOfGreen) * $0 }
            + cb.map { (factor(blue) * $0 + 32768) & ~0xFFFF }
    }

    /// A factor in parts of 65536.
    private static func factor(_ value: Double) -> Int32 { Int32(max(0, min(2, value)) * 65536 + 0.5) }

    /// What each sample is worth: at `black` nothing, at `white` the most.
    private static func levels(_ black: Double, _ white: Double, _ most: Double) -> [Int32] {
        let span = white - black == 0 ? 1 : white - black
        return (0..<256).map { code in
            // Far outside of what can be seen, and far inside of what a product with a factor may be.
            Int32(max(-4096, min(4096, (Double(code) - black.rounded(.towardZero)) * most / span)))
        }
    }
}
