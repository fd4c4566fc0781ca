import DecantCore
import DecantText
import Testing

@Suite struct CharacterDecoderTests {
    @Test(arguments: DecoderCase.all) func decodesAsTheStandardRequires(sample: DecoderCase) throws {
        let decoded = try Decoding(sample.bytes, sample.charset)
        #expect(decoded.text.unicodeScalars.elementsEqual(sample.text.unicodeScalars))
        #expect(decoded.firstReplacement == sample.malformed)
        #expect(decoded.replacements == sample.text.unicodeScalars.count { $0 == "\u{FFFD}" })
    }

    @Test("Strict decoding stops at the first malformed byte", arguments: DecoderCase.all)
    func strictDecodingStopsAtTheFirstMalformed(sample: DecoderCase) throws {
        #expect(Decoding.strictFailure(sample.bytes, sample.charset)?.offset == sample.malformed)
    }

    @Test func anErrorNamesTheCharsetAndTheOffset() throws {
        let error = try #require(Decoding.strictFailure([0x61, 0x81], .shiftJIS))
        #expect(error.code == .invalidText)
        #expect(error.message == "the text is not valid Shift_JIS at offset 1")
    }

    @Test func everyCharsetHasACase() {
        let withTables: [Charset] = [
            .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .gbk, .gb18030, .big5,
            .eucJP, .iso2022JP, .shiftJIS, .eucKR, .userDefined, .windows1252,
        ]
        #expect(Set(withTables).isSubset(of: DecoderCase.all.map(\.charset)))
    }

    @Test(arguments: Charset.allCases.filter { !$0.name.hasPrefix("UTF-16") && !$0.name.hasPrefix("UTF-32") })
    func asciiDecodesToItself(charset: Charset) throws {
        let escapes: [UInt8] = [0x0E, 0x0F, 0x1B]
        let ascii = [UInt8](0..<0x80).filter { !escapes.contains($0) }
        let decoded = try Decoding(ascii + ascii, charset)
        #expect(Array(decoded.text.utf8) == ascii + ascii)
        #expect(decoded.replacements == 0)
    }
}

/// The result of a decoder that replaces malformed bytes.
struct Decoding: Equatable {
    let text: String
    let replacements: Int
    let firstReplacement: Int?

    /// Decodes bytes in chunks of the given size, or in one step by default.
    init(_ bytes: [UInt8], _ charset: Charset, chunk: Int = .max) throws(ResponseError) {
        var decoder = TextDecoder(charset, replacesMalformed: true)
        text = try Self.text(bytes, &decoder, chunk)
        replacements = decoder.replacements
        firstReplacement = decoder.firstReplacement
    }

    /// Returns the error of strict decoding, or nil.
    static func strictFailure(_ bytes: [UInt8], _ charset: Charset, chunk: Int = .max) -> ResponseError? {
        var decoder = TextDecoder(charset)
        do throws(ResponseError) {
            _ = try text(bytes, &decoder, chunk)
            return nil
        } catch {
            return error
        }
    }

    private static func text(_ bytes: [UInt8], _ decoder: inout TextDecoder, _ chunk: Int) throws(ResponseError)
        -> String
    {
        var text = ""
        var start = 0
        while start < bytes.count {
            let end = bytes.count - start <= chunk ? bytes.count : start + chunk
            text += try decoder.decode(bytes[start..<end])
            start = end
        }
        return try text + decoder.finish()
    }

    /// Compares texts by their scalars.
    ///
    /// Canonically equivalent texts differ.
    static func == (left: Decoding, right: Decoding) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.replacements == right.replacements
            && left.firstReplacement == right.firstReplacement
    }
}

/// Bytes in a charset, the text that the standard requires, and the offset of the first malformed byte.
struct DecoderCase: Sendable, CustomTestStringConvertible {
    let charset: Charset
    let bytes: [UInt8]
    let text: String
    let malformed: Int?

    init(_ charset: Charset, _ bytes: [UInt8], _ text: String, malformed: Int? = nil) {
        self.charset = charset
        self.bytes = bytes
        self.text = text
        self.malformed = malformed
    }

    var testDescription: String { "\(charset) \(bytes.map { String($0, radix: 16) })" }
}

extension DecoderCase {
    /// Every branch of every decoder of the standard.
    static let all = unicode + singleByte + chinese + japanese + korean

    private static let unicode = [
        DecoderCase(.utf8, [], ""),
        DecoderCase(.utf8, Array("aé€😀".utf8), "aé€😀"),
        DecoderCase(.utf8, [0xEF, 0xBB, 0xBF, 0x61], "\u{FEFF}a"),
        DecoderCase(.utf8, [0x61, 0x80], "a\u{FFFD}", malformed: 1),
        DecoderCase(.utf8, [0xC0, 0xAF], "\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xF0, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xF5, 0xFF], "\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.utf8, [0xE2, 0x82, 0x41], "\u{FFFD}A", malformed: 0),
        DecoderCase(.utf8, [0xF0, 0x9F, 0x98, 0xE2, 0x82, 0xAC], "\u{FFFD}€", malformed: 0),
        DecoderCase(.utf8, [0x61, 0xF0, 0x9F, 0x98], "a\u{FFFD}", malformed: 1),
        DecoderCase(.utf16LittleEndian, [0x3D, 0xD8, 0x00, 0xDE, 0x61, 0x00], "😀a"),
        DecoderCase(.utf16BigEndian, [0xD8, 0x3D, 0xDE, 0x00, 0x00, 0x61], "😀a"),
        DecoderCase(.utf16BigEndian, [0xDC, 0x00, 0x00, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.utf16BigEndian, [0x00, 0x61, 0xD8, 0x00, 0x00, 0x62], "a\u{FFFD}b", malformed: 2),
        DecoderCase(.utf16BigEndian, [0xD8, 0x00, 0xD8, 0x3D, 0xDE, 0x00], "\u{FFFD}😀", malformed: 0),
        DecoderCase(.utf16LittleEndian, [0x61, 0x00, 0x62], "a\u{FFFD}", malformed: 2),
        DecoderCase(.utf16LittleEndian, [0x00, 0xD8], "\u{FFFD}", malformed: 0),
        DecoderCase(.utf16LittleEndian, [0x00, 0xD8, 0x61], "\u{FFFD}", malformed: 0),
        DecoderCase(.utf32LittleEndian, [0x00, 0xF6, 0x01, 0x00], "😀"),
        DecoderCase(.utf32BigEndian, [0x00, 0x01, 0xF6, 0x00, 0x00, 0x00, 0x00, 0x61], "😀a"),
        DecoderCase(.utf32BigEndian, [0x00, 0x00, 0xD8, 0x00, 0x00, 0x00, 0x00, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(
            .utf32BigEndian,
            [0x00, 0x11, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF],
            "\u{FFFD}\u{FFFD}",
            malformed: 0
        ),
        DecoderCase(.utf32LittleEndian, [0x61, 0x00, 0x00, 0x00, 0x62, 0x00, 0x00], "a\u{FFFD}", malformed: 4),
    ]

    private static let singleByte = [
        DecoderCase(.windows1252, [0x41, 0x80, 0x81, 0xE9, 0xFF], "A€\u{81}éÿ"),
        DecoderCase(.windows1251, [0xCF, 0xF0, 0xE8], "При"),
        DecoderCase(.koi8R, [0xF0, 0xD2, 0xC9], "При"),
        DecoderCase(.koi8U, [0xAE, 0xBE], "ўЎ"),
        DecoderCase(.ibm866, [0x8F, 0xE0, 0xA8], "При"),
        DecoderCase(.macCyrillic, [0x8F, 0xF0, 0xE8], "При"),
        DecoderCase(.iso8859x2, [0xB1, 0xE6], "ąć"),
        DecoderCase(.iso8859x8, [0xE0, 0x20], "א "),
        DecoderCase(.iso8859x8I, [0xE0, 0x20], "א "),
        DecoderCase(.iso8859x15, [0xA4], "€"),
        DecoderCase(.windows874, [0xA1, 0xDB, 0x61], "ก\u{FFFD}a", malformed: 1),
        DecoderCase(.windows1253, [0xAA, 0xC1], "\u{FFFD}Α", malformed: 0),
        DecoderCase(.iso8859x6, [0xA1, 0xC7], "\u{FFFD}ا", malformed: 0),
        DecoderCase(.userDefined, [0x61, 0x80, 0xFF], "a\u{F780}\u{F7FF}"),
    ]

    private static let chinese = [
        DecoderCase(.gbk, [0xC4, 0xE3, 0xBA, 0xC3, 0x80], "你好€"),
        DecoderCase(.gb18030, [0x81, 0x30, 0x81, 0x30], "\u{80}"),
        DecoderCase(.gb18030, [0x81, 0x35, 0xF4, 0x37], "\u{E7C7}"),
        DecoderCase(.gb18030, [0x90, 0x30, 0x81, 0x30, 0xE3, 0x32, 0x9A, 0x35], "\u{10000}\u{10FFFF}"),
        DecoderCase(.gb18030, [0xE3, 0x32, 0x9A, 0x36, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.gb18030, [0x84, 0x31, 0xA4, 0x39, 0x84, 0x31, 0xA5, 0x30], "\u{FFFF}\u{FFFD}", malformed: 4),
        DecoderCase(.gb18030, [0xFF, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.gb18030, [0x81, 0x20], "\u{FFFD} ", malformed: 0),
        DecoderCase(.gb18030, [0x81, 0xFF, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.gb18030, [0x81, 0x30, 0x61, 0x62], "\u{FFFD}0ab", malformed: 0),
        DecoderCase(.gb18030, [0x81, 0x30, 0x81, 0x61], "\u{FFFD}0乤", malformed: 0),
        DecoderCase(.gb18030, [0x61, 0x81], "a\u{FFFD}", malformed: 1),
        DecoderCase(.gb18030, [0x61, 0x81, 0x30], "a\u{FFFD}", malformed: 1),
        DecoderCase(.gb18030, [0x61, 0x81, 0x30, 0x81], "a\u{FFFD}", malformed: 1),
        DecoderCase(.big5, [0xA7, 0x41, 0xA6, 0x6E], "你好"),
        DecoderCase(.big5, [0x88, 0x62, 0x88, 0x64, 0x88, 0xA3, 0x88, 0xA5], "Ê̄Ê̌ê̄ê̌"),
        DecoderCase(.big5, [0x87, 0x45], "\u{27267}"),
        DecoderCase(.big5, [0x80, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.big5, [0xA1, 0x30], "\u{FFFD}0", malformed: 0),
        DecoderCase(.big5, [0xA1, 0x80, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.big5, [0x81, 0x40, 0x81, 0xA1], "\u{FFFD}@\u{FFFD}", malformed: 0),
        DecoderCase(.big5, [0x61, 0xA1], "a\u{FFFD}", malformed: 1),
    ]

    private static let japanese = [
        DecoderCase(.shiftJIS, [0x83, 0x65, 0xB1, 0x80, 0x5C, 0x7E], "テｱ\u{80}\\~"),
        DecoderCase(.shiftJIS, [0xF0, 0x40, 0xF9, 0xFC], "\u{E000}\u{E757}"),
        DecoderCase(.shiftJIS, [0xA0, 0xFD, 0xFE, 0xFF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.shiftJIS, [0x81, 0x30], "\u{FFFD}0", malformed: 0),
        DecoderCase(.shiftJIS, [0x81, 0x7F, 0x61], "\u{FFFD}\u{7F}a", malformed: 0),
        DecoderCase(.shiftJIS, [0x81, 0xFD, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.shiftJIS, [0x85, 0x40], "\u{FFFD}@", malformed: 0),
        DecoderCase(.shiftJIS, [0x61, 0xE0], "a\u{FFFD}", malformed: 1),
        DecoderCase(.eucJP, [0xA5, 0xC6, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1], "テｱ丂"),
        DecoderCase(.eucJP, [0x8E, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0x8E, 0xE0, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0x8F, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0x8F, 0xB0, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0x8F, 0xA1, 0xA1, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0xA9, 0xA1, 0xA0, 0x61], "\u{FFFD}\u{FFFD}a", malformed: 0),
        DecoderCase(.eucJP, [0x61, 0x8F, 0xB0], "a\u{FFFD}", malformed: 1),
        DecoderCase(.eucJP, [0x61, 0x8F], "a\u{FFFD}", malformed: 1),
        DecoderCase(.iso2022JP, [0x61, 0x1B, 0x24, 0x42, 0x25, 0x46, 0x1B, 0x28, 0x42, 0x62], "aテb"),
        DecoderCase(.iso2022JP, [0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x41], "¥‾A"),
        DecoderCase(.iso2022JP, [0x1B, 0x28, 0x49, 0x31], "ｱ"),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x40, 0x25, 0x46], "テ"),
        DecoderCase(.iso2022JP, [0x0E, 0x0F, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", malformed: 0),
        DecoderCase(.iso2022JP, [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42, 0x61], "\u{FFFD}a", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x43, 0x61], "\u{FFFD}$Ca", malformed: 0),
        DecoderCase(.iso2022JP, [0x1B, 0x24], "\u{FFFD}$", malformed: 0),
        DecoderCase(.iso2022JP, [0x1B], "\u{FFFD}", malformed: 0),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x25], "\u{FFFD}", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x25, 0x80, 0x25, 0x46], "\u{FFFD}テ", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x20, 0x25, 0x46], "\u{FFFD}テ", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x25, 0x1B, 0x28, 0x42, 0x61], "\u{FFFD}a", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x29, 0x21, 0x25, 0x46], "\u{FFFD}テ", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x28, 0x49, 0x60, 0x31], "\u{FFFD}ｱ", malformed: 3),
        DecoderCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x1B, 0x24], "\u{FFFD}\u{FFFD}", malformed: 3),
    ]

    private static let korean = [
        DecoderCase(.eucKR, [0xB0, 0xA1, 0x81, 0x41], "가갂"),
        DecoderCase(.eucKR, [0x80, 0xFF, 0x61], "\u{FFFD}\u{FFFD}a", malformed: 0),
        DecoderCase(.eucKR, [0xB0, 0x40, 0xB0, 0xFF, 0x61], "\u{FFFD}@\u{FFFD}a", malformed: 0),
        DecoderCase(.eucKR, [0xC9, 0xA1, 0x61], "\u{FFFD}a", malformed: 0),
        DecoderCase(.eucKR, [0x61, 0xB0], "a\u{FFFD}", malformed: 1),
    ]
}
