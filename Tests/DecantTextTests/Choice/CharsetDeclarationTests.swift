import DecantCore
import DecantText
import Testing

@Suite struct CharsetDeclarationTests {
    @Test(arguments: [
        (#"<?xml version="1.0" encoding="koi8-r"?>"#, Charset.koi8R),
        ("<?xml version = '1.0'\n\tencoding = 'Shift_JIS' standalone='yes' ?>", .shiftJIS),
        (#"<?xml encoding="big5"?>"#, .big5),
        (#"<?xml version="1.0"?><a encoding="koi8-r"/>"#, .utf8),
        (#" <?xml version="1.0" encoding="koi8-r"?>"#, .utf8),
        (#"<?xml version="1.0" encoding=koi8-r?>"#, .utf8),
        (#"<?xml version="1.0" encoding="koi8-r"#, .utf8),
        (#"<?xml version="1.0" encodings="koi8-r"?>"#, .utf8),
        (#"<?xmlx ="1.0" encoding="koi8-r"?>"#, .utf8),
        ("<?xml", .utf8), ("", .utf8),
    ])
    func readsTheXMLDeclaration(text: String, charset: Charset) throws {
        #expect(try Self.charset(Array(text.utf8), .xml) == charset)
    }

    @Test(arguments: [
        ("<meta charset=koi8-r>", Charset.koi8R),
        ("<!doctype html><HTML><HEAD><META CHARSET = 'KOI8-R'>", .koi8R),
        ("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=Shift_JIS\">", .shiftJIS),
        ("<meta content='text/html; charset = \"big5\"' http-equiv=content-type>", .big5),
        ("<meta content='text/html; charset=big5'>", .utf8),
        ("<meta name=a content='charset=big5' charset=koi8-r>", .koi8R),
        ("<meta charset=koi8-r charset=big5>", .koi8R),
        ("<!-- <meta charset=koi8-r> --><meta charset=big5>", .big5),
        ("<!--><meta charset=big5>", .big5),
        ("<a title='<meta charset=koi8-r>'><meta charset=big5>", .big5),
        ("<a title=\"x><meta charset=koi8-r>", .utf8),
        ("</p <meta charset=koi8-r>><meta/charset=big5>", .big5),
        ("<?php <meta charset=koi8-r> ?><meta charset=big5>", .big5),
        ("<metal charset=koi8-r>", .utf8),
        ("<meta charset=utf-16le>", .utf8),
        ("<meta charset=x-user-defined>", .windows1252),
        ("<meta charset", .utf8), ("<meta charset=", .utf8), ("<meta charset='koi8-r", .koi8R), ("<", .utf8),
        ("<!", .utf8),
        ("<meta content='charset' http-equiv=content-type>", .utf8),
        ("<meta content='charset charset=big5' http-equiv=content-type>", .big5),
        ("<meta content='charset=\"big5' http-equiv=content-type>", .utf8),
        ("<?xml version='1.0' encoding='koi8-r'?><html>", .koi8R),
    ])
    func prescansHTML(text: String, charset: Charset) throws {
        #expect(try Self.charset(Array(text.utf8), .html) == charset)
    }

    @Test func scansOnlyTheFirst1024Bytes() throws {
        let near = String(repeating: " ", count: 1003) + "<meta charset=koi8-r>"
        #expect(try Self.charset(Array(near.utf8), .html) == .koi8R)
        let far = String(repeating: " ", count: 1024) + "<meta charset=koi8-r>"
        #expect(try Self.charset(Array(far.utf8), .html) == .utf8)
    }

    @Test(
        "Recognizes JSON in UTF-16 and UTF-32 by its zero bytes",
        arguments: ["{}", "[1]", "\"é\"", "\"日\"", "1", "12", " 1"]
    )
    func recognizesJSONInUTF16AndUTF32ByItsZero(text: String) throws {
        let units = Array(text.utf16)
        let scalars = text.unicodeScalars.map(\.value)
        let big16 = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little16 = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big32 = scalars.flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little32 = scalars.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }
        #expect(try Self.charset(Array(text.utf8), .json) == .utf8)
        #expect(try Self.charset(big16, .json) == .utf16BigEndian)
        #expect(try Self.charset(little16, .json) == .utf16LittleEndian)
        #expect(try Self.charset(big32, .json) == .utf32BigEndian)
        #expect(try Self.charset(little32, .json) == .utf32LittleEndian)
        #expect(try Self.charset(little16, .plain) == .utf8)
    }

    @Test func recognizesMarkupInUTF16ByItsZeroBytes() throws {
        #expect(try Self.charset([0x3C, 0, 0x3F, 0], .xml) == .utf16LittleEndian)
        #expect(try Self.charset([0, 0x3C, 0, 0x3F], .xml) == .utf16BigEndian)
        #expect(try Self.charset([0x3C, 0, 0x61], .xml) == .utf8)
    }

    @Test(arguments: [
        ("text/html", TextFormat.html), ("text/xml", .xml), ("application/xml", .xml), ("image/svg+xml", .xml),
        ("application/json", .json), ("application/problem+json", .json), ("text/plain", .plain), ("text/csv", .plain),
    ])
    func followsFromTheMediaType(mediaType: String, format: TextFormat) {
        #expect(TextFormat(ResponseMediaType(parsing: mediaType)) == format)
        #expect(TextFormat(nil) == .plain)
    }

    private static func charset(_ bytes: [UInt8], _ format: TextFormat) throws -> Charset {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        return try DecodedText.decode(
            ResponseBytes(bytes),
            in: &context,
            options: TextOptions(replacesMalformed: true),
            format: format
        ).charset
    }
}
