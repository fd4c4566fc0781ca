import DecantCore

/// What stands in an AVIF in front of its pixels.
struct AVIFFile {
    /// What is said about the picture, or the pictures of the sequence.
    let facts: AVIFFacts

    let hasAlpha: Bool

    /// The pictures that are decoded on the way to others, if it is no sequence.
    let items: AVIFItems?

    /// The number of frames.
    let frames: Int

    /// How often a sequence is shown; nil is for ever.
    let loopCount: Int?

    /// Where this stands.
    let position: Int

    /// What is written over bytes of the file before libavif reads it, which refuses what is meant.
    var repairs: [(place: Int, value: UInt32)] = []

    /// The pictures that are the alpha of the cells of a grid, which has none of its own; nil where a cell is opaque.
    var cellAlphas: [Int?] {
        guard let items, items.alphas[items.primary] == nil, hasAlpha else { return [] }
        return items.cells.map { items.alphas[$0] }
    }

    /// The same file with another primary picture, of the size of a cell.
    func showing(_ item: Int, _ bytes: ImageBytes) -> AVIFFile? {
        guard let items else { return nil }
        var file = AVIFFile(items, at: position, facts: items.cellFacts)
        file.repairs = repairs
        let place = items.primaryPlace.upperBound - 4
        // A short number has a part of the box's flags in front, which stays.
        let kept = items.primaryPlace.count == 4 ? 0 : UInt32(truncatingIfNeeded: bytes.big16(at: place)) << 16
        file.repairs.append((place, kept | UInt32(truncatingIfNeeded: item)))
        return file
    }

    /// Whether the file ends inside of one of its boxes.
    var isCut = false

    /// The boxes with lists of items, all of which libavif reads.
    var lists: [AVIFBox] = []

    /// Whether its pictures are those of a track.
    var isSequence: Bool { items == nil }

    /// A picture of its own.
    init(_ items: AVIFItems, at position: Int) {
        self.items = items
        self.position = position
        facts = items.facts
        hasAlpha = items.hasAlpha
        frames = 1
        loopCount = 1
    }

    private init(_ items: AVIFItems, at position: Int, facts: AVIFFacts) {
        self.items = items
        self.position = position
        self.facts = facts
        hasAlpha = false
        frames = 1
        loopCount = 1
    }

    /// A sequence; the tracks that it does not need are not to be seen by libavif, which takes every one for pictures.
    init?(_ tracks: [AVIFTrack], at position: Int) {
        guard let track = tracks.first(where: \.isVisible) else { return nil }
        let alpha = tracks.first { $0.isAlpha(of: track) }
        items = nil
        self.position = position
        facts = track.facts
        hasAlpha = alpha != nil
        frames = track.frames
        loopCount = track.loopCount
        lists = tracks.compactMap(\.meta)
        let needed = [track.box.position, alpha?.box.position]
        for other in tracks where !needed.contains(other.box.position) {
            repairs.append((other.box.position + 4, AVIFBox.Name.unused))
        }
    }
}
