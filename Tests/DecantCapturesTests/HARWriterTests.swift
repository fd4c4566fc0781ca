import DecantCaptures
import DecantCore
import DecantJSON
import DecantStreams
import Foundation
import HTTPTypes
import Testing

struct HARWriterTests {
    /// Writes entries with their values hidden, and reads them back.
    static func hidden(_ archive: [UInt8], _ hiding: HAR.Hiding = .values) throws -> [CaptureEntry] {
        let (entries, error) = HARTests.read(write(archive, hiding))
        #expect(error == nil)
        return entries
    }

    static func write(_ archive: [UInt8], _ hiding: HAR.Hiding = .values) -> [UInt8] {
        var writer = HAR.Writer(hiding: hiding)
        var bytes: [UInt8] = []
        for entry in HARTests.read(archive).entries { bytes += writer.append(entry) }
        return bytes + writer.finish()
    }

    /// Returns the body of a response after hiding.
    private static func body(
        _ text: String,
        type: String = "application/json",
        _ hiding: HAR.Hiding = .values
    ) throws -> String {
        let content = JSON.Value.object(
            [("size", .integer(text.utf8.count)), ("text", .string(text))].map { ($0, $1) }
        )
        let entry = HARTests.entry(String(decoding: content.bytes(), as: UTF8.self), type: type)
        let hidden = try #require(try Self.hidden(HARTests.archive(entry), hiding).first)
        #expect(hidden.hiding == hiding)
        return String(decoding: hidden.body, as: UTF8.self)
    }

    /// Returns a text with a letter for each class of characters.
    private static func classes(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z": "a"
                    case "A"..."Z": "A"
                    case "0"..."9": "0"
                    default: scalar.isASCII ? scalar : "é"
                    }
                }
            )
        )
    }

    @Test(
        arguments: [
            "swordfish", "Jane Doe", "ÄÖÜ 日本 😀", "jane.doe@example.com", "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "https://files.example/a/b?c=d", "+49 89 1234567", "QUJDREVGRw==", "#A1B2C3", "deadbeef01",
        ]
    )
    func aValueKeepsItsClassAndLength(value: String) throws {
        let hidden = try JSON(parsing: Array(Self.body("[\"\(value)\", \"\(value)\"]").utf8))
        let text = try #require(hidden[0]?.string)
        #expect(text != value)
        #expect(text.utf8.count == value.utf8.count)
        #expect(Self.classes(text) == Self.classes(value))
        #expect(hidden[1]?.string == text)
    }

    @Test(arguments: ["true", "false", "null", "0", "1", "\"\"", "\"true\"", "\"0\"", "[]", "{}", "-0", "0.0"])
    func aHarmlessValueStays(text: String) throws {
        #expect(try Self.body("[\(text)]") == "[\(text)]")
    }

    @Test(
        arguments: [
            ("127", 100...127), ("200", 128...255), ("999", 256...999), ("32767", 10_000...32_767),
            ("40000", 32_768...65_535), ("1735689600", 1_000_000_000...2_147_483_647),
            ("3000000000", 2_147_483_648...4_294_967_295), ("9223372036854775807", 1_000_000_000_000_000_000...Int.max),
            ("-128", -128...(-100)), ("7", 2...9),
        ] as [(String, ClosedRange<Int>)]
    )
    func aNumberFitsTheSameTypes(number: String, range: ClosedRange<Int>) throws {
        for _ in 0..<20 {
            let hidden = try Self.body("[\(number), \"\(number)\"]")
            let value = try #require(try JSON(parsing: Array(hidden.utf8))[0]?.int)
            #expect(range.contains(value))
            #expect(hidden.utf8.count == number.utf8.count * 2 + 6)
        }
    }

    @Test(arguments: ["1.7976931348623157e308", "2.5", "18446744073709551615", "123456789012345678901234567890", "1e5"])
    func aLongNumberStaysANumber(number: String) throws {
        let hidden = try JSON(parsing: Array(Self.body("[\(number)]").utf8))
        #expect(hidden[0]?.double?.isFinite == true)
    }

    @Test(
        arguments: [
            "2026-11-29", "2026-11-29T23:59:59Z", "2026-11-29T23:59:59.123456+01:00", "20261129T235959Z", "23:59",
            "1999-12-31 23:59:59", "Sun, 29 Nov 2026 08:49:37 GMT", "1 Jan 2026 00:00:00 +0000",
        ]
    )
    func aDateStaysADate(date: String) throws {
        for _ in 0..<20 {
            let hidden = try #require(try JSON(parsing: Array(Self.body("[\"\(date)\"]").utf8))[0]?.string)
            #expect(hidden.utf8.count == date.utf8.count)
            if date.utf8.count == 10 { #expect(hidden.wholeMatch(of: /\d{4}-(0\d|1[0-2])-([01]\d|2[0-8])/) != nil) }
            if date.hasSuffix("GMT") {
                #expect(hidden.wholeMatch(of: /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/) != nil)
            }
        }
    }

    @Test func equalValuesHaveEqualPlaceholdersInAllNotations() throws {
        let hidden = try JSON(parsing: Array(Self.body(#"["Bob", "\u0042ob", "B\u006fb", "Rob"]"#).utf8))
        let texts = (0..<4).map { hidden[$0]?.string ?? "" }
        #expect(Set(texts.prefix(3)).count == 1)
        #expect(texts[0] != texts[3])
    }

    @Test func twoArchivesHaveOtherPlaceholders() throws {
        #expect(try Self.body("[\"a long enough value\"]") != Self.body("[\"a long enough value\"]"))
    }

    @Test(
        arguments: [
            #"{"name": "Jane", "tags": ["a1b2"], }"#, #"{"name": "Jane"#, "{'name': /* Jane */ Jane}",
            "[\"\\x\", Jane]",
            "[\"\u{1}\"]", "{\"name\" \"Jane\"}", "[01, 1., .5, +1, --1, NaN]",
        ]
    )
    func aMalformedTextHasTheSameError(text: String) throws {
        let hidden = try Self.body(text)
        #expect(!hidden.contains("Jane"))
        func error(_ text: String) -> ResponseError? {
            do throws(ResponseError) { _ = try JSON(parsing: Array(text.utf8)) } catch { return error }
            return nil
        }
        #expect(error(hidden)?.code == error(text)?.code)
        #expect(error(hidden)?.offset == error(text)?.offset)
    }

    @Test func namesOfWordsStayAndOthersAreHidden() throws {
        let hidden = try Self.body(#"{"firstName": "x", "jane@example.com": 1, "4711081501": [1], "@type": "y"}"#)
        #expect(hidden.contains("\"firstName\"") && hidden.contains("\"@type\""))
        #expect(!hidden.contains("jane") && !hidden.contains("4711081501"))
    }

    @Test(
        "Base64 without a digit is hidden as a name, a segment, and an item",
        arguments: ["QnFkbXNvdnZFWVNhTlZCSFZUcDQ=", "RlFGMzVXTEdBclVValBVSmFNZWk"]
    )
    func base64IsNoName(token: String) throws {
        let hidden = try Self.body(#"{"\#(token)": 1, "numberOfDaysInMonth": 2, "userProfileImageURL": 3}"#)
        #expect(!hidden.contains(token))
        #expect(hidden.contains("\"numberOfDaysInMonth\"") && hidden.contains("\"userProfileImageURL\""))
        let url = "https://a.example/\(token)/items;\(token)?\(token)#\(token)"
        let entry = HARTests.entry("{}").replacing("https://a.example/b?c=d", with: url)
        let address = try #require(try Self.hidden(HARTests.archive(entry)).first?.context.url)
        #expect(!address.contains(token) && address.hasPrefix("https://a.example/"))
    }

    @Test func aDocumentInAStringKeepsItsNames() throws {
        let hidden = try JSON(parsing: Array(Self.body(#"{"data": "{\"name\": \"Jane Doe\", \"n\": 12}"}"#).utf8))
        let nested = try JSON(parsing: Array((hidden["data"]?.string ?? "").utf8))
        #expect(nested["name"]?.string?.count == 8 && nested["name"]?.string != "Jane Doe")
        #expect(nested["n"]?.int != nil)
    }

    @Test func markupKeepsItsElements() throws {
        let text = """
            <?xml version="1.0"?><!-- Jane --><a id="Jane" xmlns:m="http://www.w3.org/2005/Atom"><b>J&#97;ne &amp; 42</b>\
            <m:c><![CDATA[Jane]]></m:c></a>
            """
        let hidden = try Self.body(text, type: "application/xml")
        #expect(hidden.count == text.count)
        #expect(!hidden.contains("Jane") && !hidden.contains("42") && hidden.contains("&amp;"))
        for part in ["<?xml version=\"1.0\"?><!-- ", "<a id=\"", "</b><m:c><![CDATA[", "]]></m:c></a>"] {
            #expect(hidden.contains(part))
        }
    }

    @Test func aPropertyListKeepsItsNames() throws {
        let text = "<plist><dict><key>name</key><string>Jane</string><key>n</key><integer>42</integer></dict></plist>"
        let hidden = try Self.body(text, type: "application/x-plist")
        #expect(hidden.contains("<key>name</key><string>") && !hidden.contains("Jane") && !hidden.contains("42"))
        let old = try Self.body(
            "{ name = Jane; data = <0badcafe>; list = (\"a b\", 12); }",
            type: "application/x-plist"
        )
        #expect(old.hasPrefix("{ name = ") && old.contains("; list = (\"") && !old.contains("Jane"))
    }

    @Test func streamsFormsAndPartsKeepTheirFrames() throws {
        let events = "event: price\nid: 4711081\ndata: {\"name\": \"Jane\"}\n\ndata: [DONE]\n\n"
        let hidden = try Self.body(events, type: "text/event-stream")
        #expect(hidden.hasPrefix("event: price\nid: ") && hidden.hasSuffix("\n\ndata: [DONE]\n\n"))
        #expect(hidden.contains("data: {\"name\": \"") && !hidden.contains("Jane"))
        let form = try Self.body("name=Jane%20Doe&x=1", type: "application/x-www-form-urlencoded")
        #expect(form.hasPrefix("name=") && form.hasSuffix("&x=1") && !form.contains("Jane"))
        let parts = "--b\r\nContent-Type: application/json\r\n\r\n{\"name\": \"Jane\"}\r\n--b--\r\n"
        let part = try Self.body(parts, type: "multipart/mixed; boundary=b")
        #expect(
            part.hasPrefix("--b\r\nContent-Type: application/json\r\n\r\n{\"name\": \"") && part.hasSuffix("--b--\r\n")
        )
        #expect(!part.contains("Jane"))
    }

    @Test func otherTextIsFilled() throws {
        #expect(try Self.body("Hello, Jane\n  and you", type: "text/plain") == "xxxxxxxxxxx\n  xxxxxxx")
    }

    @Test func aURLKeepsItsHostAndCommonWords() throws {
        let entry = HARTests.entry("{}").replacing(
            "https://a.example/b?c=d",
            with: "https://jane:pw@api.example/v2/users/Jane.json?page=12&q=Jane#access_token=Jane"
        )
        let hidden = try #require(try Self.hidden(HARTests.archive(entry)).first?.context.url)
        let pattern =
            /https:\/\/[a-z]{4}:[a-z]{2}@api\.example\/v2\/users\/[A-Z][a-z]{3}\.json\?page=\d\d&q=\w+#access_token=\w+/
        #expect(hidden.wholeMatch(of: pattern) != nil)
        #expect(!hidden.contains("Jane"))
    }

    @Test func harmlessFieldsStay() throws {
        let fields = #"""
            ,{"name":"Cache-Control","value":"max-age=31536000"},{"name":"Set-Cookie","value":"sid=abc; Path=/; Secure"},
            {"name":"X-Trace","value":"abc-123"},{"name":"Authorization","value":"Bearer abc"},
            {"name":"Content-Length","value":"99"},{"name":"Content-Encoding","value":"gzip"}
            """#
        let entry = HARTests.entry(#"{"text":"[12]"}"#, type: "application/json; charset=utf-8", fields: fields)
        let head = try #require(try Self.hidden(HARTests.archive(entry)).first?.context.head?.headerFields)
        #expect(head[.contentType] == "application/json; charset=utf-8")
        #expect(head[.cacheControl] == "max-age=31536000")
        #expect(head[.setCookie]?.wholeMatch(of: /sid=[a-z]{3}; Path=\/; Secure/) != nil)
        #expect(head[.setCookie]?.contains("abc") == false)
        #expect(head[.authorization]?.wholeMatch(of: /Bearer [a-z]{3}/) != nil)
        #expect(head[.contentLength] == "4" && head[.contentEncoding] == nil)
    }

    @Test func theOtherModeHidesCredentialsOnly() throws {
        let text = #"{"access_token": "abcdef", "name": "Jane", "n": 42}"#
        let hidden = try JSON(parsing: Array(Self.body(text, .credentials).utf8))
        #expect(
            hidden["access_token"]?.string != "abcdef" && hidden["name"]?.string == "Jane" && hidden["n"]?.int == 42
        )
    }

    @Test func theWriterListsWhatIsKept() {
        let fields = #",{"name":"Vary","value":"*"}"#
        let entry = HARTests.entry(#"{"text":"AAAAAAAAAAA=","encoding":"base64"}"#, type: "image/x", fields: fields)
        func kept(_ hiding: HAR.Hiding) -> [String] {
            var writer = HAR.Writer(hiding: hiding)
            for entry in HARTests.read(HARTests.archive(entry)).entries { _ = writer.append(entry) }
            return writer.kept
        }
        let transfer = "methods, hosts, status codes, media types, times, and sizes, which describe the transfer"
        #expect(
            kept(.values) == [
                transfer, "common words in paths, such as “api” and “users”",
                "names of fields, cookies, items, members, and elements that consist of words, which decoding needs",
                "true, false, null, 0, 1, the length and the punctuation of each value, which decoding may need",
                "the number of lines of other text, which is filled with “x”",
                "fields whose values are not about a person: accept, vary",
            ]
        )
        #expect(
            kept(.credentials) == [
                transfer,
                "all paths, fields, and bodies except credentials with a known name, because values are kept",
                "1 body of images or other binary data, which cannot be searched",
            ]
        )
    }

    @Test(
        arguments: [
            ("image/png", "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAHCAAAAAA="), ("image/gif", "R0lGODlhBQAHAIAAAA=="),
            ("image/heic", "AAAAGGZ0eXBoZWljAAAAFGlzcGUAAAAAAAAABQAAAAc="),
        ]
    )
    func anImageKeepsItsSize(type: String, body: String) throws {
        let entry = HARTests.entry(#"{"text":"\#(body)","encoding":"base64"}"#, type: type)
        var writer = HAR.Writer()
        let read = try #require(HARTests.read(HARTests.archive(entry)).entries.first)
        let hidden = try #require(HARTests.read(writer.append(read) + writer.finish()).entries.first)
        let isGIF = type == "image/gif"
        #expect(hidden.body.starts(with: isGIF ? Array("GIF89a".utf8) + [5, 0, 7, 0] : [0x89, 0x50, 0x4E, 0x47]))
        if !isGIF { #expect(hidden.body.dropFirst(16).starts(with: [0, 0, 0, 5, 0, 0, 0, 7])) }
        let isConverted = writer.kept.contains("images that became PNG with their media type: image/heic")
        #expect(isConverted == (type == "image/heic"))
    }

    /// Returns the hidden body of a response with some bytes.
    private static func body(_ bytes: [UInt8], type: String) throws -> ResponseBytes {
        let text = Data(bytes).base64EncodedString()
        let entry = HARTests.entry(#"{"text":"\#(text)","encoding":"base64"}"#, type: type)
        return try #require(try Self.hidden(HARTests.archive(entry)).first).body
    }

    @Test func aNarrowBitmapIsNotLargerThanBefore() throws {
        // One by 2^26 pixels; rows have whole words.
        var bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: (1 << 20) + 100)
        bitmap.replaceSubrange(14..<28, with: [40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 1, 0])
        #expect(try Self.body(bitmap, type: "image/bmp").count <= bitmap.count)
    }

    @Test(.timeLimit(.minutes(10))) func theObjectsOfAListMayNotOverlap() throws {
        // All entries of the table are one dictionary, whose names fill the file.
        let (count, names) = (200_000, 100_000)
        var list = Array("bplist00".utf8) + [0xDF, 0x12, 0, 1, 0x86, 0xA0] + [UInt8](repeating: 0, count: names * 2)
        let table = list.count
        for _ in 0..<count { list += [0, 0, 8] }
        list += [0, 0, 0, 0, 0, 0, 3, 1] + [0, 0, 0, 0, 0, 3, 0x0D, 0x40] + [UInt8](repeating: 0, count: 8)
        list += [0, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: table >> $0) }
        let hidden = try Self.body(list, type: "application/x-plist")
        #expect(hidden.count == list.count)
        #expect(hidden.dropFirst(8).allSatisfy { $0 == 0 })
    }

    @Test(
        arguments: [
            (
                #"<?xml version="1.0" encoding="UTF-8" token="sword-fish7"?><a>1</a>"#,
                #"version="1.0" encoding="UTF-8" "#
            ),
            (#"<a xml:id="sword-fish7" xml:lang="en">1</a>"#, #"xml:lang="en""#),
            (#"<a xml:base="https://a.example/sword-fish7">1</a>"#, "xml:base="),
            (
                #"<!DOCTYPE a [<!ATTLIST a b (Sw0rd91f1sh77) #IMPLIED>]><a>sword-fish7 Sw0rd91f1sh77</a>"#,
                "<!ATTLIST a b ("
            ),
        ]
    )
    func onlyTheHarmlessPartsOfMarkupStay(text: String, kept: String) throws {
        let hidden = try Self.body(text, type: "application/xml")
        #expect(hidden.contains(kept))
        #expect(!hidden.contains("fish7") && !hidden.contains("Sw0rd"))
        #expect(hidden.utf8.count == text.utf8.count)
    }

    @Test func entriesAreWrittenInOrder() throws {
        let entries = (0..<50).map { HARTests.entry("{\"text\":\"\($0)\"}", status: 200 + $0) }
        let archive = Array("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8)
        let written = HARTests.read(Self.write(archive))
        #expect(written.error == nil)
        #expect(written.entries.map { $0.context.status?.code } == (0..<50).map { 200 + $0 })
    }

    @Test func anArchiveWithoutEntriesIsComplete() {
        var writer = HAR.Writer()
        #expect(String(decoding: writer.finish(), as: UTF8.self).contains(#""entries":[],"comment":"kept:"#))
    }
}
