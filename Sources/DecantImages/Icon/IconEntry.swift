import DecantCore

/// One picture of an icon file, by what its directory says and by what its own head says.
struct IconEntry {
    let isPNG: Bool

    /// The place of the entry in the directory.
    let position: Int

    /// Where the picture stands.
    let data: Range<Int>

    /// What the picture's own head says.
    let header: ImageHeader
    let hotSpot: ImagePoint

    /// Whether the directory says the same size.
    let isHonest: Bool

    static let length = 16

    /// Reads an entry of the directory, and the head of its picture.
    init(_ bytes: ImageBytes, at position: Int) throws(ResponseError) {
        self.position = position
        let (count, start) = (bytes.little32(at: position + 8), bytes.little32(at: position + 12))
        hotSpot = ImagePoint(x: bytes.little16(at: position + 4), y: bytes.little16(at: position + 6))
        guard start <= bytes.count, count <= bytes.count - start, count > 0 else {
            throw bytes.fault("a picture of \(count) bytes at byte \(start) is not in the file", at: position + 8)
        }
        data = start..<start + count
        isPNG = count >= 8 && bytes[start] == 0x89 && bytes.bytes(start + 1..<start + 4) == Array("PNG".utf8)
        let part = bytes.slice(data, as: isPNG ? .png : bytes.format)
        header = isPNG ? try PNGDecoder.header(part) : BMPDecoder.facts(try BMPHeader(icon: part), bytes.format)
        isHonest = Int(bytes[position]) == header.width & 0xFF && Int(bytes[position + 1]) == header.height & 0xFF
    }

    /// The number of pixels, by which the best picture is chosen; of several that are as large, it is the first.
    var area: Int { header.width * header.height }
}
