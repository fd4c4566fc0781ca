import DecantDocument

/// Counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    @inline(__always)
    func pass(_ byte: UInt8) {}

    var isCounting: Bool { false }

    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes) {}

    var line: Int? { nil }
}
