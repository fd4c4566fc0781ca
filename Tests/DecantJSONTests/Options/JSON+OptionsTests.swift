import DecantCore
import DecantJSON
import DecantText
import Testing

/// The charsets of a text, and the content that the options reject.
@Suite struct JSONOptionsTests {
    static let text = "{\"é\":[1,\"水😀\"]}"

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static func utf32(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            let bytes = (0..<4).map { UInt8(scalar.value >> (8 * UInt32($0)) & 0xFF) }
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    static let encoded: [[UInt8]] = [
        Array(text.utf8), Array(("\u{FEFF}" + text).utf8),
        utf16(text, isBigEndian: false), utf16(text, isBigEndian: true),
        utf16("\u{FEFF}" + text, isBigEndian: false), utf16("\u{FEFF}" + text, isBigEndian: true),
        utf32(text, isBigEndian: false), utf32(text, isBigEndian: true),
        utf32("\u{FEFF}" + text, isBigEndian: false), utf32("\u{FEFF}" + text, isBigEndian: true),
    ]

    @Test(arguments: encoded)
    func findsTheCharset(bytes: [UInt8]) throws {
        let json = try JSON(parsing: ResponseBytes(bytes))
        #expect(json["é"]?[1]?.string == "水😀")
        #expect(json.description == Self.text)
    }

    @Test(arguments: ["1", "\"水\"", "\"a\"", "12", "[]", "\"é\""])
    func findsTheCharsetOfShortTexts(text: String) throws {
        for bytes in [Self.utf16(text, isBigEndian: true), Self.utf16(text, isBigEndian: false), Array(text.utf8)] {
            #expect(try JSON(parsing: ResponseBytes(bytes)).description == text)
        }
    }

    @Test func countsInTheBytesReceived() throws {
        let text = "\u{FEFF}[\"水\",\n x]"
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: ResponseBytes(Self.utf16(text, isBigEndian: false)))
        }
        #expect(error.position == SourcePosition(offset: 16, line: 2, column: 2))
        #expect(error.message == "“x” is not a JSON value")
        #expect(error.path == [.index(1)])
        let json = try JSON(parsing: ResponseBytes(Self.utf16("\u{FEFF}[\"水\",\n 1]", isBigEndian: false)))
        #expect(json[1]?.position == SourcePosition(offset: 16, line: 2, column: 2))
        let marked = try JSON(parsing: ResponseBytes("\u{FEFF}[1]".utf8))
        #expect(marked[0]?.position.offset == 4)
    }

    @Test func usesACustomCharset() throws {
        var options = JSON.Options()
        options.text.charset = .windows1252
        let json = try JSON(parsing: ResponseBytes([0x5B, 0x22, 0xE9, 0x22, 0x5D]), options: options)
        #expect(json[0]?.string == "é")
        #expect(throws: ResponseError.self) { try JSON(parsing: ResponseBytes([0x5B, 0x22, 0xE9, 0x22, 0x5D])) }
    }

    @Test func optionallyReplacesMalformedBytes() throws {
        var options = JSON.Options()
        options.text.replacesMalformed = true
        let json = try JSON(parsing: ResponseBytes([0x5B, 0x22, 0xFF, 0x22, 0x2C, 0x31, 0x5D]), options: options)
        #expect(json[0]?.string == "\u{FFFD}")
        #expect(json[1]?.position.offset == 5)
    }

    @Test func optionallyRejectsFragments() throws {
        var options = JSON.Options()
        options.allowsFragments = false
        for text in ["1", " \"a\"", "null", "true", "-1.5"] {
            let error = #expect(throws: ResponseError.self) {
                try JSON(parsing: ResponseBytes(text.utf8), options: options)
            }
            #expect(error?.code == .malformedBody)
            #expect(error?.offset == (text.hasPrefix(" ") ? 1 : 0))
        }
        for text in ["[]", "{}", " [1]"] {
            #expect(try JSON(parsing: ResponseBytes(text.utf8), options: options).count < 2)
        }
    }

    @Test(arguments: [
        ("{\"a\":1,\"a\":2}", 7, "a"), ("{\"a\":{\"b\":1,\"\\u0062\":2},\"a\":3}", 12, "a.b"),
        ("[{},{\"x\":1,\"y\":2,\"x\":3}]", 17, "[1].x"), ("{\"a\":1,\"b\":{\"c\":1,\"c\":1},\"a\":1}", 18, "b.c"),
        ("{\"\":1,\"\":2}", 6, ""), ("{\"a\":1,\"a\":{\"b\":1,\"b\":2}}", 7, "a"),
    ])
    func optionallyRejectsDuplicateNames(text: String, offset: Int, path: String) throws {
        var options = JSON.Options()
        options.rejectsDuplicateKeys = true
        let error = #expect(throws: ResponseError.self) {
            try JSON(parsing: ResponseBytes(text.utf8), options: options)
        }
        #expect(error?.code == .malformedBody)
        #expect(error?.offset == offset)
        #expect(error.map { CodingPathComponent.text(of: $0.path) } == path)
        #expect(try JSON(parsing: ResponseBytes(text.utf8)).count > 0)
    }

    @Test func distinguishesCanonicallyEquivalentNames() throws {
        var options = JSON.Options()
        options.rejectsDuplicateKeys = true
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(try JSON(parsing: ResponseBytes(text.utf8), options: options).count == 2)
    }
}
