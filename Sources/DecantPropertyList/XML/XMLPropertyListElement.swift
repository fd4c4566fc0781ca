/// What the elements of a property list in XML are called.
///
/// A name is compared as a word: its bytes, the first one in the lowest eight bits. No name has more than eight.
enum XMLPropertyListElement {
    case plist, dictionary, array, key, string, integer, real, `true`, `false`, date, data

    /// The element of a name, or nil if it is none of these.
    ///
    /// - Parameters:
    ///   - word: The first eight bytes of the name, with zeros behind those that are there.
    ///   - count: How many bytes the name has.
    @inline(__always)
    init?(_ word: UInt64, count: Int) {
        guard count <= 8 else { return nil }
        switch word {
        case Self.stringWord: self = .string
        case Self.keyWord: self = .key
        case Self.integerWord: self = .integer
        case Self.dictWord: self = .dictionary
        case Self.arrayWord: self = .array
        case Self.realWord: self = .real
        case Self.trueWord: self = .true
        case Self.falseWord: self = .false
        case Self.dateWord: self = .date
        case Self.dataWord: self = .data
        case Self.plistWord: self = .plist
        default: return nil
        }
    }

    private static var plistWord: UInt64 { 0x74_7369_6C70 }
    private static var dictWord: UInt64 { 0x7463_6964 }
    private static var arrayWord: UInt64 { 0x79_6172_7261 }
    private static var keyWord: UInt64 { 0x79_656B }
    private static var stringWord: UInt64 { 0x676E_6972_7473 }
    private static var integerWord: UInt64 { 0x72_6567_6574_6E69 }
    private static var realWord: UInt64 { 0x6C61_6572 }
    private static var trueWord: UInt64 { 0x6575_7274 }
    private static var falseWord: UInt64 { 0x65_736C_6166 }
    private static var dateWord: UInt64 { 0x6574_6164 }
    private static var dataWord: UInt64 { 0x6174_6164 }
}
