import DecantCore

/// The items of an AVIF or a HEIC (ISO 14496-12 §8.11, ISO 23008-12 §6): their types, bytes, and properties.
///
/// The lengths of the lists are checked before.
struct HEIFItemTable {
    let bytes: ImageBytes
    /// The offset for errors.
    let position: Int
    /// The colors of the primary item.
    private(set) var colors: HEIFColors?
    private let items: HEIFItems
    private var types: [Int: FourCharacterCode] = [:]
    private var locations: [Int: [Range<Int>]] = [:]
    private var associations: [Int: [Int]] = [:]
    /// The maximum number of parts of an item.
    ///
    /// Typical items have one.
    private static let maxExtents = 32

    init(_ bytes: ImageBytes, _ items: HEIFItems, at position: Int) throws(ResponseError) {
        self.bytes = bytes
        self.items = items
        self.position = position
        if let iinf = items.boxes[HEIFBox.Name.itemInformation] { try readTypes(iinf) }
        if let iloc = items.boxes[HEIFBox.Name.itemLocations] { try readLocations(iloc) }
        guard let iprp = items.boxes[HEIFBox.Name.itemProperties] else { return }
        var reader = HEIFBoxReader(bytes, in: iprp)
        while let box = try reader.first(HEIFBox.Name.associations) {
            try HEIFItems.readAssociations(bytes, box) { associations[$0, default: []].append($1) }
        }
        colors = properties(of: primary).colors
    }

    /// Reads the items of a file; nil for a sequence.
    init?(parsing bytes: ImageBytes) throws(ResponseError) {
        let file = try HEIFParser.parse(bytes)
        guard let items = file.items else { return nil }
        for box in file.lists { try HEIFItemCount.check(bytes, box) }
        try self.init(bytes, items, at: file.position)
    }

    var primary: Int { items.primary }
    /// The number of images to decode.
    var parts: Int { items.parts }

    func type(of item: Int) -> FourCharacterCode? { types[item] }
    func alpha(of item: Int) -> Int? { items.alphas[item] }

    /// Reads the box `iinf` (ISO 14496-12 §8.11.6).
    private mutating func readTypes(_ iinf: HEIFBox) throws(ResponseError) {
        var numbers = HEIFNumbers(bytes, iinf.content)
        let size = try numbers.next(4) >> 24 > 0 ? 4 : 2
        let count = try numbers.next(size)
        var reader = HEIFBoxReader(bytes, in: iinf, skipping: 4 + size)
        for _ in 0..<count {
            guard let infe = try reader.next() else { return }
            var numbers = HEIFNumbers(bytes, infe.content)
            let version = try numbers.next(4) >> 24
            guard version >= 2 else { continue }
            let item = try numbers.next(version == 2 ? 2 : 4)
            let type = FourCharacterCode(in: bytes, at: try numbers.skip(6).lowerBound + 2)
            types[item] = types[item] ?? type
        }
    }

    /// Reads the box `iloc` (ISO 14496-12 §8.11.3).
    private mutating func readLocations(_ iloc: HEIFBox) throws(ResponseError) {
        var numbers = HEIFNumbers(bytes, iloc.content)
        let version = try numbers.next(4) >> 24
        let sizes = try numbers.next(2)
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        let itemSize = version < 2 ? 2 : 4
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else {
            throw bytes.fault("the numbers of the box iloc have an unknown size", at: iloc.position)
        }
        for _ in 0..<(try numbers.next(itemSize)) {
            let item = try numbers.next(itemSize)
            let method = version == 0 ? 0 : try numbers.next(2) & 15
            let source = try numbers.next(2)
            let base = try numbers.next(baseSize)
            let count = try numbers.next(2)
            guard count <= Self.maxExtents else {
                let message = "an item has \(count.counted("part")), more than \(Self.maxExtents)"
                throw bytes.fault(message, at: iloc.position)
            }
            var extents: [Range<Int>]? = []
            for _ in 0..<count {
                _ = try numbers.next(indexSize)
                let offset = base + (try numbers.next(offsetSize))
                guard let range = range(method, offset, try numbers.next(lengthSize)) else {
                    extents = nil
                    continue
                }
                extents?.append(range)
            }
            if source == 0, locations[item] == nil { locations[item] = extents }
        }
    }

    /// Returns the range of a part of an item, or nil if it is in another item or outside of the file.
    private func range(_ method: Int, _ offset: Int, _ length: Int) -> Range<Int>? {
        let source: Range<Int>
        switch method {
        case 0: source = 0..<bytes.count
        case 1: source = items.boxes[HEIFBox.Name.itemData]?.content ?? 0..<0
        default: return nil
        }
        guard offset <= source.count, length <= source.count - offset else { return nil }
        let start = source.lowerBound + offset
        return start..<(length == 0 ? source.upperBound : start + length)
    }

    /// Returns the bytes of an item, at most a number of them.
    func data(of item: Int, within limit: Int) throws(ResponseError) -> [UInt8] {
        guard let ranges = locations[item], !ranges.isEmpty else {
            throw bytes.fault("the data of an item is missing", at: position)
        }
        guard ranges.reduce(0, { $0 + $1.count }) <= limit else {
            throw bytes.fault("the data of an item is too long", at: position)
        }
        return ranges.flatMap { bytes.bytes($0) }
    }

    /// Returns the ranges of the Exif data of the primary item; empty without any.
    func exif() throws(ResponseError) -> [Range<Int>] {
        let isExif: FourCharacterCode = "Exif"
        let descriptions = try references(HEIFBox.Name.descriptionOf)
        let item = descriptions.first { types[$0.from] == isExif && $0.to.contains(primary) }
        return item.flatMap { locations[$0.from] } ?? []
    }

    /// Returns Exif data from its TIFF header, whose offset is in the first bytes (ISO 23008-12 §A.2.1).
    static func exif(_ item: [UInt8]) -> [UInt8]? {
        guard item.count > 4 else { return nil }
        let offset = item[0..<4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        let exif = ExifReader.withoutName(Array(item[4...].dropFirst(Int(min(offset, UInt32(Int32.max))))))
        return exif.isEmpty ? nil : exif
    }

    /// Returns the references of a type (ISO 14496-12 §8.11.12).
    func references(_ type: FourCharacterCode) throws(ResponseError) -> [(from: Int, to: [Int])] {
        guard let iref = items.boxes[HEIFBox.Name.references] else { return [] }
        var reader = HEIFBoxReader(bytes, in: iref, skipping: 4)
        let size = items.numberSize(iref)
        var references: [(from: Int, to: [Int])] = []
        while let box = try reader.first(type) {
            var numbers = HEIFNumbers(bytes, box.content)
            let from = try numbers.next(size)
            var to: [Int] = []
            for _ in 0..<(try numbers.next(2)) { to.append(try numbers.next(size)) }
            references.append((from, to))
        }
        return references
    }

    /// Returns the properties of an item.
    func properties(of item: Int) -> HEIFItemProperties {
        var properties = HEIFItemProperties()
        for index in associations[item] ?? [] where index > 0 && index <= items.properties.count {
            properties.add(items.properties[index - 1], bytes)
        }
        return properties
    }
}

/// The properties of an item that decoding needs (ISO 23008-12 §6.5).
struct HEIFItemProperties {
    private(set) var facts = HEIFFacts()
    /// The configuration of the decoder (ISO 14496-15 §8.3.3.1).
    private(set) var configuration: HEIFBox?
    private(set) var colors: HEIFColors?
    /// The range of the color profile.
    private(set) var profile: Range<Int>?

    mutating func add(_ box: HEIFBox, _ bytes: ImageBytes) {
        facts.add(HEIFProperty(box, bytes))
        if box.type == HEIFBox.Name.hevcConfiguration { configuration = configuration ?? box }
        guard box.type == HEIFBox.Name.color, box.content.count >= 4 else { return }
        let start = box.content.lowerBound
        switch FourCharacterCode(in: bytes, at: start) {
        case "nclx" where box.content.count >= 11:
            colors = colors ?? HEIFColors(matrix: bytes.big16(at: start + 8), isFullRange: bytes[start + 10] >> 7 == 1)
        case "prof", "rICC": profile = profile ?? start + 4..<box.content.upperBound
        default: break
        }
    }
}

/// The relation between the colors of an image and its coded samples (ITU-T H.273 §8).
struct HEIFColors {
    let matrix: Int
    let isFullRange: Bool
}
