extension Charset {
    /// UTF-8, the one encoding of the web.
    public static let utf8 = Charset(.utf8)

    /// IBM866, Cyrillic of DOS.
    public static let ibm866 = Charset(.ibm866)

    /// ISO-8859-2, Latin of Central Europe.
    public static let iso8859x2 = Charset(.iso8859x2)

    /// ISO-8859-3, Latin of Southern Europe.
    public static let iso8859x3 = Charset(.iso8859x3)

    /// ISO-8859-4, Latin of Northern Europe.
    public static let iso8859x4 = Charset(.iso8859x4)

    /// ISO-8859-5, Cyrillic.
    public static let iso8859x5 = Charset(.iso8859x5)

    /// ISO-8859-6, Arabic.
    public static let iso8859x6 = Charset(.iso8859x6)

    /// ISO-8859-7, Greek.
    public static let iso8859x7 = Charset(.iso8859x7)

    /// ISO-8859-8, Hebrew in visual order.
    public static let iso8859x8 = Charset(.iso8859x8)

    /// ISO-8859-8-I, Hebrew in logical order.
    public static let iso8859x8I = Charset(.iso8859x8I)

    /// ISO-8859-10, Nordic Latin.
    public static let iso8859x10 = Charset(.iso8859x10)

    /// ISO-8859-13, Baltic Latin.
    public static let iso8859x13 = Charset(.iso8859x13)

    /// ISO-8859-14, Celtic Latin.
    public static let iso8859x14 = Charset(.iso8859x14)

    /// ISO-8859-15, Western Latin with the euro sign.
    public static let iso8859x15 = Charset(.iso8859x15)

    /// ISO-8859-16, Latin of South-Eastern Europe.
    public static let iso8859x16 = Charset(.iso8859x16)

    /// KOI8-R, Russian.
    public static let koi8R = Charset(.koi8R)

    /// KOI8-U, Ukrainian.
    public static let koi8U = Charset(.koi8U)

    /// macintosh, Western Latin of the classic Mac.
    public static let macintosh = Charset(.macintosh)

    /// windows-874, Thai.
    public static let windows874 = Charset(.windows874)

    /// windows-1250, Latin of Central Europe.
    public static let windows1250 = Charset(.windows1250)

    /// windows-1251, Cyrillic.
    public static let windows1251 = Charset(.windows1251)

    /// windows-1252, Western Latin; what the labels of ISO-8859-1 and ASCII mean, too.
    public static let windows1252 = Charset(.windows1252)

    /// windows-1253, Greek.
    public static let windows1253 = Charset(.windows1253)

    /// windows-1254, Turkish; what the labels of ISO-8859-9 mean, too.
    public static let windows1254 = Charset(.windows1254)

    /// windows-1255, Hebrew.
    public static let windows1255 = Charset(.windows1255)

    /// windows-1256, Arabic.
    public static let windows1256 = Charset(.windows1256)

    /// windows-1257, Baltic.
    public static let windows1257 = Charset(.windows1257)

    /// windows-1258, Vietnamese.
    public static let windows1258 = Charset(.windows1258)

    /// x-mac-cyrillic, Cyrillic of the classic Mac.
    public static let macCyrillic = Charset(.macCyrillic)

    /// GBK, simplified Chinese; what the labels of GB 2312 mean, too.
    public static let gbk = Charset(.gbk)

    /// gb18030, Chinese, with all of Unicode.
    public static let gb18030 = Charset(.gb18030)

    /// Big5, traditional Chinese, with the Hong Kong supplement.
    public static let big5 = Charset(.big5)

    /// EUC-JP, Japanese.
    public static let eucJP = Charset(.eucJP)

    /// ISO-2022-JP, Japanese in seven bits.
    public static let iso2022JP = Charset(.iso2022JP)

    /// Shift_JIS, Japanese.
    public static let shiftJIS = Charset(.shiftJIS)

    /// EUC-KR, Korean, with all of windows-949.
    public static let eucKR = Charset(.eucKR)

    /// UTF-16BE, most significant byte first.
    public static let utf16BigEndian = Charset(.utf16BigEndian)

    /// UTF-16LE, least significant byte first; what the label `utf-16` means, too.
    public static let utf16LittleEndian = Charset(.utf16LittleEndian)

    /// x-user-defined, which keeps bytes from 0x80 on as private code points.
    public static let userDefined = Charset(.userDefined)

    /// UTF-32BE, most significant byte first; known by its mark, it has no label.
    public static let utf32BigEndian = Charset(.utf32BigEndian)

    /// UTF-32LE, least significant byte first; known by its mark, it has no label.
    public static let utf32LittleEndian = Charset(.utf32LittleEndian)
}
