import DecantCore

/// What a GIF says about one frame: the image descriptor (GIF89a §20), and the graphic control in front of it (§23).
struct GIFFrame {
    /// Where the descriptor stands.
    let position: Int
    let area: ImageArea
    let isInterlaced: Bool

    /// The colours of the frame's own palette as pixels; nil if it uses the one of all frames.
    let palette: [UInt32]?

    /// The size of the first codes, less one.
    let codeSize: Int

    /// Where the first block of its data begins.
    let data: Int
    let control: GIFControl

    /// Reads the descriptor, the palette and the code size behind it.
    init(_ bytes: ImageBytes, at position: Int, _ control: GIFControl) throws(ResponseError) {
        try bytes.require(10, at: position, "the head of a frame")
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
        var place = position + 10
        if flags & 0x80 != 0 {
            palette = try Self.palette(bytes, at: place, flags)
            place += 3 << (Int(flags & 7) + 1)
        } else {
            palette = nil
        }
        try bytes.require(1, at: place, "the head of a frame")
        codeSize = Int(bytes[place])
        data = place + 1
        guard area.width > 0, area.height > 0 else {
            throw bytes.fault("a frame is \(area.width) by \(area.height) pixels", at: position + 5)
        }
        guard (1...11).contains(codeSize) else {
            throw bytes.fault("codes of \(codeSize) bits do not exist", at: place)
        }
    }

    /// Reads a palette (§19, §21), whose size is in the lowest bits of some flags.
    static func palette(_ bytes: ImageBytes, at place: Int, _ flags: UInt8) throws(ResponseError) -> [UInt32] {
        let count = 2 << Int(flags & 7)
        try bytes.require(3 * count, at: place, "a palette")
        return (0..<count).map { index in
            let color = place + 3 * index
            return UInt32(bytes[color]) | UInt32(bytes[color + 1]) << 8 | UInt32(bytes[color + 2]) << 16 | 0xFF00_0000
        }
    }
}
