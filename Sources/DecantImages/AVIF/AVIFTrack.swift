import DecantCore

/// One track of an AVIF sequence (ISO 14496-12 §8.3), as far as it says how its pictures look.
struct AVIFTrack {
    /// The box of the track.
    let box: AVIFBox

    private(set) var number = 0

    /// The tracks that it is something about.
    private(set) var auxiliaryOf: [Int] = []

    /// The number of its pictures.
    private(set) var frames = 0

    /// What is said about its pictures.
    private(set) var facts = AVIFFacts()

    /// How often it is shown; nil is for ever.
    private(set) var loopCount: Int?

    /// Where its metadata are described.
    private(set) var meta: AVIFBox?

    private var hasPictures = false
    private var longestList = 0
    private var duration = Int.max
    private let bytes: ImageBytes

    init(_ bytes: ImageBytes, _ box: AVIFBox) throws(ResponseError) {
        self.bytes = bytes
        self.box = box
        var reader = AVIFBoxReader(bytes, in: box)
        while let inner = try reader.next() {
            switch inner.type {
            case AVIFBox.Name.trackHead: readHead(inner)
            case AVIFBox.Name.trackReferences: try readReferences(inner)
            case AVIFBox.Name.edits: try readEdits(inner)
            case AVIFBox.Name.media: try readMedia(inner)
            case AVIFBox.Name.meta: meta = inner
            default: break
            }
        }
    }

    /// Whether it has pictures that are to be seen.
    var isVisible: Bool { hasPictures && auxiliaryOf.isEmpty && !facts.isAuxiliary }

    /// Whether it has the alpha of a track.
    func isAlpha(of track: AVIFTrack) -> Bool { hasPictures && facts.isAlpha && auxiliaryOf.contains(track.number) }

    /// Reads the box `tkhd` (§8.3.2), in which times have 4 or 8 bytes.
    private mutating func readHead(_ box: AVIFBox) {
        let start = box.content.lowerBound
        guard box.content.count >= 84 else { return }
        let isLong = bytes[start] == 1 && box.content.count >= 96
        number = bytes.big32(at: start + (isLong ? 20 : 12))
        duration = time(at: start + (isLong ? 28 : 20), isLong)
    }

    /// A time, which has all bits set if it is not known.
    private func time(at position: Int, _ isLong: Bool) -> Int {
        let high = isLong ? bytes.big32(at: position) : 0
        let low = bytes.big32(at: position + (isLong ? 4 : 0))
        return high > Int(Int16.max) || !isLong && low == 0xFFFF_FFFF ? .max : high << 32 | low
    }

    private mutating func readReferences(_ tref: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: tref)
        guard let box = try reader.first(AVIFBox.Name.auxiliaryOf) else { return }
        for place in stride(from: box.content.lowerBound, to: box.content.upperBound - 3, by: 4).prefix(64) {
            auxiliaryOf.append(bytes.big32(at: place))
        }
    }

    /// Reads how often the track is shown: an edit that is repeated fills its whole time (AV1-AVIF, ISO 14496-12 §8.6.6).
    private mutating func readEdits(_ edts: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: edts)
        guard let box = try reader.first(AVIFBox.Name.editList), box.content.count >= 20 else { return }
        let start = box.content.lowerBound
        let length = time(at: start + 8, bytes[start] == 1)
        guard bytes[start + 3] & 1 == 1 else {
            loopCount = 1
            return
        }
        guard length > 0, length < .max, duration < .max else { return }
        loopCount = max(1, duration / length + (duration % length == 0 ? 0 : 1))
    }

    private mutating func readMedia(_ mdia: AVIFBox) throws(ResponseError) {
        var boxes = AVIFBoxReader(bytes, in: mdia)
        guard let minf = try boxes.first(AVIFBox.Name.mediaInformation) else { return }
        boxes = AVIFBoxReader(bytes, in: minf)
        guard let stbl = try boxes.first(AVIFBox.Name.sampleTable) else { return }
        boxes = AVIFBoxReader(bytes, in: stbl)
        while let box = try boxes.next() {
            let start = box.content.lowerBound
            switch box.type {
            case AVIFBox.Name.sampleDescription: try readDescription(box)
            // The sizes of the samples are in the box that says how many there are.
            case AVIFBox.Name.sampleSizes where box.content.count >= 12: frames = bytes.big32(at: start + 8)
            case AVIFBox.Name.sampleTimes where box.content.count >= 8,
                AVIFBox.Name.samplesOfChunks where box.content.count >= 8:
                longestList = max(longestList, bytes.big32(at: start + 4))
            default: break
            }
        }
        // libavif goes through these lists for each frame.
        guard !hasPictures || longestList <= max(frames, 1) else {
            throw bytes.fault("a list has \(longestList) entries for \(frames) frames", at: stbl.position)
        }
    }

    /// Reads what the pictures are (§8.5.2, §12.1.3).
    private mutating func readDescription(_ stsd: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: stsd, skipping: 8)
        guard let entry = try reader.first(AVIFBox.Name.picture), entry.content.count >= 78 else { return }
        let start = entry.content.lowerBound
        facts.add(.extent(width: bytes.big16(at: start + 24), height: bytes.big16(at: start + 26)))
        hasPictures = true
        var properties = AVIFBoxReader(bytes, in: entry, skipping: 78)
        while let box = try properties.next() { facts.add(AVIFProperty(box, bytes)) }
    }
}
