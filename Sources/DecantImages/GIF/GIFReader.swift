import DecantCore

/// Goes through the blocks of a GIF in order (GIF89a §12 and Appendix B).
struct GIFReader {
    let bytes: ImageBytes

    /// The size of the canvas.
    let width: Int
    let height: Int

    /// The index of the colour where there is no frame.
    let background: Int

    /// The bits of the palette's indices.
    let depth: Int

    /// The palette of all frames, as pixels.
    private(set) var palette: [UInt32]?

    /// How often the animation is repeated; 0 is for ever, nil if nothing is said.
    private(set) var loops: Int?

    /// Where the colour profile's blocks begin.
    private(set) var profile: Int?

    /// Whether the file ended without its last byte.
    private(set) var isCut = false

    private(set) var position: Int
    private var control = GIFControl()

    private static let headLength = 13

    /// Reads the head and the palette.
    init(_ bytes: ImageBytes) throws(ResponseError) {
        self.bytes = bytes
        try bytes.require(Self.headLength, at: 0, "the head")
        let name = bytes.bytes(0..<6)
        guard name == Array("GIF87a".utf8) || name == Array("GIF89a".utf8) else {
            throw bytes.fault("its signature is damaged", at: 0)
        }
        width = bytes.little16(at: 6)
        height = bytes.little16(at: 8)
        background = Int(bytes[11])
        let flags = bytes[10]
        position = Self.headLength
        depth = Int(flags & 7) + 1
        guard flags & 0x80 != 0 else { return }
        // A header is read without its palette, too; the frames are then not there either.
        guard bytes.count >= Self.headLength + 3 << depth else {
            position = bytes.count
            return
        }
        palette = try GIFFrame.palette(bytes, at: position, flags)
        position += 3 << depth
    }

    /// Goes to the next frame; gives nil at the end.
    mutating func next() throws(ResponseError) -> GIFFrame? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x21: try takeExtension()
            case 0x2C:
                let frame = try GIFFrame(bytes, at: position, control)
                control = GIFControl()
                position = frame.data
                return frame
            case 0x3B: return nil
            // Some programs put zeros between blocks.
            case 0: position += 1
            default: throw bytes.fault("what should be a block is none", at: position)
            }
        }
        isCut = true
        return nil
    }

    /// Passes over blocks of data up to the empty one (§15).
    mutating func skipBlocks() throws(ResponseError) {
        while true {
            try bytes.require(1, at: position, "a block")
            let length = Int(bytes[position])
            try bytes.require(length + 1, at: position, "a block")
            position += length + 1
            if length == 0 { return }
        }
    }

    /// Goes on behind data that were read elsewhere.
    mutating func move(to position: Int) { self.position = position }

    private mutating func takeExtension() throws(ResponseError) {
        try bytes.require(3, at: position, "an extension")
        let label = bytes[position + 1]
        let length = Int(bytes[position + 2])
        try bytes.require(length, at: position + 3, "an extension")
        if label == 0xF9, length >= GIFControl.length { control = GIFControl(bytes, at: position + 3) }
        if label == 0xFF, length == 11 {
            takeApplication(String(decoding: bytes.bytes(position + 3..<position + 14), as: UTF8.self))
        }
        position += 2
        try skipBlocks()
    }

    /// Looks for the number of loops and a colour profile, which two programs have made customary.
    private mutating func takeApplication(_ name: String) {
        let place = position + 14
        if name == "NETSCAPE2.0" || name == "ANIMEXTS1.0", place + 4 <= bytes.count, bytes[place] >= 3,
            bytes[place + 1] == 1
        {
            loops = loops ?? bytes.little16(at: place + 2)
        }
        if name == "ICCRGBG1012" { profile = profile ?? place }
    }

    /// The bytes of blocks, up to a limit; nil if they are more, or not all there.
    func joinedBlocks(at start: Int, limit: Int) -> [UInt8]? {
        var joined: [UInt8] = []
        var place = start
        while place < bytes.count, bytes[place] > 0 {
            let end = place + 1 + Int(bytes[place])
            guard end <= bytes.count, joined.count + end - place <= limit else { return nil }
            joined += bytes.bytes(place + 1..<end)
            place = end
        }
        return place < bytes.count ? joined : nil
    }
}
