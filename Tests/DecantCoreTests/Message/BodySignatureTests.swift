import DecantCore
import Testing

struct BodySignatureTests {
    @Test(
        arguments: [
            ("<!DOCTYPE html>", "HTML"), (" \n<h1>A</h1>", "HTML"), ("<?xml version='1.0'?><html/>", "HTML"),
            ("<?xml version='1.0'?><a/>", "XML"), ("\u{FEFF}<?xml version='1.0'?><a/>", "XML"), ("<a/>", nil),
            ("{\"a\":1}", "JSON"), ("{ }", "JSON"), ("[", "JSON"), ("[ -1]", "JSON"), ("{a}", nil), ("[x]", nil),
            ("%PDF-1.7", "a PDF document"), ("%PDF", nil), (" %PDF-", nil), ("GIF89a", "a GIF image"),
            ("bplist00", "a binary property list"),
            ("PK\u{3}\u{4}", "a ZIP archive"), ("", nil), (" ", nil), ("hello", nil),
            ("<!--x-->", nil), ("<!-- a", nil), ("<!--x--> <a/>", nil), ("<!--x--><!-- y -->\n<HTML>", "HTML"),
            ("<!--" + String(repeating: "x", count: 5000) + "--><html>", nil),
            ("<metadata>", nil), ("<headers/>", nil), ("<title>a</title>", "HTML"), ("<html\n>", "HTML"),
            ("<br/>", "HTML"),
        ]
    )
    func recognizesText(text: String, name: String?) {
        #expect(ResponseBytes(text.utf8).recognizedFormat == name)
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 8], .compressed("gzip")), ([0x28, 0xB5, 0x2F, 0xFD], .compressed("zstd")),
            ([0x78, 0x9C], .compressed("deflate")), ([0x42, 0x5A, 0x68, 0x39], .compressed("bzip2")),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .compressed("xz")),
            ([0x89, 0x50, 0x4E, 0x47, 0x0A], .binary(name: "a PNG image", mediaType: "image/png")),
            ([0xFF, 0xD8, 0xFF, 0xE0], .binary(name: "a JPEG image", mediaType: "image/jpeg")), ([0x78, 0x9D], nil),
        ] as [([UInt8], BodySignature?)]
    )
    func recognizesBinaryFormats(bytes: [UInt8], signature: BodySignature?) {
        #expect(BodySignature(ResponseBytes(bytes)) == signature)
    }
}
