import DecantDocument

/// What hears of the line ends that the scanner passes, all of which stand in white space: a string has none.
///
/// The scanner is compiled once with each kind. Counting takes a twentieth of its time, which a large text gets back when
/// something is wrong with it: to read it again takes twice as long, since no cache holds it any more.
protocol JSONLineCounting {
    /// Hears of a character of white space that is no space.
    func pass(_ byte: UInt8)

    /// Whether line ends are counted at all.
    var isCounting: Bool { get }

    /// Counts the line ends of a piece up to an offset in it.
    func pass(_ piece: JSONPiece, upTo offset: Int, in text: PaddedBytes)

    /// The line where the scanner is, from 1; nil if it was not counted, or if carriage returns end lines, too.
    var line: Int? { get }
}
