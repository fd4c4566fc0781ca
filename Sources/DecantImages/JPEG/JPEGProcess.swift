/// How the coefficients of a JPEG are coded: what its frame marker SOFn says (ITU T.81 table B.1).
struct JPEGProcess {
    /// The second byte of the marker.
    let marker: UInt8

    private var number: UInt8 { marker & 0x0F }

    /// Whether a marker begins a frame; some of these numbers mean something else.
    static func isFrame(_ marker: UInt8) -> Bool {
        marker & 0xF0 == 0xC0 && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    var isProgressive: Bool { number & 3 == 2 }

    var isLossless: Bool { number & 3 == 3 }

    /// Whether frames refine each other.
    var isHierarchical: Bool { number & 7 > 4 }

    var isArithmetic: Bool { number > 8 }

    /// What it is called where it cannot be decoded; nil if it can.
    var unsupportedName: String? {
        isLossless ? "lossless coding" : isHierarchical ? "hierarchical coding" : nil
    }
}
