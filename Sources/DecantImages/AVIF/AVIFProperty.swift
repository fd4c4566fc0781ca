import DecantCore

/// One property of pictures in an AVIF (ISO 23008-12 §6.5).
enum AVIFProperty {
    case extent(width: Int, height: Int)

    /// The bits of the first channel, and the number of channels.
    case channels(bits: Int, count: Int)

    /// What the configuration of the codec says (AV1-ISOBMFF §2.3.3).
    case codec(bits: Int, isGray: Bool)

    /// Quarters of a circle, anticlockwise.
    case rotation(Int)

    /// 0 exchanges top and bottom, 1 left and right.
    case mirror(Int)

    /// The picture is the alpha of another one.
    case alpha

    /// The picture is something else about another one, such as its depth.
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

    /// Whether an auxiliary picture is one of alpha, by either of the names there are for that.
    private static func isAlpha(_ box: AVIFBox, _ bytes: ImageBytes) -> Bool {
        let start = box.content.lowerBound + 4
        return ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"].contains { name in
            let end = start + name.utf8.count
            return end <= box.content.upperBound && bytes.bytes(start..<end) == Array(name.utf8)
        }
    }
}
