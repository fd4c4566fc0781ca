import DecantCore

/// A parser of the boxes before the pixels of an AVIF or a HEIC (AV1 Image File Format, ISO 23008-12, ISO 14496-12).
enum HEIFParser {
    /// The maximum number of boxes of the file that are read.
    ///
    /// Typical files have a handful.
    private static let maxBoxes = 2048
    /// The maximum number of tracks.
    ///
    /// Typical files have one for the images and one for their alpha.
    private static let maxTracks = 64

    /// Parses the boxes of a file.
    static func parse(_ bytes: ImageBytes) throws(ResponseError) -> HEIFFile {
        var reader = HEIFBoxReader(bytes)
        guard let first = try reader.next(), first.type == HEIFBox.Name.fileType else {
            throw bytes.count < 8
                ? bytes.cut("the first box") : bytes.fault("expected the box ftyp at the beginning", at: 0)
        }
        try bytes.require(8, at: first.content.lowerBound, "the first box")
        let brand = FourCharacterCode(in: bytes, at: first.content.lowerBound)
        var (meta, moov, open): (HEIFBox?, HEIFBox?, HEIFBox?)
        var isCut = first.isCut
        for _ in 0..<maxBoxes {
            guard let box = try reader.next() else { break }
            if box.isOpen { open = box }
            if box.isCut { isCut = true }
            if box.type == HEIFBox.Name.meta { meta = meta ?? box }
            if box.type == HEIFBox.Name.movie { moov = moov ?? box }
        }
        var file = try chosen(bytes, meta, moov, brand)
        file.isCut = isCut
        if let meta { file.lists.append(meta) }
        if let open { file.repairs.append((open.position, UInt32(truncatingIfNeeded: bytes.count - open.position))) }
        return file
    }

    /// Decides between a still image and a sequence.
    ///
    /// The brand decides. With any other brand, a file with a movie box is a sequence, as it is for libavif; a HEIC is a
    /// still image if it has a primary item.
    private static func chosen(_ bytes: ImageBytes, _ meta: HEIFBox?, _ moov: HEIFBox?, _ brand: FourCharacterCode)
        throws(ResponseError) -> HEIFFile
    {
        let isHEIC = bytes.format == .heic
        let mayBeSequence = isHEIC ? meta == nil || ["hevc", "hevx", "msf1"].contains(brand) : brand != "avif"
        if let moov, mayBeSequence {
            if let file = HEIFFile(try tracks(bytes, moov), at: moov.position) { return file }
            throw bytes.fault("the image track is missing", at: moov.position)
        }
        guard let meta, isHEIC || brand != "avis" else {
            throw bytes.cut("the boxes before the image data")
        }
        return HEIFFile(try HEIFItems(bytes, meta), at: meta.position)
    }

    private static func tracks(_ bytes: ImageBytes, _ moov: HEIFBox) throws(ResponseError) -> [HEIFTrack] {
        var tracks: [HEIFTrack] = []
        var reader = HEIFBoxReader(bytes, in: moov)
        while let box = try reader.first(HEIFBox.Name.track) {
            guard tracks.count < maxTracks else {
                throw bytes.fault("the file has more than \(maxTracks) tracks", at: box.position)
            }
            tracks.append(try HEIFTrack(bytes, box))
        }
        return tracks
    }
}

/// The contents of the boxes before the pixels of an AVIF or a HEIC.
struct HEIFFile {
    /// The properties of the image, or of all images of a sequence.
    private(set) var facts: HEIFFacts
    private(set) var hasAlpha: Bool
    /// The items that derived images refer to, or nil for a sequence.
    let items: HEIFItems?
    let frames: Int
    /// The number of times to show a sequence; nil repeats it forever.
    let loopCount: Int?
    let position: Int
    /// The track of a sequence.
    private let track: HEIFTrack?
    /// The values to overwrite before libavif reads the file, which would otherwise reject it.
    var repairs: [(offset: Int, value: UInt32)] = []

    /// Returns the header of an image of which an area is displayed.
    func header(_ format: ImageFormat, _ area: ImageArea, _ bytes: ImageBytes) throws(ResponseError) -> ImageHeader {
        guard facts.width > 0, facts.height > 0 else {
            throw bytes.fault("the image is \(facts.width) by \(facts.height) pixels", at: position)
        }
        var header = ImageHeader(
            format,
            width: area.width,
            height: area.height,
            frames: frames,
            bitsPerChannel: facts.bits,
            colorModel: facts.isGray ? .gray : .rgb,
            hasAlpha: hasAlpha
        )
        header.orientation = facts.orientation
        return header
    }

    /// Limits the number of cells of a grid.
    ///
    /// Each cell costs as much time and memory as 65,536 pixels, regardless of its size.
    func checkParts(_ bytes: ImageBytes, _ limits: Limits) throws(ResponseError) {
        guard let parts = items?.parts, parts > 16, parts > limits.pixels >> 16 else { return }
        let message = "\(parts.counted("grid cell")), more than the limit of \(limits.pixels.counted("pixel")) allows"
        throw bytes.excess(message, at: position, .pixels, needed: parts > .max >> 16 ? .max : parts << 16)
    }

    /// The alpha items of the cells of a grid without alpha for the whole, or nil for an opaque cell.
    var cellAlphas: [Int?] {
        guard let items, items.alphas[items.primary] == nil, hasAlpha else { return [] }
        return items.cells.map { items.alphas[$0] }
    }

    /// Returns the same file with another primary item, which has the size of a cell.
    func showing(_ item: Int, _ bytes: ImageBytes) -> HEIFFile? {
        guard let items else { return nil }
        var file = self
        file.facts = items.cellFacts
        file.hasAlpha = false
        let offset = items.primaryRange.upperBound - 4
        // With a short item ID, the 32-bit value starts with part of the box's flags, which stay unchanged.
        let kept = items.primaryRange.count == 4 ? 0 : UInt32(truncatingIfNeeded: bytes.big16(at: offset)) << 16
        file.repairs.append((offset, kept | UInt32(truncatingIfNeeded: item)))
        return file
    }

    /// Whether the file ends inside a top-level box.
    var isCut = false
    /// The boxes with lists of items.
    ///
    /// libavif reads all of them.
    var lists: [HEIFBox] = []
    /// Whether the images belong to a track.
    var isSequence: Bool { items == nil }

    /// Creates a file with a still image.
    init(_ items: HEIFItems, at position: Int) {
        self.items = items
        self.position = position
        track = nil
        facts = items.facts
        hasAlpha = items.hasAlpha
        frames = 1
        loopCount = 1
    }

    /// Creates a file with a sequence.
    ///
    /// Tracks that the sequence does not use are hidden from libavif, which treats every track as images.
    init?(_ tracks: [HEIFTrack], at position: Int) {
        guard let track = tracks.first(where: \.isVisible) else { return nil }
        let alpha = tracks.first { $0.isAlpha(of: track) }
        items = nil
        self.position = position
        self.track = track
        facts = track.facts
        hasAlpha = alpha != nil
        frames = track.frames
        loopCount = track.loopCount
        lists = tracks.compactMap(\.meta)
        let needed = [track.box.position, alpha?.box.position]
        for other in tracks where !needed.contains(other.box.position) {
            repairs.append((other.box.position + 4, HEIFBox.Name.unused.value))
        }
    }

    /// Returns the times to show the first frames; none for a still image.
    func delays(of count: Int) -> [Duration] { track?.delays(of: count) ?? [] }
}

/// The properties of an image in an AVIF or a HEIC.
struct HEIFFacts {
    var width = 0
    var height = 0
    /// Whether the image is auxiliary, and whether it is alpha.
    private(set) var isAuxiliary = false
    private(set) var isAlpha = false
    private(set) var aperture: HEIFAperture?
    private var codec: (bits: Int, isGray: Bool)?
    private var channels: (bits: Int, count: Int)?
    private var rotation = 0
    private var mirror: Int?

    /// Adds a property; the first of each kind is used.
    mutating func add(_ property: HEIFProperty) {
        switch property {
        case .extent(let width, let height) where self.width == 0:
            self.width = width
            self.height = height
        case .channels(let bits, let count): channels = channels ?? (bits, count)
        case .codec(let bits, let isGray): codec = codec ?? (bits, isGray)
        case .aperture(let aperture): self.aperture = self.aperture ?? aperture
        case .rotation(let quarters): rotation = quarters
        case .mirror(let mode): mirror = mirror ?? mode
        case .alpha:
            isAlpha = true
            isAuxiliary = true
        case .auxiliary: isAuxiliary = true
        case .extent, .other: break
        }
    }

    /// The bits per channel, from the codec's configuration or else from the item properties.
    var bits: Int { codec?.bits ?? channels?.bits ?? 8 }
    var isGray: Bool { codec?.isGray ?? (channels?.count == 1) }

    /// Completes the properties of a derived image with the codec of one of its parts.
    mutating func complete(from part: HEIFFacts) { codec = codec ?? part.codec }

    /// The orientation of the image, which is rotated before it is mirrored (MIAF, ISO 23000-22 §7.3.6.7).
    ///
    /// Swapping left and right equals swapping top and bottom and rotating by 180°.
    var orientation: ImageOrientation {
        guard let mirror else { return [.up, .left, .down, .right][rotation] }
        return [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored][(rotation + 2 * mirror) % 4]
    }
}

/// A track of a sequence (ISO 14496-12 §8.3), with the properties of its images.
struct HEIFTrack {
    let box: HEIFBox
    private(set) var number = 0
    /// The tracks that this one is auxiliary to.
    private(set) var auxiliaryOf: [Int] = []
    /// The number of frames.
    private(set) var frames = 0
    /// The properties of the frames.
    private(set) var facts = HEIFFacts()
    /// The number of times to show the track; nil repeats it forever.
    private(set) var loopCount: Int?
    /// The box with the track's metadata.
    private(set) var meta: HEIFBox?
    private var hasImages = false
    private var timescale = 0
    /// The content of the box with the frame durations.
    private var times = 0..<0
    private var maxListCount = 0
    private var duration = Int.max
    private let bytes: ImageBytes

    init(_ bytes: ImageBytes, _ box: HEIFBox) throws(ResponseError) {
        self.bytes = bytes
        self.box = box
        var reader = HEIFBoxReader(bytes, in: box)
        while let inner = try reader.next() {
            switch inner.type {
            case HEIFBox.Name.trackHead: readHead(inner)
            case HEIFBox.Name.trackReferences: try readReferences(inner)
            case HEIFBox.Name.edits: try readEdits(inner)
            case HEIFBox.Name.media: try readMedia(inner)
            case HEIFBox.Name.meta: meta = inner
            default: break
            }
        }
    }

    /// Whether the track has images to display, as opposed to auxiliary ones.
    var isVisible: Bool { hasImages && auxiliaryOf.isEmpty && !facts.isAuxiliary }

    /// Returns whether the track has the alpha of another track.
    func isAlpha(of track: HEIFTrack) -> Bool { hasImages && facts.isAlpha && auxiliaryOf.contains(track.number) }

    /// Reads the box `tkhd` (§8.3.2), whose times have 4 or 8 bytes.
    private mutating func readHead(_ box: HEIFBox) {
        let start = box.content.lowerBound
        guard box.content.count >= 84 else { return }
        let isLong = bytes[start] == 1 && box.content.count >= 96
        number = bytes.big32(at: start + (isLong ? 20 : 12))
        duration = time(at: start + (isLong ? 28 : 20), isLong)
    }

    /// Returns a time; `Int.max` if it is unknown (all bits set) or too large.
    private func time(at position: Int, _ isLong: Bool) -> Int {
        let high = isLong ? bytes.bigWord(at: position) : 0
        let low = bytes.bigWord(at: position + (isLong ? 4 : 0))
        guard high <= Int16.max, isLong || low < .max else { return .max }
        return Int(clamping: UInt64(high) << 32 | UInt64(low))
    }

    private mutating func readReferences(_ tref: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: tref)
        guard let box = try reader.first(HEIFBox.Name.auxiliaryOf) else { return }
        for offset in stride(from: box.content.lowerBound, to: box.content.upperBound - 3, by: 4).prefix(64) {
            auxiliaryOf.append(bytes.big32(at: offset))
        }
    }

    /// Reads the loop count: a repeated edit fills the duration of the track (AV1-AVIF, ISO 14496-12 §8.6.6).
    private mutating func readEdits(_ edts: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: edts)
        guard let box = try reader.first(HEIFBox.Name.editList), box.content.count >= 20 else { return }
        let start = box.content.lowerBound
        let length = time(at: start + 8, bytes[start] == 1)
        guard bytes[start + 3] & 1 == 1 else {
            loopCount = 1
            return
        }
        guard length > 0, length < .max, duration < .max else { return }
        loopCount = max(1, duration / length + (duration % length == 0 ? 0 : 1))
    }

    private mutating func readMedia(_ mdia: HEIFBox) throws(ResponseError) {
        var boxes = HEIFBoxReader(bytes, in: mdia)
        var minf: HEIFBox?
        while minf == nil, let box = try boxes.next() {
            if box.type == HEIFBox.Name.mediaInformation { minf = box }
            guard box.type == HEIFBox.Name.mediaHead, box.content.count >= 24 else { continue }
            let start = box.content.lowerBound
            timescale = bytes.big32(at: start + (bytes[start] == 1 ? 20 : 12))
        }
        guard let minf else { return }
        boxes = HEIFBoxReader(bytes, in: minf)
        guard let stbl = try boxes.first(HEIFBox.Name.sampleTable) else { return }
        boxes = HEIFBoxReader(bytes, in: stbl)
        while let box = try boxes.next() {
            let start = box.content.lowerBound
            switch box.type {
            case HEIFBox.Name.sampleDescription: try readDescription(box)
            // The sample sizes share a box with the number of samples.
            case HEIFBox.Name.sampleSizes where box.content.count >= 12: frames = bytes.big32(at: start + 8)
            case HEIFBox.Name.sampleTimes where box.content.count >= 8,
                HEIFBox.Name.samplesOfChunks where box.content.count >= 8:
                maxListCount = max(maxListCount, bytes.big32(at: start + 4))
                if box.type == HEIFBox.Name.sampleTimes { times = box.content }
            default: break
            }
        }
        // libavif traverses these lists for each frame.
        guard !hasImages || maxListCount <= max(frames, 1) else {
            throw bytes.fault("a list has \(maxListCount) entries for \(frames.counted("frame"))", at: stbl.position)
        }
    }

    /// Reads the sample description (§8.5.2, §12.1.3).
    private mutating func readDescription(_ stsd: HEIFBox) throws(ResponseError) {
        var reader = HEIFBoxReader(bytes, in: stsd, skipping: 8)
        let codecs: [FourCharacterCode] = bytes.format == .heic ? ["hvc1", "hev1"] : ["av01"]
        guard let entry = try reader.first(of: codecs), entry.content.count >= 78 else { return }
        let start = entry.content.lowerBound
        facts.add(.extent(width: bytes.big16(at: start + 24), height: bytes.big16(at: start + 26)))
        hasImages = true
        var properties = HEIFBoxReader(bytes, in: entry, skipping: 78)
        while let box = try properties.next() { facts.add(HEIFProperty(box, bytes)) }
    }

    /// Returns the times to show the first frames, from runs of equal durations (§8.6.1.2); the last run continues.
    func delays(of count: Int) -> [Duration] {
        var delays: [Duration] = []
        var delay = Duration.zero
        let entries = times.count < 8 ? 0 : bytes.big32(at: times.lowerBound + 4)
        for position in stride(from: times.lowerBound + 8, to: times.upperBound - 7, by: 8).prefix(entries) {
            delay = Duration(UInt64(bytes.bigWord(at: position + 4)), per: UInt64(timescale))
            delays += repeatElement(delay, count: min(bytes.big32(at: position), count - delays.count))
        }
        delays += repeatElement(delay, count: count - delays.count)
        return delays
    }
}

extension Duration {
    /// Creates a duration from a number of units of time, rounded down to an attosecond; zero if no unit is known.
    init(_ units: UInt64, per second: UInt64) {
        guard second > 0 else {
            self = .zero
            return
        }
        let rest = UInt64(1_000_000_000_000_000_000).multipliedFullWidth(by: units % second)
        let attoseconds = second.dividingFullWidth(rest).quotient
        self.init(secondsComponent: Int64(clamping: units / second), attosecondsComponent: Int64(attoseconds))
    }
}
