import DecantCore

/// The pictures of a box `meta` (ISO 14496-12 §8.11, ISO 23008-12 §6), with the properties of the primary one.
struct AVIFItems {
    private let bytes: ImageBytes
    /// The number of the primary picture, and where it is.
    let primary: Int
    let primaryRange: Range<Int>
    /// The properties of the primary picture.
    private(set) var facts = AVIFFacts()
    /// The pictures that the primary one is made of, in order, if it is a grid.
    private(set) var cells: [Int] = []
    /// The properties of the first cell.
    private(set) var cellFacts = AVIFFacts()
    /// The pictures that are the alpha of others, by the numbers of those.
    private(set) var alphas: [Int: Int] = [:]
    /// The auxiliary pictures, with the pictures that they belong to.
    private var auxiliaries: [(from: Int, of: Int)] = []
    private var properties: [AVIFProperty] = []
    /// An index of a property has 15 bits at most.
    private static let mostProperties = 0x7FFF
    /// A grid has 256 by 256 cells at most, each with one picture of alpha and few of other kinds.
    private static let most = 0x40000

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
            // Anything missing after these is not part of the header.
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

    /// The number of pictures to decode for the one that is shown, each by its own decoder.
    private(set) var parts = 1
    /// Whether the primary picture has alpha, of its own or in its cells.
    var hasAlpha: Bool { alphas[primary] != nil || cells.contains { alphas[$0] != nil } }

    /// Reads which pictures the primary one is made of (ISO 14496-12 §8.11.12).
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

    /// Reads the auxiliary pictures of the primary one, and of the parts of it.
    private mutating func readAlphas(_ iref: AVIFBox) throws(ResponseError) {
        let wanted = Set(cells + [primary])
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = numberSize(iref)
        while let box = try reader.first(AVIFBox.Name.auxiliaryOf) {
            var numbers = Numbers(bytes, box.content)
            let from = try numbers.next(size)
            for _ in 0..<(try numbers.next(2)) {
                let other = try numbers.next(size)
                if wanted.contains(other) { auxiliaries.append((from, other)) }
                guard auxiliaries.count <= Self.most else {
                    throw bytes.fault("the image has more than \(Self.most) auxiliary items", at: box.position)
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
            while properties.count < Self.mostProperties, let property = try inner.next() {
                properties.append(AVIFProperty(property, bytes))
            }
        }
        var isAlpha = Dictionary(auxiliaries.map { ($0.from, false) }) { first, _ in first }
        for box in associations { try readAssociations(box, &isAlpha) }
        for pair in auxiliaries where isAlpha[pair.from] == true { alphas[pair.of] = alphas[pair.of] ?? pair.from }
        facts.complete(from: cellFacts)
    }

    /// Reads which picture has which properties.
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

    /// Reads numbers one after the other from some bytes, each in its most significant byte first.
    private struct Numbers {
        private let bytes: ImageBytes
        private var position: Int
        private let end: Int

        init(_ bytes: ImageBytes, _ range: Range<Int>) {
            self.bytes = bytes
            position = range.lowerBound
            end = range.upperBound
        }

        /// The next number, which has 1, 2 or 4 bytes.
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

/// Counts the entries in the lists of a box `meta` (ISO 14496-12 §8.11), before libavif reads them.
///
/// libavif looks for each item among all others, so that two megabytes of 60,000 items take it seconds.
enum AVIFItemCount {
    /// A grid of 1,024 cells and its alpha have half as many.
    private static let most = 4096

    /// Makes sure that no list is too long.
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
            guard count <= most else {
                let message = "a list has \(count.counted("item")), more than the \(most) that are supported"
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

    /// The number of references in a box `iref`.
    private static func references(_ bytes: ImageBytes, _ iref: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = version(bytes, iref) > 0 ? 4 : 2
        var count = 0
        while let box = try reader.next() { count += 1 + (try number(bytes, box, at: size, isLong: false)) }
        return count
    }

    /// The number of items that have properties.
    private static func associations(_ bytes: ImageBytes, _ iprp: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iprp)
        var count = 0
        while let box = try reader.first(AVIFBox.Name.associations) {
            count += try number(bytes, box, at: 4, isLong: true)
        }
        return count
    }
}

/// One property of pictures in an AVIF (ISO 23008-12 §6.5).
enum AVIFProperty {
    case extent(width: Int, height: Int)
    /// The bits of the first channel, and the number of channels.
    case channels(bits: Int, count: Int)
    /// The configuration of the codec (AV1-ISOBMFF §2.3.3).
    case codec(bits: Int, isGray: Bool)
    /// Quarters of a circle, anticlockwise.
    case rotation(Int)
    /// 0 exchanges top and bottom, 1 left and right.
    case mirror(Int)
    /// The picture is the alpha of another one.
    case alpha
    /// The picture is an auxiliary one, such as the depth of another.
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

    /// Returns whether an auxiliary picture is one of alpha, by either of the names there are for that.
    private static func isAlpha(_ box: AVIFBox, _ bytes: ImageBytes) -> Bool {
        let start = box.content.lowerBound + 4
        return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains { name in
            let end = start + name.utf8.count
            return end <= box.content.upperBound && bytes.bytes(start..<end) == Array(name.utf8)
        }
    }
}
