import DecantCore
import DecantText
import Testing

@Suite struct CharacterDecoderTests {
    @Test(arguments: DecoderCase.all) func decodesAsTheStandardSays(sample: DecoderCase) throws {
        let decoded = try Decoding(sample.bytes, sample.charset)
        #expect(decoded.text.unicodeScalars.elementsEqual(sample.text.unicodeScalars))
        #expect(decoded.firstReplacement == sample.malformed)
        #expect(decoded.replacements == sample.text.unicodeScalars.count { $0 == "\u{FFFD}" })
    }

    @Test(arguments: DecoderCase.all) func strictDecodingStopsAtTheFirstMalformedByte(sample: DecoderCase) throws {
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
    func asciiStandsForItself(charset: Charset) throws {
        let escapes: [UInt8] = [0x0E, 0x0F, 0x1B]
        let ascii = [UInt8](0..<0x80).filter { !escapes.contains($0) }
        let decoded = try Decoding(ascii + ascii, charset)
        #expect(Array(decoded.text.utf8) == ascii + ascii)
        #expect(decoded.replacements == 0)
    }
}
