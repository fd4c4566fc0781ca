/// The compressions that are undone, by their numbers (TIFF 6.0 §8, its supplements, and those of libtiff).
///
/// Others that libtiff may have, such as JBIG and LERC, are left alone: their decoders allocate by what a file claims.
enum TIFFCompression: Int {
    case none = 1
    case huffman = 2
    case group3 = 3
    case group4 = 4
    case lzw = 5
    case oldJPEG = 6
    case jpeg = 7
    case deflate = 8
    case next = 32766
    case huffmanWords = 32771
    case packBits = 32773
    case thunderScan = 32809
    case pixarLog = 32909
    case oldDeflate = 32946
    case sgiLog = 34676
    case sgiLog24 = 34677
    case lzma = 34925
    case zstandard = 50000
    case webP = 50001

    /// How many bytes can come out of one at the very most; nil if a few may stand for any number.
    ///
    /// LZW: a code of 12 bits stands for at most 4,096 bytes. Deflate: two bits for 258. PackBits: two bytes for 128.
    var largestRatio: Int? {
        switch self {
        case .none: 1
        case .lzw: 2731
        case .deflate, .oldDeflate, .pixarLog: 1040
        case .packBits: 64
        case .sgiLog: 130
        case .zstandard: 44_000
        case .thunderScan: 16
        case .huffman, .huffmanWords, .group3, .group4, .oldJPEG, .jpeg, .next, .sgiLog24, .lzma, .webP: nil
        }
    }

    /// How many bytes at the end of a strip or tile may not be written where libtiff says that all are.
    ///
    /// Fax that ends early is not an error to it, and neither is a JPEG that is smaller than its strip. Where a deflate stream
    /// is longer than it has to be, libdeflate stops in front of the piece that does not fit: a stored block of at most 65,535
    /// bytes.
    var unwrittenBytes: Int {
        switch self {
        case .none, .lzw, .packBits, .zstandard, .lzma: 0
        case .deflate, .oldDeflate: 65_535
        default: .max
        }
    }

    /// Whether samples may be stored as differences.
    var hasPredictor: Bool {
        switch self {
        case .lzw, .deflate, .oldDeflate, .lzma, .zstandard: true
        default: false
        }
    }

    /// Whether only pixels of one bit can be stored.
    var isBilevel: Bool {
        switch self {
        case .huffman, .huffmanWords, .group3, .group4: true
        default: false
        }
    }
}
