import DecantCore

/// The header of a bitmap, in any version of Windows or OS/2.
struct BMPHeader {
    /// The storage of pixels.
    enum Compression {
        case none
        case runs8
        case runs4
        /// Runs of whole pixels, used by OS/2.
        case runs24
        case fields
        case alphaFields

        /// Creates a compression from its number, which may have different meanings in Windows and OS/2.
        init?(_ code: Int, isWindows: Bool) {
            switch code {
            case 0: self = .none
            case 1: self = .runs8
            case 2: self = .runs4
            case 3 where isWindows: self = .fields
            case 4 where !isWindows: self = .runs24
            case 6 where isWindows: self = .alphaFields
            default: return nil
            }
        }

        /// The numbers of bits per pixel that the compression supports.
        var depths: Set<Int> {
            switch self {
            case .none: [1, 2, 4, 8, 16, 24, 32]
            case .runs8: [8]
            case .runs4: [4]
            case .runs24: [24]
            case .fields, .alphaFields: [16, 32]
            }
        }

        var isRuns: Bool { self == .runs8 || self == .runs4 || self == .runs24 }
    }

    let width: Int
    let height: Int
    /// Whether the first stored row is the top row.
    let isTopDown: Bool
    let bits: Int
    let compression: Compression
    /// The bits of red, green, blue, and alpha in a pixel of 16 or 32 bits.
    var masks: [UInt32] = []
    /// The offset of the palette, its number of colors, and the number of bytes of each.
    var palette = (start: 0, count: 0, size: 4)
    var dataStart = 0
    /// The range of the color profile.
    var profile: Range<Int>?
    /// The number of bytes of a row, including padding to a multiple of four.
    var stride: Int { (width * bits + 31) / 32 * 4 }
    /// The number of bytes of a row without padding.
    var rowBytes: Int { (width * bits + 7) / 8 }
    var hasAlpha: Bool { masks.count == 4 && masks[3] != 0 }
    var isIndexed: Bool { bits <= 8 }

    /// Parses the header of a file, which follows a file header of 14 bytes.
    init(file bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(18, at: 0, "the header")
        try self.init(bytes, at: 14)
        let start = bytes.little32(at: 10)
        if start != 0 { dataStart = start }
        if start > palette.start, palette.count <= 256 {
            // The palette may be shorter than declared; it ends at the pixels at the latest.
            palette.count = min(palette.count, (start - palette.start) / palette.size)
        }
    }

    /// Parses the header of an image within an icon, whose height includes the mask.
    init(icon bytes: ImageBytes) throws(ResponseError) {
        try bytes.require(4, at: 0, "the header of an image")
        try self.init(bytes, at: 0, hasMask: true)
    }

    private init(_ bytes: ImageBytes, at offset: Int, hasMask: Bool = false) throws(ResponseError) {
        let size = bytes.little32(at: offset)
        guard size == 12 || (16...124).contains(size) else {
            throw bytes.fault("unknown header size \(size)", at: offset)
        }
        try bytes.require(size, at: offset, "the header")
        let isOld = size == 12
        width = isOld ? bytes.little16(at: offset + 4) : bytes.signed32(at: offset + 4)
        let rows = isOld ? bytes.little16(at: offset + 6) : bytes.signed32(at: offset + 8)
        isTopDown = rows < 0
        height = hasMask ? abs(rows) / 2 : abs(rows)
        guard width > 0, height > 0 else {
            throw bytes.fault("the image is \(width) by \(height) pixels", at: offset + 4)
        }
        bits = bytes.little16(at: offset + (isOld ? 10 : 14))
        let code = size >= 20 ? bytes.little32(at: offset + 16) : 0
        let isWindows = size >= 40 && size != 64
        guard let compression = Compression(code, isWindows: isWindows) else {
            throw bytes.fault("\(Self.name(code, isWindows)) cannot be decoded", at: offset + 16)
        }
        guard compression.depths.contains(bits), !isTopDown || !compression.isRuns else {
            throw bytes.fault("\(bits) bits per pixel are not valid with compression \(code)", at: offset + 14)
        }
        self.compression = compression
        let used = size >= 36 ? bytes.little32(at: offset + 32) : 0
        let masksBehind = compression == .fields ? 12 : compression == .alphaFields ? 16 : 0
        palette.start = offset + size + (size == 40 ? masksBehind : 0)
        palette.size = isOld ? 3 : 4
        palette.count = bits <= 8 ? (used == 0 ? 1 << bits : used) : used
        guard used <= Int(Int32.max) else {
            throw bytes.fault("expected at most 2147483647 palette colors, but found \(used)", at: offset + 32)
        }
        dataStart = palette.start + palette.count * palette.size
        if bits == 16 || bits == 32 { try readMasks(bytes, offset, size) }
        if size == 124 { readProfile(bytes, offset) }
    }

    /// Returns the name of an unsupported compression.
    private static func name(_ code: Int, _ isWindows: Bool) -> String {
        switch code {
        case 3 where !isWindows: "Huffman compression of OS/2"
        case 4: "an embedded JPEG"
        case 5: "an embedded PNG"
        default: "the compression \(code)"
        }
    }

    /// Reads the masks in or after the header, or uses the defaults.
    private mutating func readMasks(_ bytes: ImageBytes, _ offset: Int, _ size: Int) throws(ResponseError) {
        guard compression != .none else {
            masks = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
            return
        }
        let count = size >= 56 || compression == .alphaFields ? 4 : 3
        try bytes.require(4 * count, at: offset + 40, "the masks")
        masks = (0..<4).map { $0 < count ? bytes.littleWord(at: offset + 40 + 4 * $0) : 0 }
        for (index, mask) in masks.enumerated() where mask != 0 {
            let field = mask >> UInt32(mask.trailingZeroBitCount)
            guard field & (field &+ 1) == 0, bits == 32 || mask <= 0xFFFF else {
                let message = "the channel mask 0x\(String(mask, radix: 16, uppercase: true)) is not contiguous"
                throw bytes.fault(message, at: offset + 40 + 4 * index)
            }
        }
    }

    /// Finds a profile that is embedded in the file.
    private mutating func readProfile(_ bytes: ImageBytes, _ offset: Int) {
        let isEmbedded = bytes.littleWord(at: offset + 56) == 0x4D42_4544
        let (start, count) = (offset + bytes.little32(at: offset + 112), bytes.little32(at: offset + 116))
        guard isEmbedded, count > 0, start <= bytes.count, count <= bytes.count - start else { return }
        profile = start..<start + count
    }
}
