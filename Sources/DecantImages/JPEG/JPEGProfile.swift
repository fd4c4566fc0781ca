/// A colour profile in pieces (ICC.1 §B.4): each has its number, from 1, and how many there are.
///
/// Of pieces with the same number the first one counts.
struct JPEGProfile {
    /// The name that each piece begins with.
    static let name = Array("ICC_PROFILE\0".utf8)

    private var pieces: [Int: Range<Int>] = [:]
    private var count: Int?

    /// Whether a piece is too short, or two contradict each other.
    private var isInconsistent = false

    /// Where the first piece stands.
    private(set) var position: Int?

    /// Takes the contents of a segment that has the name.
    mutating func add(_ contents: Range<Int>, _ bytes: ImageBytes) {
        let start = contents.lowerBound + Self.name.count
        position = position ?? contents.lowerBound
        guard start + 2 <= contents.upperBound else { return isInconsistent = true }
        let (number, total) = (Int(bytes[start]), Int(bytes[start + 1]))
        if count.map({ $0 != total }) == true { isInconsistent = true }
        pieces[number] = pieces[number] ?? start + 2..<contents.upperBound
        count = total
    }

    /// The pieces in order; nil if some are missing.
    var ordered: [Range<Int>]? {
        guard let count, count > 0, !isInconsistent, pieces.count == count else { return nil }
        let ordered = (1...count).compactMap { pieces[$0] }
        return ordered.count == count ? ordered : nil
    }
}
