import DecantCore
import DecantText
import Foundation
import Testing

@Suite struct CharsetTests {
    @Test(arguments: [
        ("utf8", Charset.utf8), ("UTF-8", .utf8), ("unicode-1-1-utf-8", .utf8), ("latin1", .windows1252),
        ("us-ascii", .windows1252), ("ISO-8859-1", .windows1252), ("iso-8859-9", .windows1254), ("gb2312", .gbk),
        ("GB18030", .gb18030), ("big5-hkscs", .big5), ("x-sjis", .shiftJIS), ("Windows-31J", .shiftJIS),
        ("ks_c_5601-1987", .eucKR), ("utf-16", .utf16LittleEndian), ("ucs-2", .utf16LittleEndian),
        ("unicodefffe", .utf16BigEndian), ("logical", .iso8859x8I), ("visual", .iso8859x8), ("dos-874", .windows874),
        ("x-mac-ukrainian", .macCyrillic), ("x-user-defined", .userDefined), ("cp1252", .windows1252),
    ])
    func everyKindOfLabelIsKnown(label: String, charset: Charset) {
        #expect(Charset(label: label) == charset)
        #expect(Charset(label: "\t\n\u{0C}\r \(label.uppercased()) \t") == charset)
    }

    @Test(arguments: [
        "", " ", "utf-9", "utf 8", "utf-8;", "\u{A0}utf-8", "utf-8\u{0}", "utf-7", "utf-32", "utf-32le", "cesu-8",
        "iso-2022-kr", "hz-gb-2312", "iso-2022-cn", "csiso2022kr", "replacement", "ｕｔｆ-8", "\u{212A}OI8-R",
    ])
    func unknownLabelsAreRejected(label: String) {
        #expect(Charset(label: label) == nil)
    }

    @Test func theNameIsALabelOfTheCharsetItself() {
        for charset in Charset.allCases where !charset.name.hasPrefix("UTF-32") {
            #expect(Charset(label: charset.name) == charset)
            #expect("\(charset)" == charset.name)
        }
        #expect(Charset.allCases.count == 41)
    }

    @Test(arguments: Charset.allCases) func survivesCoding(charset: Charset) throws {
        let data = try JSONEncoder().encode([charset])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(charset.name)\"]")
        #expect(try JSONDecoder().decode([Charset].self, from: data) == [charset])
    }

    @Test func isDecodedFromLabelsAndRejectsOthers() throws {
        #expect(try JSONDecoder().decode([Charset].self, from: Data(#"["latin1"]"#.utf8)) == [.windows1252])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Charset].self, from: Data(#"["hz-gb-2312"]"#.utf8))
        }
    }

    @Test func aFindingNamesTheLabelAndIsBounded() throws {
        let long = String(repeating: "x", count: 1_000_000)
        for (label, part) in [
            ("martian", "unknown charset “martian”"), ("hz-gb-2312", "conceal"), (long, "…"), ("\u{1B}", "␛"),
        ] {
            let parameter = (key: "charset", value: label)
            let mediaType = ResponseMediaType(type: "text", subtype: "plain", parameters: [parameter])
            let serializer = StringResponseSerializer(options: TextOptions(replacesMalformed: true))
            let bytes = ResponseBytes("a".utf8)
            let finding = try #require(
                try serializer.response(of: bytes, for: ResponseContext(mediaType: mediaType)).findings.first
            )
            #expect(finding.code == .unknownCharset)
            #expect(finding.message.contains(part))
            #expect(finding.message.count < 200)
        }
    }
}
