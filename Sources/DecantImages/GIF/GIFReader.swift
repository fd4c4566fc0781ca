import DecantCore

/// An iterator over the blocks of a GIF, in order (GIF89a §12 and Appendix B).
struct GIFReader {
    let bytes: ImageBytes
    /// The size of the canvas.
    let width: Int
    let height: Int
    /// The index of the background color.
    let background: Int
    /// The number of bits of an index into the global palette.
    let depth: Int
    /// The global palette, as pixels.
    private(set) var palette: [UInt32]?
    /// The number of repetitions of the animation; 0 repeats it forever, nil if the file does not specify it.
    private(set) var loops: Int?
    /// The offset of the first block of the color profile.
    private(set) var profile: Int?
    /// Whether the file ended without its trailer.
    private(set) var isCut = false
    private(set) var position: Int
    private var control = GIFControl()
    private static let headLength = 13

    /// Parses the header and the global palette.
    init(_ bytes: ImageBytes) throws(ResponseError) {
        self.bytes = bytes
        try bytes.require(Self.headLength, at: 0, "the header")
        let name = bytes.bytes(0..<6)
        guard name == Array("GIF87a".utf8) || name == Array("GIF89a".utf8) else {
            throw bytes.fault("expected the signature GIF87a or GIF89a", at: 0)
        }
        width = bytes.little16(at: 6)
        height = bytes.little16(at: 8)
        background = Int(bytes[11])
        let flags = bytes[10]
        position = Self.headLength
        depth = Int(flags & 7) + 1
        guard flags & 0x80 != 0 else { return }
        // A header can be read even if its palette is truncated, because then no frame follows.
        guard bytes.count >= Self.headLength + 3 << depth else {
            position = bytes.count
            return
        }
        palette = try GIFFrame.palette(bytes, at: position, flags)
        position += 3 << depth
    }

    /// Advances to the next frame; returns nil at the end.
    mutating func next() throws(ResponseError) -> GIFFrame? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x21: try parseExtension()
            case 0x2C:
                let frame = try GIFFrame(bytes, at: position, control)
                control = GIFControl()
                position = frame.data
                return frame
            case 0x3B: return nil
            // Some programs put zeros between blocks.
            case 0: position += 1
            default:
                let message = "expected a block (0x21, 0x2C or 0x3B), but found \(bytes.hexadecimal(at: position))"
                throw bytes.fault(message, at: position)
            }
        }
        isCut = true
        return nil
    }

    /// Skips data blocks, including the empty one that ends them (§15).
    mutating func skipBlocks() throws(ResponseError) {
        while true {
            try bytes.require(1, at: position, "a block")
            let length = Int(bytes[position])
            try bytes.require(length + 1, at: position, "a block")
            position += length + 1
            if length == 0 { return }
        }
    }

    /// Resumes after data that another reader has consumed.
    mutating func move(to position: Int) { self.position = position }

    private mutating func parseExtension() throws(ResponseError) {
        try bytes.require(3, at: position, "an extension")
        let label = bytes[position + 1]
        let length = Int(bytes[position + 2])
        try bytes.require(length, at: position + 3, "an extension")
        if label == 0xF9, length >= GIFControl.length { control = GIFControl(bytes, at: position + 3) }
        if label == 0xFF, length == 11 {
            parseApplication(String(decoding: bytes.bytes(position + 3..<position + 14), as: UTF8.self))
        }
        position += 2
        try skipBlocks()
    }

    /// Reads the loop count or the offset of a color profile from an application extension, both de facto standards.
    private mutating func parseApplication(_ name: String) {
        let offset = position + 14
        if name == "NETSCAPE2.0" || name == "ANIMEXTS1.0", offset + 4 <= bytes.count, bytes[offset] >= 3,
            bytes[offset + 1] == 1
        {
            loops = loops ?? bytes.little16(at: offset + 2)
        }
        if name == "ICCRGBG1012" { profile = profile ?? offset }
    }

    /// Returns the joined contents of data blocks, or nil if they exceed a limit or are truncated.
    func joinedBlocks(at start: Int, limit: Int) -> [UInt8]? {
        var joined: [UInt8] = []
        var offset = start
        while offset < bytes.count, bytes[offset] > 0 {
            let end = offset + 1 + Int(bytes[offset])
            guard end <= bytes.count, joined.count + end - offset <= limit else { return nil }
            joined += bytes.bytes(offset + 1..<end)
            offset = end
        }
        return offset < bytes.count ? joined : nil
    }
}

/// A frame of a GIF: the image descriptor (GIF89a §20), and the graphic control before it (§23).
struct GIFFrame {
    let position: Int
    let area: ImageArea
    let isInterlaced: Bool
    /// The colors of the local palette as pixels, or nil if the frame uses the global palette.
    let palette: [UInt32]?
    /// The LZW minimum code size; the first codes have one more bit.
    let codeSize: Int
    /// The offset of the first data block.
    let data: Int
    let control: GIFControl

    /// Parses the descriptor, the palette, and the code size after it.
    init(_ bytes: ImageBytes, at position: Int, _ control: GIFControl) throws(ResponseError) {
        try bytes.require(10, at: position, "the header of a frame")
        self.position = position
        self.control = control
        area = ImageArea(
            x: bytes.little16(at: position + 1),
            y: bytes.little16(at: position + 3),
            width: bytes.little16(at: position + 5),
            height: bytes.little16(at: position + 7)
        )
        let flags = bytes[position + 9]
        isInterlaced = flags & 0x40 != 0
        var offset = position + 10
        if flags & 0x80 != 0 {
            palette = try Self.palette(bytes, at: offset, flags)
            offset += 3 << (Int(flags & 7) + 1)
        } else {
            palette = nil
        }
        try bytes.require(1, at: offset, "the header of a frame")
        codeSize = Int(bytes[offset])
        data = offset + 1
        guard area.width > 0, area.height > 0 else {
            throw bytes.fault("a frame is \(area.width) by \(area.height) pixels", at: position + 5)
        }
        guard (1...11).contains(codeSize) else {
            throw bytes.fault("LZW codes of \(codeSize.counted("bit")) are not valid", at: offset)
        }
    }

    /// Reads a palette (§19, §21), whose size is in the lowest bits of the flags.
    static func palette(_ bytes: ImageBytes, at offset: Int, _ flags: UInt8) throws(ResponseError) -> [UInt32] {
        let count = 2 << Int(flags & 7)
        try bytes.require(3 * count, at: offset, "a palette")
        return (0..<count).map { bytes.opaquePixel(at: offset + 3 * $0) }
    }
}

/// The graphic control extension for the frame after it (GIF89a §23).
struct GIFControl {
    var disposal = FrameDisposal.keep
    var delay = Duration.zero
    /// The index of transparent pixels, which are not drawn.
    var transparent: UInt8?
    static let length = 4

    init() {}

    /// Parses the data of the extension.
    init(_ bytes: ImageBytes, at position: Int) {
        let flags = bytes[position]
        switch flags >> 2 & 7 {
        case 2: disposal = .clear
        // Some old programs write 4 instead of 3.
        case 3, 4: disposal = .restore
        default: disposal = .keep
        }
        delay = .milliseconds(10 * bytes.little16(at: position + 1))
        transparent = flags & 1 != 0 ? bytes[position + 3] : nil
    }
}
