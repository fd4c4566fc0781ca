#if PNG
/// How the bytes of a row become pixels.
struct PNGRowFormat {
    /// The ways there are; each has loops of its own.
    enum Kind {
        /// Eight bits of red, green and blue.
        case rgb
        /// Eight bits of red, green, blue and alpha.
        case rgba
        /// Eight bits of grey.
        case gray
        /// Eight bits of grey, and of alpha.
        case grayAlpha
        /// At most eight bits that a table makes a pixel of.
        case table
        /// Sixteen bits a channel.
        case deep
    }

    let kind: Kind
    let header: PNGHeader

    /// The pixel for each value of a sample.
    let table: [UInt32]

    /// The number of values that stand for a pixel; the others are errors.
    let tableCount: Int

    /// The transparent colour in the form that the loops compare with, or -1.
    let key: Int64

    /// Whether 16 bits a channel come out.
    let isDeep: Bool

    init(_ file: PNGFile, depth: ImageOptions.Depth) {
        header = file.header
        isDeep = depth == .source && header.depth == 16
        kind = Self.kind(file)
        table = kind == .table ? Self.table(file) : []
        tableCount = header.color == .indexed ? file.palette.count : 1 << min(header.depth, 8)
        switch (file.key, kind) {
        case (let key?, .rgb): self.key = Int64(key.red & 0xFF | (key.green & 0xFF) << 8 | (key.blue & 0xFF) << 16)
        case (let key?, .deep): self.key = Int64(key.red << 32 | key.green << 16 | key.blue)
        default: key = -1
        }
    }

    private static func kind(_ file: PNGFile) -> Kind {
        guard file.header.depth <= 8 else { return .deep }
        switch file.header.color {
        case .indexed: return .table
        case .gray: return file.header.depth == 8 && file.key == nil ? .gray : .table
        case .grayAlpha: return .grayAlpha
        case .rgb: return .rgb
        case .rgba: return .rgba
        }
    }

    /// The pixels of a palette, or the shades of grey, to the size that any byte is an index into.
    private static func table(_ file: PNGFile) -> [UInt32] {
        guard file.header.color == .gray else {
            return file.palette + Array(repeating: 0xFF00_0000, count: 256 - file.palette.count)
        }
        let last = (1 << file.header.depth) - 1
        let transparent = file.key.map { $0.red & last } ?? -1
        return (0..<256).map { value in
            let shade = UInt32(min(value, last) * 255 / last) * 0x01_0101
            return value == transparent ? shade : shade | 0xFF00_0000
        }
    }

    /// The bytes of a pixel that come out.
    var targetBytes: Int { isDeep ? 8 : 4 }

    /// The distance between a byte and the one that filters look at to its left (PNG §9.2).
    var filterStep: Int { max(1, header.bitsPerPixel / 8) }
}
#endif
