import DecantCore

/// Iterates over consecutive boxes (ISO 14496-12 §4.2).
///
/// What boxes hold is gone through by other readers, as deep as the code allows, whatever the file has. No size is trusted: a box
/// ends where what it is a part of ends, or where the bytes do.
struct AVIFBoxReader {
    let bytes: ImageBytes
    private var position: Int
    private let end: Int
    /// Whether these are the boxes of the file, which may be truncated.
    private let isOutermost: Bool

    /// Begins with the boxes of the file.
    init(_ bytes: ImageBytes) {
        self.bytes = bytes
        position = 0
        end = bytes.count
        isOutermost = true
    }

    /// Begins with the boxes in a box, after the bytes to skip.
    init(_ bytes: ImageBytes, in box: AVIFBox, skipping: Int = 0) {
        self.bytes = bytes
        end = box.content.upperBound
        position = min(end, box.content.lowerBound + skipping)
        isOutermost = false
    }

    /// The next box; nil at the end.
    mutating func next() throws(ResponseError) -> AVIFBox? {
        guard end - position >= 8 else { return nil }
        var (size, head) = (bytes.big32(at: position), 8)
        let isOpen = size == 0
        if size == 1 {
            guard end - position >= 16 else { throw cut }
            let high = bytes.big32(at: position + 8)
            // More than any memory holds is as good as too much.
            (size, head) = (high >= 1 << 20 ? .max : high << 32 | bytes.big32(at: position + 12), 16)
        } else if isOpen {
            size = end - position
        }
        guard size >= head else { throw bytes.fault("the size of a box is smaller than its header", at: position) }
        let isCut = size > end - position
        guard !isCut || isOutermost else { throw cut }
        let boxEnd = isCut ? end : position + size
        let box = AVIFBox(
            position: position,
            type: UInt32(truncatingIfNeeded: bytes.big32(at: position + 4)),
            content: position + head..<boxEnd,
            isCut: isCut,
            isOpen: isOpen
        )
        position = boxEnd
        return box
    }

    /// The first of the boxes of a type, from the next one on.
    mutating func first(_ type: UInt32) throws(ResponseError) -> AVIFBox? {
        while let box = try next() {
            if box.type == type { return box }
        }
        return nil
    }

    /// The error for a box that is not all there, since the file ends, or the one around it does.
    private var cut: ResponseError {
        end == bytes.count
            ? bytes.cut("a box") : bytes.fault("a box is longer than the box that contains it", at: position)
    }
}

/// One box of an AVIF (ISO 14496-12 §4.2): its offset, its type, and the range of its content.
struct AVIFBox {
    let position: Int
    /// Its four letters, the first in the highest bits.
    let type: UInt32
    /// The range of its content, as far as it is present.
    let content: Range<Int>
    /// Whether it ends after the last byte.
    let isCut: Bool
    /// Whether it has no size of its own, but extends to the end.
    let isOpen: Bool
    /// The type as text, fit to print.
    var name: String { PNGChunk(position: position, type: type, data: content).name }

    /// The types that are looked for.
    enum Name {
        static let stillBrand = PNGChunk.type("avif")
        static let sequenceBrand = PNGChunk.type("avis")
        static let unused = PNGChunk.type("free")
        static let fileType = PNGChunk.type("ftyp")
        static let meta = PNGChunk.type("meta")
        static let primaryItem = PNGChunk.type("pitm")
        static let itemInformation = PNGChunk.type("iinf")
        static let itemLocations = PNGChunk.type("iloc")
        static let references = PNGChunk.type("iref")
        static let partOf = PNGChunk.type("dimg")
        static let auxiliaryOf = PNGChunk.type("auxl")
        static let itemProperties = PNGChunk.type("iprp")
        static let properties = PNGChunk.type("ipco")
        static let associations = PNGChunk.type("ipma")
        static let extent = PNGChunk.type("ispe")
        static let channels = PNGChunk.type("pixi")
        static let codec = PNGChunk.type("av1C")
        static let rotation = PNGChunk.type("irot")
        static let mirror = PNGChunk.type("imir")
        static let itemAuxiliary = PNGChunk.type("auxC")
        static let trackAuxiliary = PNGChunk.type("auxi")
        static let movie = PNGChunk.type("moov")
        static let track = PNGChunk.type("trak")
        static let trackHead = PNGChunk.type("tkhd")
        static let trackReferences = PNGChunk.type("tref")
        static let edits = PNGChunk.type("edts")
        static let editList = PNGChunk.type("elst")
        static let media = PNGChunk.type("mdia")
        static let handler = PNGChunk.type("hdlr")
        static let mediaInformation = PNGChunk.type("minf")
        static let sampleTable = PNGChunk.type("stbl")
        static let sampleDescription = PNGChunk.type("stsd")
        static let sampleTimes = PNGChunk.type("stts")
        static let samplesOfChunks = PNGChunk.type("stsc")
        static let sampleSizes = PNGChunk.type("stsz")
        static let picture = PNGChunk.type("av01")
    }
}
