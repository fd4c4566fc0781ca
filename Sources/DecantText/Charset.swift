import DecantCore

/// A character encoding: one of the WHATWG Encoding Standard, or UTF-32.
///
/// ```swift
/// Charset.shiftJIS.name        // "Shift_JIS"
/// Charset(label: " LATIN1 ")   // windows-1252, as the standard specifies
/// Charset(label: "hz-gb-2312") // nil: the standard forbids decoding it
/// ```
public struct Charset: Sendable, Hashable {
    let identifier: Identifier

    init(_ identifier: Identifier) { self.identifier = identifier }

    /// Creates the charset for a label (WHATWG Encoding §4.2, “get an encoding”).
    ///
    /// Returns nil if the standard does not define the label, or forbids decoding its encoding. ASCII whitespace around
    /// the label and the case of its letters are ignored. UTF-32 has no label; only its byte-order mark identifies it.
    ///
    /// ```swift
    /// let charset = Charset(label: "latin1")
    /// print(charset?.name ?? "unknown")  // windows-1252, as in browsers
    /// ```
    ///
    /// - Parameter label: A label such as `utf8`, `latin1`, or `Shift_JIS`, as in a `charset` parameter.
    public init?(label: String) {
        // Most labels; finding one in the table takes several times as long as choosing a charset.
        if label == "utf-8" || label == "UTF-8" {
            self = .utf8
            return
        }
        guard let name = Self.name(forLabel: label), let identifier = Identifier(rawValue: name) else { return nil }
        self.init(identifier)
    }

    /// The name of the encoding in the standard.
    public var name: String { identifier.rawValue }
}

extension Charset: CustomStringConvertible {
    /// The name of the encoding in the standard.
    public var description: String { name }
}

extension Charset: CaseIterable {
    /// All supported encodings.
    public static var allCases: [Charset] { Identifier.allCases.map(Charset.init) }
}

extension Charset: Codable {
    /// Decodes a charset from its name or any of its labels.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("charset", known: Self.allCases.map(\.name)) { text in
            Identifier(rawValue: text).map(Charset.init) ?? Charset(label: text)
        }
    }

    /// Encodes the charset as its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension Charset {
    /// UTF-8, the standard encoding of the web.
    public static let utf8 = Charset(.utf8)
    /// IBM866, Cyrillic for DOS.
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
    /// windows-1252, Western Latin; also used for the labels of ISO-8859-1 and ASCII.
    public static let windows1252 = Charset(.windows1252)
    /// windows-1253, Greek.
    public static let windows1253 = Charset(.windows1253)
    /// windows-1254, Turkish; also used for the labels of ISO-8859-9.
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
    /// GBK, simplified Chinese; also used for the labels of GB 2312.
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
    /// UTF-16LE, least significant byte first; also used for the label `utf-16`.
    public static let utf16LittleEndian = Charset(.utf16LittleEndian)
    /// x-user-defined, which maps non-ASCII bytes to private-use code points.
    public static let userDefined = Charset(.userDefined)
    /// UTF-32BE, most significant byte first.
    ///
    /// It has no label; only its byte-order mark identifies it.
    public static let utf32BigEndian = Charset(.utf32BigEndian)
    /// UTF-32LE, least significant byte first.
    ///
    /// It has no label; only its byte-order mark identifies it.
    public static let utf32LittleEndian = Charset(.utf32LittleEndian)
    /// The standard's name for encodings that must not be decoded, because their text can hide ASCII (§4.3).
    private static let replacement = "replacement"

    private static let names: [Substring: String] = {
        var names: [Substring: String] = [:]
        for line in CodedTables.labels.split(separator: "\n") {
            let words = line.split(separator: " ")
            for label in words.dropFirst() { names[label] = String(words[0]) }
        }
        return names
    }()

    /// Returns the name of the encoding for a label (WHATWG Encoding §4.2), which may be `replacement`.
    static func name(forLabel label: String) -> String? {
        let trimmed = label.utf8.drop(while: \.isASCIIWhitespace)
        guard let end = trimmed.lastIndex(where: { !$0.isASCIIWhitespace }) else { return nil }
        return names[Substring(String(decoding: trimmed[...end].map(\.asciiLowercased), as: UTF8.self))]
    }

    /// Returns whether a label names an encoding that must not be decoded (WHATWG Encoding §4.3).
    static func isForbidden(label: String) -> Bool { name(forLabel: label) == replacement }

    /// Returns whether a text that is valid UTF-8 has escape sequences of this charset.
    func needsEscapes(of body: ResponseBytes) -> Bool { self == .iso2022JP && body.contains(UInt8(ascii: "\u{1B}")) }

    static func complaint(about label: String) -> String {
        let shown = label.excerpt(64)
        return switch name(forLabel: label) {
        case replacement?: "text in “\(shown)” is not decoded, because this charset can conceal other text"
        default: "unknown charset “\(shown)”"
        }
    }

    /// Whether ASCII characters are encoded as in ASCII.
    ///
    /// If so, a declaration can be read before its charset is known.
    var isASCIICompatible: Bool {
        switch identifier {
        case .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian: false
        default: true
        }
    }

    /// An encoding, by its name in the WHATWG Encoding Standard §4.2.
    ///
    /// UTF-32 is an addition.
    enum Identifier: String, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        case ibm866 = "IBM866"
        case iso8859x2 = "ISO-8859-2"
        case iso8859x3 = "ISO-8859-3"
        case iso8859x4 = "ISO-8859-4"
        case iso8859x5 = "ISO-8859-5"
        case iso8859x6 = "ISO-8859-6"
        case iso8859x7 = "ISO-8859-7"
        case iso8859x8 = "ISO-8859-8"
        case iso8859x8I = "ISO-8859-8-I"
        case iso8859x10 = "ISO-8859-10"
        case iso8859x13 = "ISO-8859-13"
        case iso8859x14 = "ISO-8859-14"
        case iso8859x15 = "ISO-8859-15"
        case iso8859x16 = "ISO-8859-16"
        case koi8R = "KOI8-R"
        case koi8U = "KOI8-U"
        case macintosh = "macintosh"
        case windows874 = "windows-874"
        case windows1250 = "windows-1250"
        case windows1251 = "windows-1251"
        case windows1252 = "windows-1252"
        case windows1253 = "windows-1253"
        case windows1254 = "windows-1254"
        case windows1255 = "windows-1255"
        case windows1256 = "windows-1256"
        case windows1257 = "windows-1257"
        case windows1258 = "windows-1258"
        case macCyrillic = "x-mac-cyrillic"
        case gbk = "GBK"
        case gb18030 = "gb18030"
        case big5 = "Big5"
        case eucJP = "EUC-JP"
        case iso2022JP = "ISO-2022-JP"
        case shiftJIS = "Shift_JIS"
        case eucKR = "EUC-KR"
        case utf16BigEndian = "UTF-16BE"
        case utf16LittleEndian = "UTF-16LE"
        case userDefined = "x-user-defined"
        case utf32BigEndian = "UTF-32BE"
        case utf32LittleEndian = "UTF-32LE"
    }

    /// The encoded forms of the byte-order mark, U+FEFF, with longer forms before their prefixes (Unicode §23.8).
    private static let marks: [(charset: Charset, bytes: [UInt8])] = {
        let (high, low): (UInt8, UInt8) = (0xFE, 0xFF)
        return [
            (.utf8, Array("\u{FEFF}".utf8)),
            (.utf32LittleEndian, [low, high, 0, 0]),
            (.utf32BigEndian, [0, 0, high, low]),
            (.utf16LittleEndian, [low, high]),
            (.utf16BigEndian, [high, low]),
        ]
    }()

    /// The encoded form of U+FEFF; empty for a charset that is not a Unicode encoding.
    var byteOrderMark: [UInt8] {
        Self.marks.first { $0.charset == self }?.bytes ?? []
    }

    /// Returns the charset whose byte-order mark begins the body, or nil if there is no mark.
    static func marked(_ body: ResponseBytes) -> Charset? {
        // No mark begins with an ASCII character, as nearly all bodies do.
        guard let first = body.first, first == 0 || !UTF8.isASCII(first) else { return nil }
        return marks.first { body.hasPrefix($0.bytes) }?.charset
    }
}
