/// RFC 8259 and nothing else.
enum StrictJSONGrammar: JSONGrammar {
    @inline(__always)
    static var isLenient: Bool { false }
}
