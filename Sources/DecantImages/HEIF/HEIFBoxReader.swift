import DecantCore

/// An iterator over consecutive boxes (ISO 14496-12 §4.2).
///
/// Nested boxes are read by nested readers, so nesting depth is bounded by the code, not by the file. Sizes are not
/// trusted: a box ends at the latest where the enclosing box or the file ends.
struct HEIFBoxReader {
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
    init(_ bytes: ImageBytes, in box: HEIFBox, skipping: Int = 0) {
        self.bytes = bytes
        end = box.content.upperBound
        position = min(end, box.content.lowerBound + skipping)
        isOutermost = false
    }

    /// Returns the next box, or nil at the end.
    mutating func next() throws(ResponseError) -> HEIFBox? {
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
        let box = HEIFBox(
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
    mutating func first(_ type: FourCharacterCode) throws(ResponseError) -> HEIFBox? { try first(of: [type]) }

    /// Returns the next box with one of some types, or nil if none follows.
    mutating func first(of types: [FourCharacterCode]) throws(ResponseError) -> HEIFBox? {
        while let box = try next() {
            if types.contains(box.type) { return box }
        }
        return nil
    }

    /// The error for a box that exceeds the file or the enclosing box.
    private var cut: ResponseError {
        end == bytes.count
            ? bytes.cut("a box") : bytes.fault("a box is longer than the box that contains it", at: position)
    }
}

/// One box of an AVIF or a HEIC (ISO 14496-12 §4.2): its offset, its type, and the range of its content.
struct HEIFBox {
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

    /// The types that the decoders use.
    enum Name {
        static let unused: FourCharacterCode = "free"
        static let fileType: FourCharacterCode = "ftyp"
        static let meta: FourCharacterCode = "meta"
        static let primaryItem: FourCharacterCode = "pitm"
        static let itemInformation: FourCharacterCode = "iinf"
        static let itemLocations: FourCharacterCode = "iloc"
        static let itemData: FourCharacterCode = "idat"
        static let references: FourCharacterCode = "iref"
        static let partOf: FourCharacterCode = "dimg"
        static let auxiliaryOf: FourCharacterCode = "auxl"
        static let premultipliedBy: FourCharacterCode = "prem"
        static let descriptionOf: FourCharacterCode = "cdsc"
        static let itemProperties: FourCharacterCode = "iprp"
        static let properties: FourCharacterCode = "ipco"
        static let associations: FourCharacterCode = "ipma"
        static let extent: FourCharacterCode = "ispe"
        static let channels: FourCharacterCode = "pixi"
        static let av1Configuration: FourCharacterCode = "av1C"
        static let hevcConfiguration: FourCharacterCode = "hvcC"
        static let aperture: FourCharacterCode = "clap"
        static let color: FourCharacterCode = "colr"
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
    }
}

/// A reader of consecutive big-endian numbers.
struct HEIFNumbers {
    private let bytes: ImageBytes
    private(set) var position: Int
    private let end: Int

    init(_ bytes: ImageBytes, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next number, of 0, 1, 2, 4, or 8 bytes; it saturates where no file is as long.
    mutating func next(_ size: Int) throws(ResponseError) -> Int {
        guard size <= end - position else { throw bytes.fault("a list in a box is truncated", at: position) }
        position += size
        switch size {
        case 0: return 0
        case 1: return Int(bytes[position - 1])
        case 2: return bytes.big16(at: position - 2)
        case 4: return bytes.big32(at: position - 4)
        default: return bytes.bigWord(at: position - 8) == 0 ? bytes.big32(at: position - 4) : .max / 4
        }
    }

    /// Skips a number of bytes, and returns their range.
    mutating func skip(_ count: Int) throws(ResponseError) -> Range<Int> {
        guard count <= end - position else { throw bytes.fault("a list in a box is truncated", at: position) }
        position += count
        return position - count..<position
    }
}
