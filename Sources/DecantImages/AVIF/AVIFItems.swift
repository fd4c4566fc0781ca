import DecantCore

/// The items of a `meta` box (ISO 14496-12 §8.11, ISO 23008-12 §6), with the properties of the primary item.
struct AVIFItems {
    private let bytes: ImageBytes
    /// The ID of the primary item, and the range of that ID in the file.
    let primary: Int
    let primaryRange: Range<Int>
    /// The properties of the primary item.
    private(set) var facts = AVIFFacts()
    /// The cells of the primary item, in order, if it is a grid.
    private(set) var cells: [Int] = []
    /// The properties of the first cell.
    private(set) var cellFacts = AVIFFacts()
    /// The alpha items, by the item that each belongs to.
    private(set) var alphas: [Int: Int] = [:]
    /// The auxiliary items, each with the item that it belongs to.
    private var auxiliaries: [(from: Int, of: Int)] = []
    private var properties: [AVIFProperty] = []
    /// The maximum number of properties.
    ///
    /// A property index has at most 15 bits.
    private static let maxProperties = 0x7FFF
    /// The maximum number of auxiliary items.
    ///
    /// A grid has at most 256 by 256 cells, each with one alpha item and few others.
    private static let maxAuxiliaries = 0x40000

    init(_ bytes: ImageBytes, _ meta: AVIFBox) throws(ResponseError) {
        self.bytes = bytes
        var (pitm, iref, iprp): (AVIFBox?, AVIFBox?, AVIFBox?)
        var reader = AVIFBoxReader(bytes, in: meta, skipping: 4)
        do throws(ResponseError) {
            while let box = try reader.next() {
                switch box.type {
                case AVIFBox.Name.primaryItem: pitm = pitm ?? box
                case AVIFBox.Name.references: iref = iref ?? box
                case AVIFBox.Name.itemProperties: iprp = iprp ?? box
                default: break
                }
            }
        } catch {
            // Later boxes are not part of the header.
            guard pitm != nil, iprp != nil else { throw error }
        }
        guard let pitm, let iprp, pitm.content.count >= 6 else {
            throw bytes.fault("the primary item is missing", at: meta.position)
        }
        let start = pitm.content.lowerBound + 4
        let isLong = bytes[start - 4] > 0 && pitm.content.count >= 8
        primaryRange = start..<start + (isLong ? 4 : 2)
        primary = isLong ? bytes.big32(at: start) : bytes.big16(at: start)
        if let iref {
            try readCells(iref)
            try readAlphas(iref)
        }
        try readProperties(iprp)
    }

    /// The number of images to decode for the primary item, each by a separate decoder.
    private(set) var parts = 1
    /// Whether the primary item or one of its cells has alpha.
    var hasAlpha: Bool { alphas[primary] != nil || cells.contains { alphas[$0] != nil } }

    /// Reads the items that the primary item is derived from (ISO 14496-12 §8.11.12).
    private mutating func readCells(_ iref: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = numberSize(iref)
        while let box = try reader.first(AVIFBox.Name.partOf) {
            var numbers = Numbers(bytes, box.content)
            let (from, count) = (try numbers.next(size), try numbers.next(2))
            parts += count
            guard from == primary, cells.isEmpty else { continue }
            for _ in 0..<count { cells.append(try numbers.next(size)) }
        }
    }

    /// Reads the auxiliary items of the primary item and of its cells.
    private mutating func readAlphas(_ iref: AVIFBox) throws(ResponseError) {
        let displayed = Set(cells + [primary])
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = numberSize(iref)
        while let box = try reader.first(AVIFBox.Name.auxiliaryOf) {
            var numbers = Numbers(bytes, box.content)
            let from = try numbers.next(size)
            for _ in 0..<(try numbers.next(2)) {
                let other = try numbers.next(size)
                if displayed.contains(other) { auxiliaries.append((from, other)) }
                guard auxiliaries.count <= Self.maxAuxiliaries else {
                    let message = "the image has more than \(Self.maxAuxiliaries) auxiliary items"
                    throw bytes.fault(message, at: box.position)
                }
            }
        }
    }

    private func numberSize(_ iref: AVIFBox) -> Int {
        iref.content.count > 4 && bytes[iref.content.lowerBound] > 0 ? 4 : 2
    }

    /// Reads the box `iprp` (ISO 23008-12 §9.3).
    private mutating func readProperties(_ iprp: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: iprp)
        var associations: [AVIFBox] = []
        while let box = try reader.next() {
            if box.type == AVIFBox.Name.associations { associations.append(box) }
            guard box.type == AVIFBox.Name.properties, properties.isEmpty else { continue }
            var inner = AVIFBoxReader(bytes, in: box)
            while properties.count < Self.maxProperties, let property = try inner.next() {
                properties.append(AVIFProperty(property, bytes))
            }
        }
        var isAlpha = Dictionary(auxiliaries.map { ($0.from, false) }) { first, _ in first }
        for box in associations { try readAssociations(box, &isAlpha) }
        for pair in auxiliaries where isAlpha[pair.from] == true { alphas[pair.of] = alphas[pair.of] ?? pair.from }
        facts.complete(from: cellFacts)
    }

    /// Reads the associations between items and properties.
    private mutating func readAssociations(_ ipma: AVIFBox, _ isAlpha: inout [Int: Bool]) throws(ResponseError) {
        var numbers = Numbers(bytes, ipma.content)
        let head = try numbers.next(4)
        let (isLong, isWide) = (head >> 24 > 0, head & 1 == 1)
        for _ in 0..<(try numbers.next(4)) {
            let item = try numbers.next(isLong ? 4 : 2)
            for _ in 0..<(try numbers.next(1)) {
                let index = try numbers.next(isWide ? 2 : 1) & (isWide ? 0x7FFF : 0x7F)
                guard index > 0, index <= properties.count else { continue }
                let property = properties[index - 1]
                if item == primary { facts.add(property) }
                if item == cells.first { cellFacts.add(property) }
                if case .alpha = property, isAlpha[item] != nil { isAlpha[item] = true }
            }
        }
    }

    /// A reader of consecutive big-endian numbers.
    private struct Numbers {
        private let bytes: ImageBytes
        private var position: Int
        private let end: Int

        init(_ bytes: ImageBytes, _ range: Range<Int>) {
            self.bytes = bytes
            position = range.lowerBound
            end = range.upperBound
        }

        /// Returns the next number, of 1, 2, or 4 bytes.
        mutating func next(_ size: Int) throws(ResponseError) -> Int {
            guard size <= end - position else { throw bytes.fault("a list in a box is truncated", at: position) }
            position += size
            switch size {
            case 1: return Int(bytes[position - 1])
            case 2: return bytes.big16(at: position - 2)
            default: return bytes.big32(at: position - 4)
            }
        }
    }
}

/// A check of the number of entries in the lists of a `meta` box (ISO 14496-12 §8.11), before libavif reads them.
///
/// libavif searches all items for each item. Two megabytes with 60,000 items take it seconds.
enum AVIFItemCount {
    /// The maximum length of a list.
    ///
    /// A grid of 1,024 cells and its alpha have half as many items.
    private static let maxItems = 4096

    /// Throws if a list is too long.
    static func check(_ bytes: ImageBytes, _ meta: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: meta, skipping: 4)
        var count = 0
        while let box = try reader.next() {
            switch box.type {
            case AVIFBox.Name.itemInformation: count = try number(bytes, box, at: 4, isLong: version(bytes, box) > 0)
            case AVIFBox.Name.itemLocations: count = try number(bytes, box, at: 6, isLong: version(bytes, box) > 1)
            case AVIFBox.Name.references: count = try references(bytes, box)
            case AVIFBox.Name.itemProperties: count = try associations(bytes, box)
            default: continue
            }
            guard count <= maxItems else {
                let message = "a list has \(count.counted("item")), more than the \(maxItems) that are supported"
                throw bytes.fault(message, at: box.position)
            }
        }
    }

    private static func version(_ bytes: ImageBytes, _ box: AVIFBox) -> UInt8 {
        box.content.isEmpty ? 0 : bytes[box.content.lowerBound]
    }

    private static func number(_ bytes: ImageBytes, _ box: AVIFBox, at offset: Int, isLong: Bool) throws(ResponseError)
        -> Int
    {
        guard box.content.count >= offset + (isLong ? 4 : 2) else {
            throw bytes.fault("the box \(box.name) is too short", at: box.position)
        }
        let position = box.content.lowerBound + offset
        return isLong ? bytes.big32(at: position) : bytes.big16(at: position)
    }

    /// Returns the number of references in a box `iref`.
    private static func references(_ bytes: ImageBytes, _ iref: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = version(bytes, iref) > 0 ? 4 : 2
        var count = 0
        while let box = try reader.next() { count += 1 + (try number(bytes, box, at: size, isLong: false)) }
        return count
    }

    /// Returns the number of items that have properties.
    private static func associations(_ bytes: ImageBytes, _ iprp: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iprp)
        var count = 0
        while let box = try reader.first(AVIFBox.Name.associations) {
            count += try number(bytes, box, at: 4, isLong: true)
        }
        return count
    }
}

/// A property of images in an AVIF (ISO 23008-12 §6.5).
enum AVIFProperty {
    case extent(width: Int, height: Int)
    /// The bits of the first channel, and the number of channels.
    case channels(bits: Int, count: Int)
    /// The configuration of the codec (AV1-ISOBMFF §2.3.3).
    case codec(bits: Int, isGray: Bool)
    /// A rotation in quarter turns, counterclockwise.
    case rotation(Int)
    /// A mirror axis: 0 swaps top and bottom, 1 swaps left and right.
    case mirror(Int)
    /// The type of an alpha image.
    case alpha
    /// The type of another auxiliary image, such as a depth map.
    case auxiliary
    case other

    init(_ box: AVIFBox, _ bytes: ImageBytes) {
        let (start, count) = (box.content.lowerBound, box.content.count)
        switch box.type {
        case AVIFBox.Name.extent where count >= 12:
            self = .extent(width: bytes.big32(at: start + 4), height: bytes.big32(at: start + 8))
        case AVIFBox.Name.channels where count >= 6:
            self = .channels(bits: Int(bytes[start + 5]), count: Int(bytes[start + 4]))
        case AVIFBox.Name.codec where count >= 3:
            let flags = bytes[start + 2]
            self = .codec(bits: flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12, isGray: flags & 0x10 != 0)
        case AVIFBox.Name.rotation where count >= 1: self = .rotation(Int(bytes[start] & 3))
        case AVIFBox.Name.mirror where count >= 1: self = .mirror(Int(bytes[start] & 1))
        case AVIFBox.Name.itemAuxiliary, AVIFBox.Name.trackAuxiliary:
            self = Self.isAlpha(box, bytes) ? .alpha : .auxiliary
        default: self = .other
        }
    }

    /// Returns whether an auxiliary image has one of the two types of alpha.
    private static func isAlpha(_ box: AVIFBox, _ bytes: ImageBytes) -> Bool {
        let start = box.content.lowerBound + 4
        return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains { name in
            let end = start + name.utf8.count
            return end <= box.content.upperBound && bytes.bytes(start..<end) == Array(name.utf8)
        }
    }
}
