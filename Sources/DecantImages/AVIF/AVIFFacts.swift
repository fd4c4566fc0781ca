/// What the properties of a picture in an AVIF say about it.
struct AVIFFacts {
    var width = 0
    var height = 0

    /// Whether it is something about another picture, and whether that is its alpha.
    private(set) var isAuxiliary = false
    private(set) var isAlpha = false
    private var codec: (bits: Int, isGray: Bool)?
    private var channels: (bits: Int, count: Int)?
    private var rotation = 0
    private var mirror: Int?

    /// Adds a property; the first of each kind counts.
    mutating func add(_ property: AVIFProperty) {
        switch property {
        case .extent(let width, let height) where self.width == 0: (self.width, self.height) = (width, height)
        case .channels(let bits, let count): channels = channels ?? (bits, count)
        case .codec(let bits, let isGray): codec = codec ?? (bits, isGray)
        case .rotation(let quarters): rotation = quarters
        case .mirror(let mode): mirror = mirror ?? mode
        case .alpha: (isAlpha, isAuxiliary) = (true, true)
        case .auxiliary: isAuxiliary = true
        case .extent, .other: break
        }
    }

    /// The bits of a channel: what the codec is set to, else what is said for everyone.
    var bits: Int { codec?.bits ?? channels?.bits ?? 8 }

    var isGray: Bool { codec?.isGray ?? (channels?.count == 1) }

    /// Takes over what a picture that is made of others does not say itself.
    mutating func complete(from part: AVIFFacts) { codec = codec ?? part.codec }

    /// The picture is turned first, then mirrored (MIAF, ISO 23000-22 §7.3.6.7).
    ///
    /// Exchanging left and right is exchanging top and bottom, and turning by half a circle.
    var orientation: ImageOrientation {
        guard let mirror else { return [.up, .left, .down, .right][rotation] }
        return [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored][(rotation + 2 * mirror) % 4]
    }
}
