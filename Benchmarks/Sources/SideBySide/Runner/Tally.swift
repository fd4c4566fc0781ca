/// What a competitor found in a text: numbers that everyone who read all of it has to agree on.
struct Tally: Hashable, CustomStringConvertible {
    /// The numbers, in an order that all competitors of one discipline share.
    let counts: [Int]

    var description: String { counts.map(String.init).joined(separator: ", ") }
}
