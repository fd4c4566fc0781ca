import DecantCore

/// An iterator over consecutive boxes (ISO 14496-12 §4.2).
///
/// Nested boxes are read by nested readers, so nesting depth is bounded by the code, not by the file. Sizes are not
/// trusted: a box ends at the latest where the enclosing box or the file ends.
struct AVIFBoxReader {
    let bytes: ImageBytes
    private var position: Int
    private let end: Int
    /// Whether these are the boxes of the file, which may be truncated.
    private let isOutermost: Bool

    /// Creates a reader of the top-level boxes.
    init(_ bytes: ImageBytes) {
        self.bytes = bytes
        position = 0
        end = bytes.count
        isOutermost = true
    }

    /// Creates a reader of the boxes inside a box, after a number of bytes to skip.
    init(_ bytes: ImageBytes, in box: AVIFBox, skipping: Int = 0) {
        self.bytes = bytes
        end = box.content.upperBound
        position = min(end, box.content.lowerBound + skipping)
        isOutermost = false
    }

    /// Returns the next box, or nil at the end.
    mutating func next() throws(ResponseError) -> AVIFBox? {
        guard end - position >= 8 else { return nil }
        var (size, head) = (bytes.big32(at: position), 8)
        let isOpen = size == 0
        if size == 1 {
            guard end - position >= 16 else { throw cut }
            let high = UInt64(bytes.bigWord(at: position + 8))
            // Saturates: no body has so many bytes.
            size = Int(clamping: high << 32 | UInt64(bytes.bigWord(at: position + 12)))
            head = 16
        } else if isOpen {
            size = end - position
        }
        guard size >= head else { throw bytes.fault("the size of a box is smaller than its header", at: position) }
        let isCut = size > end - position
        guard !isCut || isOutermost else { throw cut }
        let boxEnd = isCut ? end : position + size
        let box = AVIFBox(
            position: position,
            type: FourCharacterCode(in: bytes, at: position + 4),
            content: position + head..<boxEnd,
            isCut: isCut,
            isOpen: isOpen
        )
        position = boxEnd
        return box
    }

    /// Returns the next box with a type, or nil if none follows.
    mutating func first(_ type: FourCharacterCode) throws(ResponseError) -> AVIFBox? {
        while let box = try next() {
            if box.type == type { return box }
        }
        return nil
    }

    /// The error for a box that exceeds the file or the enclosing box.
    private var cut: ResponseError {
        end == bytes.count
            ? bytes.cut("a box") : bytes.fault("a box is longer than the box that contains it", at: position)
    }
}

/// One box of an AVIF (ISO 14496-12 §4.2): its offset, its type, and the range of its content.
struct AVIFBox {
    let position: Int
    let type: FourCharacterCode
    /// The range of its content, clamped to the available bytes.
    let content: Range<Int>
    /// Whether the box extends past the end of the file.
    let isCut: Bool
    /// Whether the box has no explicit size and extends to the end.
    let isOpen: Bool
    /// The type as text.
    var name: String { type.name }

    /// The types that the decoder uses.
    enum Name {
        static let stillBrand: FourCharacterCode = "avif"
        static let sequenceBrand: FourCharacterCode = "avis"
        static let unused: FourCharacterCode = "free"
        static let fileType: FourCharacterCode = "ftyp"
        static let meta: FourCharacterCode = "meta"
        static let primaryItem: FourCharacterCode = "pitm"
        static let itemInformation: FourCharacterCode = "iinf"
        static let itemLocations: FourCharacterCode = "iloc"
        static let references: FourCharacterCode = "iref"
        static let partOf: FourCharacterCode = "dimg"
        static let auxiliaryOf: FourCharacterCode = "auxl"
        static let itemProperties: FourCharacterCode = "iprp"
        static let properties: FourCharacterCode = "ipco"
        static let associations: FourCharacterCode = "ipma"
        static let extent: FourCharacterCode = "ispe"
        static let channels: FourCharacterCode = "pixi"
        static let codec: FourCharacterCode = "av1C"
        static let rotation: FourCharacterCode = "irot"
        static let mirror: FourCharacterCode = "imir"
        static let itemAuxiliary: FourCharacterCode = "auxC"
        static let trackAuxiliary: FourCharacterCode = "auxi"
        static let movie: FourCharacterCode = "moov"
        static let track: FourCharacterCode = "trak"
        static let trackHead: FourCharacterCode = "tkhd"
        static let trackReferences: FourCharacterCode = "tref"
        static let edits: FourCharacterCode = "edts"
        static let editList: FourCharacterCode = "elst"
        static let media: FourCharacterCode = "mdia"
        static let mediaHead: FourCharacterCode = "mdhd"
        static let mediaInformation: FourCharacterCode = "minf"
        static let sampleTable: FourCharacterCode = "stbl"
        static let sampleDescription: FourCharacterCode = "stsd"
        static let sampleTimes: FourCharacterCode = "stts"
        static let samplesOfChunks: FourCharacterCode = "stsc"
        static let sampleSizes: FourCharacterCode = "stsz"
        static let sample: FourCharacterCode = "av01"
    }
}
