import DecantCore

/// The items of a `meta` box (ISO 14496-12 §8.11, ISO 23008-12 §6), with the properties of the primary item.
struct HEIFItems {
    private let bytes: ImageBytes
    /// The first box of each type in the `meta` box.
    private(set) var boxes: [FourCharacterCode: HEIFBox] = [:]
    /// The ID of the primary item, and the range of that ID in the file.
    let primary: Int
    let primaryRange: Range<Int>
    /// The properties of the primary item.
    private(set) var facts = HEIFFacts()
    /// The cells of the primary item, in order, if it is a grid.
    private(set) var cells: [Int] = []
    /// The properties of the first cell.
    private(set) var cellFacts = HEIFFacts()
    /// The alpha items, by the item that each belongs to.
    private(set) var alphas: [Int: Int] = [:]
    /// Whether the colors of the primary item are multiplied by its alpha.
    private(set) var isPremultiplied = false
    /// The auxiliary items, each with the item that it belongs to.
    private var auxiliaries: [(from: Int, of: Int)] = []
    /// The boxes of the properties, which associations refer to.
    private(set) var properties: [HEIFBox] = []
    /// The maximum number of properties.
    ///
    /// A property index has at most 15 bits.
    private static let maxProperties = 0x7FFF
    /// The maximum number of auxiliary items.
    ///
    /// A grid has at most 256 by 256 cells, each with one alpha item and few others.
    private static let maxAuxiliaries = 0x40000

    init(_ bytes: ImageBytes, _ meta: HEIFBox) throws(ResponseError) {
        self.bytes = bytes
        var reader = HEIFBoxReader(bytes, in: meta, skipping: 4)
        do throws(ResponseError) {
            while let box = try reader.next() {
                guard Self.usedBoxes.contains(box.type) else { continue }
                boxes[box.type] = boxes[box.type] ?? box
            }
        } catch {
            // Later boxes are not part of the header.
            guard boxes[HEIFBox.Name.primaryItem] != nil, boxes[HEIFBox.Name.itemProperties] != nil else { throw error }
        }
        guard let pitm = boxes[HEIFBox.Name.primaryItem], let iprp = boxes[HEIFBox.Name.itemProperties],
            pitm.content.count >= 6
        else {
            throw bytes.fault("the primary item is missing", at: meta.position)
        }
        let start = pitm.content.lowerBound + 4
        let isLong = bytes[start - 4] > 0 && pitm.content.count >= 8
        primaryRange = start..<start + (isLong ? 4 : 2)
        primary = isLong ? bytes.big32(at: start) : bytes.big16(at: start)
        if let iref = boxes[HEIFBox.Name.references] {
            try readCells(iref)
            try readAlphas(iref)
        }
        try readProperties(iprp)
    }

    private static let usedBoxes = [
        HEIFBox.Name.primaryItem, HEIFBox.Name.references, HEIFBox.Name.itemProperties, HEIFBox.Name.itemInformation,
        HEIFBox.Name.itemLocations, HEIFBox.Name.itemData,
    ]

    /// The number of images to decode for the primary item, each by a separate decoder.
    private(set) var parts = 1
    /// Whether the primary item or one of its cells has alpha.
    var hasAlpha: Bool { alphas[primary] != nil || cells.contains { alphas[$0] != nil } }

    /// Reads the items that the primary item is derived from (ISO 14496-12 §8.11.12).
    private mutating func readCells(_ iref: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: iref, skipping: 4)
        let size = numberSize(iref)
        while let box = try reader.first(HEIFBox.Name.partOf) {
            var numbers = HEIFNumbers(bytes, box.content)
            let (from, count) = (try numbers.next(size), try numbers.next(2))
            parts += count
            guard from == primary, cells.isEmpty else { continue }
            for _ in 0..<count { cells.append(try numbers.next(size)) }
        }
    }

    /// Reads the auxiliary items of the primary item and of its cells.
    private mutating func readAlphas(_ iref: HEIFBox) throws(ResponseError) {
        let displayed = Set(cells + [primary])
        var reader = HEIFBoxReader(bytes, in: iref, skipping: 4)
        let size = numberSize(iref)
        while let box = try reader.first(of: [HEIFBox.Name.auxiliaryOf, HEIFBox.Name.premultipliedBy]) {
            var numbers = HEIFNumbers(bytes, box.content)
            let from = try numbers.next(size)
            guard box.type == HEIFBox.Name.auxiliaryOf else {
                isPremultiplied = isPremultiplied || from == primary
                continue
            }
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

    /// Returns the number of bytes of an item ID in the box `iref`.
    func numberSize(_ iref: HEIFBox) -> Int {
        iref.content.count > 4 && bytes[iref.content.lowerBound] > 0 ? 4 : 2
    }

    /// Reads the box `iprp` (ISO 23008-12 §9.3).
    private mutating func readProperties(_ iprp: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: iprp)
        var associations: [HEIFBox] = []
        while let box = try reader.next() {
            if box.type == HEIFBox.Name.associations { associations.append(box) }
            guard box.type == HEIFBox.Name.properties, properties.isEmpty else { continue }
            var inner = HEIFBoxReader(bytes, in: box)
            while properties.count < Self.maxProperties, let property = try inner.next() {
                properties.append(property)
            }
        }
        var isAlpha = Dictionary(auxiliaries.map { ($0.from, false) }) { first, _ in first }
        let used = Set([primary] + cells.prefix(1) + isAlpha.keys)
        for box in associations {
            try Self.readAssociations(bytes, box) { (item, index) in
                guard index > 0, index <= properties.count, used.contains(item) else { return }
                let property = HEIFProperty(properties[index - 1], bytes)
                if item == primary { facts.add(property) }
                if item == cells.first { cellFacts.add(property) }
                if case .alpha = property, isAlpha[item] != nil { isAlpha[item] = true }
            }
        }
        for pair in auxiliaries where isAlpha[pair.from] == true { alphas[pair.of] = alphas[pair.of] ?? pair.from }
        facts.complete(from: cellFacts)
    }

    /// Calls a closure with each item of a box `ipma` and the number of one of its properties, from 1.
    static func readAssociations(_ bytes: ImageBytes, _ ipma: HEIFBox, _ body: (Int, Int) -> Void)
        throws(ResponseError)
    {
        var numbers = HEIFNumbers(bytes, ipma.content)
        let head = try numbers.next(4)
        let (isLong, isWide) = (head >> 24 > 0, head & 1 == 1)
        for _ in 0..<(try numbers.next(4)) {
            let item = try numbers.next(isLong ? 4 : 2)
            for _ in 0..<(try numbers.next(1)) {
                body(item, try numbers.next(isWide ? 2 : 1) & (isWide ? 0x7FFF : 0x7F))
            }
        }
    }
}

/// A check of the number of entries in the lists of a `meta` box (ISO 14496-12 §8.11), before libavif reads them.
///
/// libavif searches all items for each item. Two megabytes with 60,000 items take it seconds.
enum HEIFItemCount {
    /// The maximum length of a list.
    ///
    /// A grid of 1,024 cells and its alpha have half as many items.
    private static let maxItems = 4096

    /// Throws if a list is too long.
    static func check(_ bytes: ImageBytes, _ meta: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: meta, skipping: 4)
        var count = 0
        while let box = try reader.next() {
            switch box.type {
            case HEIFBox.Name.itemInformation: count = try number(bytes, box, at: 4, isLong: version(bytes, box) > 0)
            case HEIFBox.Name.itemLocations: count = try number(bytes, box, at: 6, isLong: version(bytes, box) > 1)
            case HEIFBox.Name.references: count = try references(bytes, box)
            case HEIFBox.Name.itemProperties: count = try associations(bytes, box)
            default: continue
            }
            guard count <= maxItems else {
                let message = "a list has \(count.counted("item")), more than the \(maxItems) that are supported"
                throw bytes.fault(message, at: box.position)
            }
        }
    }

    private static func version(_ bytes: ImageBytes, _ box: HEIFBox) -> UInt8 {
        box.content.isEmpty ? 0 : bytes[box.content.lowerBound]
    }

    private static func number(_ bytes: ImageBytes, _ box: HEIFBox, at offset: Int, isLong: Bool) throws(ResponseError)
        -> Int
    {
        guard box.content.count >= offset + (isLong ? 4 : 2) else {
            throw bytes.fault("the box \(box.name) is too short", at: box.position)
        }
        let position = box.content.lowerBound + offset
        return isLong ? bytes.big32(at: position) : bytes.big16(at: position)
    }

    /// Returns the number of references in a box `iref`.
    private static func references(_ bytes: ImageBytes, _ iref: HEIFBox) throws(ResponseError) -> Int {
        var reader = HEIFBoxReader(bytes, in: iref, skipping: 4)
        let size = version(bytes, iref) > 0 ? 4 : 2
        var count = 0
        while let box = try reader.next() { count += 1 + (try number(bytes, box, at: size, isLong: false)) }
        return count
    }

    /// Returns the number of items that have properties.
    private static func associations(_ bytes: ImageBytes, _ iprp: HEIFBox) throws(ResponseError) -> Int {
        var reader = HEIFBoxReader(bytes, in: iprp)
        var count = 0
        while let box = try reader.first(HEIFBox.Name.associations) {
            count += try number(bytes, box, at: 4, isLong: true)
        }
        return count
    }
}

/// A property of images in an AVIF or a HEIC (ISO 23008-12 §6.5).
enum HEIFProperty {
    case extent(width: Int, height: Int)
    /// The bits of the first channel, and the number of channels.
    case channels(bits: Int, count: Int)
    /// The configuration of the codec (AV1-ISOBMFF §2.3.3, ISO 14496-15 §8.3.3.1).
    case codec(bits: Int, isGray: Bool)
    /// The clean aperture (ISO 14496-12 §12.1.4), in a box with four fractions.
    case aperture(HEIFAperture)
    /// A rotation in quarter turns, counterclockwise.
    case rotation(Int)
    /// A mirror axis: 0 swaps top and bottom, 1 swaps left and right.
    case mirror(Int)
    /// The type of an alpha image.
    case alpha
    /// The type of another auxiliary image, such as a depth map.
    case auxiliary
    case other

    init(_ box: HEIFBox, _ bytes: ImageBytes) {
        let (start, count) = (box.content.lowerBound, box.content.count)
        switch box.type {
        case HEIFBox.Name.extent where count >= 12:
            self = .extent(width: bytes.big32(at: start + 4), height: bytes.big32(at: start + 8))
        case HEIFBox.Name.channels where count >= 6:
            self = .channels(bits: Int(bytes[start + 5]), count: Int(bytes[start + 4]))
        case HEIFBox.Name.av1Configuration where count >= 3:
            let flags = bytes[start + 2]
            self = .codec(bits: flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12, isGray: flags & 0x10 != 0)
        case HEIFBox.Name.hevcConfiguration where count >= 23:
            self = .codec(bits: Int(bytes[start + 17] & 7) + 8, isGray: bytes[start + 16] & 3 == 0)
        case HEIFBox.Name.aperture where count >= 32: self = .aperture(HEIFAperture(box, bytes))
        case HEIFBox.Name.rotation where count >= 1: self = .rotation(Int(bytes[start] & 3))
        case HEIFBox.Name.mirror where count >= 1: self = .mirror(Int(bytes[start] & 1))
        case HEIFBox.Name.itemAuxiliary, HEIFBox.Name.trackAuxiliary:
            self = Self.isAlpha(box, bytes) ? .alpha : .auxiliary
        default: self = .other
        }
    }

    /// Returns whether an auxiliary image has one of the two types of alpha.
    private static func isAlpha(_ box: HEIFBox, _ bytes: ImageBytes) -> Bool {
        let start = box.content.lowerBound + 4
        return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains { name in
            let end = start + name.utf8.count
            return end <= box.content.upperBound && bytes.bytes(start..<end) == Array(name.utf8)
        }
    }
}

/// The part of an image to display (ISO 14496-12 §12.1.4): its size, and the offset of its center from the image's.
///
/// Each is a fraction.
struct HEIFAperture {
    private let numbers: [Int64]

    init(_ box: HEIFBox, _ bytes: ImageBytes) {
        numbers = (0..<8).map { Int64(Int32(bitPattern: bytes.bigWord(at: box.content.lowerBound + 4 * $0))) }
    }

    /// Returns the part of an image, or nil unless it has whole pixels and lies within the image.
    func area(width: Int, height: Int) -> ImageArea? {
        guard let x = side(0, of: width), let y = side(2, of: height) else { return nil }
        return ImageArea(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }

    /// Returns the columns or the rows of the part.
    ///
    /// A center between two pixels is rounded down, as libheif does.
    private func side(_ index: Int, of length: Int) -> Range<Int>? {
        let (size, unit, offset, offsetUnit) = (
            numbers[index], numbers[index + 1], numbers[index + 4], numbers[index + 5]
        )
        guard unit > 0, offsetUnit > 0, size > 0, size.isMultiple(of: unit), length <= Int32.max else { return nil }
        let (count, rest) = (size / unit, Int64(length) - size / unit)
        let twice = 2 * offset + rest * offsetUnit
        guard rest >= 0, twice >= 0, twice / (2 * offsetUnit) <= rest else { return nil }
        let start = Int(twice / (2 * offsetUnit))
        return start..<start + Int(count)
    }
}
