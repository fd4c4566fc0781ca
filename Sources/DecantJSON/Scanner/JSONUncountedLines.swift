/// Counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    @inline(__always)
    func pass(_ byte: UInt8) {}

    var line: Int? { nil }
}
