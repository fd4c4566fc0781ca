#if DECANT_HEIC
import DecantCore

/// The configuration of a decoder of HEVC (ISO 14496-15 §8.3.3.1): the parameter sets of an image.
struct HEVCConfiguration {
    /// The ranges of the sequence parameter set and of the picture parameter sets.
    let parameterSets: [Range<Int>]
    let sequence: HEVCSequence
    /// The number of bytes of the length of a unit.
    private let lengthSize: Int
    /// The maximum number of picture parameter sets.
    ///
    /// Typical images have one. The decoder creates tables for each, in proportion to the image.
    private static let maxPictureSets = 4
    /// The maximum number of slices of a picture (ITU-T H.265 table A.8).
    private static let maxSlices = 600

    /// The types of units (ITU-T H.265 table 7-1).
    private enum UnitType {
        static let slices = 0..<32
        /// Slices of a picture that refers to no other.
        static let independentSlices = 19...20
        static let sequenceSet = 33
        static let pictureSet = 34
    }

    init(_ bytes: ImageBytes, _ box: HEIFBox) throws(ResponseError) {
        var numbers = HEIFNumbers(bytes, box.content)
        lengthSize = Int(bytes[try numbers.skip(22).upperBound - 1] & 3) + 1
        var (sequenceSets, pictureSets): ([Range<Int>], [Range<Int>]) = ([], [])
        for _ in 0..<(try numbers.next(1)) {
            let type = try numbers.next(1) & 63
            for _ in 0..<(try numbers.next(2)) {
                let unit = try numbers.skip(try numbers.next(2))
                if type == UnitType.sequenceSet { sequenceSets.append(unit) }
                if type == UnitType.pictureSet { pictureSets.append(unit) }
            }
        }
        guard let first = sequenceSets.first, !pictureSets.isEmpty else {
            throw bytes.fault("an image has no parameters of its decoder", at: box.position)
        }
        guard sequenceSets.count == 1, pictureSets.count <= Self.maxPictureSets else {
            throw bytes.unsupported("several parameters of a decoder", at: box.position)
        }
        parameterSets = [first] + pictureSets
        for set in parameterSets {
            let type = set == first ? UnitType.sequenceSet : UnitType.pictureSet
            guard set.count > 2, Int(bytes[set.lowerBound] >> 1) == type else {
                throw bytes.fault("the parameters of a decoder have another type", at: set.lowerBound)
            }
        }
        sequence = try HEVCSequence(bytes, first)
    }

    /// Returns the slices of a picture.
    ///
    /// The picture must not refer to others, for which the decoder would allocate memory. Units with other content,
    /// such as further parameter sets, are skipped.
    func units(of data: [UInt8], _ bytes: ImageBytes, at position: Int) throws(ResponseError) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var index = 0
        while data.count - index > lengthSize {
            let length = data[index..<index + lengthSize].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            index += lengthSize
            guard length <= data.count - index else {
                throw bytes.fault("a unit of HEVC data is truncated", at: position)
            }
            let unit = index..<index + Int(length)
            index = unit.upperBound
            guard length > 2 else { continue }
            let head = Int(data[unit.lowerBound]) << 8 | Int(data[unit.lowerBound + 1])
            let (type, layer) = (head >> 9 & 63, head >> 3 & 63)
            guard UnitType.slices.contains(type), layer == 0 else { continue }
            guard UnitType.independentSlices.contains(type) else {
                throw bytes.unsupported("a picture that refers to other pictures", at: position)
            }
            // A second picture follows.
            if data[unit.lowerBound + 2] >> 7 == 1, !units.isEmpty { break }
            units.append(unit)
            guard units.count <= Self.maxSlices else {
                throw bytes.fault("a picture has more than \(Self.maxSlices) slices", at: position)
            }
        }
        guard let first = units.first, data[first.lowerBound + 2] >> 7 == 1 else {
            throw bytes.fault("an image has no picture", at: position)
        }
        return units
    }
}

/// The size and the depth in a sequence parameter set (ITU-T H.265 §7.3.2.2), which decide how much memory the decoder
/// allocates.
struct HEVCSequence {
    /// The size of the visible part, which starts at the upper left.
    let width: Int
    let height: Int
    /// The size of the whole picture.
    let codedWidth: Int
    let codedHeight: Int
    let depth: Int
    let isGray: Bool
    /// The maximum width and height.
    private static let maxSide = 65_535

    init(_ bytes: ImageBytes, _ unit: Range<Int>) throws(ResponseError) {
        func fault(_ message: String) -> ResponseError { bytes.fault(message, at: unit.lowerBound) }
        var bits = HEVCBits(bytes, unit.lowerBound + 2..<unit.upperBound)
        bits.skip(4)
        let subLayers = bits.read(3)
        bits.skip(1 + 96)
        let presence = (0..<subLayers).map { _ in (profile: bits.read(1), level: bits.read(1)) }
        if subLayers > 0 { bits.skip(2 * (8 - subLayers)) }
        for layer in presence { bits.skip(88 * layer.profile + 8 * layer.level) }
        _ = bits.readNumber()
        let chroma = bits.readNumber()
        guard chroma < 3 || chroma == 3 && bits.read(1) == 0 else {
            throw bytes.unsupported("separate planes of color", at: unit.lowerBound)
        }
        isGray = chroma == 0
        codedWidth = bits.readNumber()
        codedHeight = bits.readNumber()
        guard (1...Self.maxSide).contains(codedWidth), (1...Self.maxSide).contains(codedHeight) else {
            throw fault("a coded image is \(codedWidth) by \(codedHeight) pixels")
        }
        let window = bits.read(1) == 1 ? (0..<4).map { _ in bits.readNumber() } : [0, 0, 0, 0]
        guard window[0] == 0, window[2] == 0 else {
            throw bytes.unsupported("a window that does not start at the upper left", at: unit.lowerBound)
        }
        let (columns, rows) = (chroma == 1 || chroma == 2 ? 2 : 1, chroma == 1 ? 2 : 1)
        guard window[1] < codedWidth, window[3] < codedHeight else { throw fault("a coded image has no visible part") }
        width = codedWidth - columns * window[1]
        height = codedHeight - rows * window[3]
        depth = bits.readNumber() + 8
        let chromaDepth = bits.readNumber() + 8
        let hasBlocks = Self.hasValidBlocks(&bits, subLayers, codedWidth, codedHeight)
        guard width > 0, height > 0, !bits.isAtEnd else { throw fault("a parameter set of HEVC is truncated") }
        guard hasBlocks else { throw fault("the blocks of a coded image have an invalid size") }
        guard depth <= 16, isGray || depth == chromaDepth else {
            throw bytes.unsupported("\(depth) bits of luma and \(chromaDepth) of chroma", at: unit.lowerBound)
        }
    }

    /// Returns whether the sizes of blocks are valid (ITU-T H.265 §7.4.3.2.1).
    ///
    /// libde265 would write a line to standard error for an invalid size.
    private static func hasValidBlocks(_ bits: inout HEVCBits, _ subLayers: Int, _ width: Int, _ height: Int) -> Bool {
        _ = bits.readNumber()
        let layers = bits.read(1) == 1 ? subLayers + 1 : 1
        for _ in 0..<3 * layers { _ = bits.readNumber() }
        let coding = bits.readNumber() + 3
        let tree = coding + bits.readNumber()
        let transform = bits.readNumber() + 2
        let maxTransform = transform + bits.readNumber()
        let (inter, intra) = (bits.readNumber(), bits.readNumber())
        return tree <= 6 && width.isMultiple(of: 1 << coding) && height.isMultiple(of: 1 << coding)
            && transform <= coding && maxTransform <= min(tree, 5) && max(inter, intra) <= tree - transform
    }
}

/// A reader of the bits of a unit of HEVC data (ITU-T H.265 §7.3.1.1, §9.2).
///
/// Bits after the end are zeros.
private struct HEVCBits {
    private let bits: [UInt8]
    private var position = 0
    /// The maximum number of bytes to read.
    ///
    /// The part of a parameter set with the size is shorter.
    private static let maxBytes = 256

    /// Removes the bytes that prevent start codes.
    init(_ bytes: ImageBytes, _ range: Range<Int>) {
        var bits: [UInt8] = []
        var zeros = 0
        for index in range.prefix(Self.maxBytes) {
            let byte = bytes[index]
            guard zeros < 2 || byte != 3 else {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bits.append(byte)
        }
        self.bits = bits
    }

    var isAtEnd: Bool { position > bits.count * 8 }

    mutating func skip(_ count: Int) { position += count }

    mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let byte = position / 8
            value = value << 1 | (byte < bits.count ? Int(bits[byte] >> (7 - UInt8(position % 8)) & 1) : 0)
            position += 1
        }
        return value
    }

    /// Returns a number in Exp-Golomb code, or a number that no field allows.
    mutating func readNumber() -> Int {
        var zeros = 0
        while zeros < 24, read(1) == 0 { zeros += 1 }
        return zeros < 24 ? 1 << zeros - 1 + read(zeros) : 1 << 24
    }
}
#endif
