/// Which texts a scanner accepts; a type, so that the strict scanner has no trace of the leniencies.
protocol JSONGrammar {
    /// Whether the quirks of the options are looked at.
    static var isLenient: Bool { get }
}

/// RFC 8259 and nothing else.
enum StrictJSONGrammar: JSONGrammar {
    @inline(__always)
    static var isLenient: Bool { false }
}

/// RFC 8259 with the quirks that the options allow.
enum LenientJSONGrammar: JSONGrammar {
    @inline(__always)
    static var isLenient: Bool { true }
}
