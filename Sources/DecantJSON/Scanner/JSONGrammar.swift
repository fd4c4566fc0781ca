/// Which texts a scanner accepts; a type, so that the strict scanner has no trace of the leniencies.
protocol JSONGrammar {
    /// Whether the quirks of the options are looked at.
    static var isLenient: Bool { get }
}
