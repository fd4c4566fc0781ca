/// The counts of a competitor for a text: numbers on which all that read the whole text have to agree.
struct Tally: Hashable, CustomStringConvertible {
    /// The numbers, in an order that all competitors of one discipline share.
    let counts: [Int]

    var description: String { counts.map(String.init).joined(separator: ", ") }
}
