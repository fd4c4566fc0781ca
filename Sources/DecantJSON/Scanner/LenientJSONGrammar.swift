/// RFC 8259 with the quirks that the options allow.
enum LenientJSONGrammar: JSONGrammar {
    @inline(__always)
    static var isLenient: Bool { true }
}
