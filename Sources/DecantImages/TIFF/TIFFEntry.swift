/// One field of a directory: how many values of which type, and where they are (TIFF 6.0 §2).
struct TIFFEntry {
    /// The types of values, by their numbers.
    enum Kind: Int {
        case byte = 1
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case signedByte = 6
        case undefined = 7
        case signedShort = 8
        case signedLong = 9
        case signedRational = 10
        case float = 11
        case double = 12
        case directory = 13
        case long8 = 16
        case signedLong8 = 17
        case directory8 = 18

        /// The bytes of one value.
        var size: Int {
            switch self {
            case .byte, .ascii, .signedByte, .undefined: 1
            case .short, .signedShort: 2
            case .long, .signedLong, .float, .directory: 4
            case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
            }
        }
    }

    let kind: Kind

    /// The number of values, at most as many as can be counted in bytes.
    let count: Int

    /// Where the first value is.
    let place: Int

    /// The bytes of all values.
    var byteCount: Int { count * kind.size }
}
