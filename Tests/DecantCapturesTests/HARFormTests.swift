import DecantCaptures
import DecantCore
import DecantJSON
import DecantText
import HTTPTypes
import Testing

/// Forms of HAR files that deviate from HAR 1.2: bodies in unlabeled base64, lost bytes, strings for numbers, UTF-16.
struct HARFormTests {
    private static func only(_ content: String, type: String = "text/plain") throws -> CaptureEntry {
        let (entries, error) = HARTests.read(HARTests.archive(HARTests.entry(content, type: type)))
        #expect(error == nil)
        return try #require(entries.first)
    }

    /// Media types, text in base64, and the size of the body.
    private static let bodies: [(type: String, text: String, body: String)] = [
        ("text/css", "Ym9keXtjb2xvcjpyZWR9", "body{color:red}"),
        ("text/html", "PHA+aGk8L3A+", "<p>hi</p>"),
        ("text/html; charset=utf-8", "PHA+w6k8L3A+", "<p>é</p>"),
        ("application/javascript", "dmFyIGEgPSAxOw==", "var a = 1;"),
        ("application/xml", "PGE+MTwvYT4=", "<a>1</a>"),
        ("application/atom+xml", "PGZlZWQvPg==", "<feed/>"),
        ("image/svg+xml", "PHN2Zy8+", "<svg/>"),
        ("application/json", "WzEsMiwzXQ==", "[1,2,3]"),
        ("application/problem+json", "eyJhIjoxfQ==", "{\"a\":1}"),
        ("application/json", "eyJhIjoxfQ", "{\"a\":1}"),
        ("application/x-ndjson", "eyJhIjoxfQo=", "{\"a\":1}\n"),
        ("text/event-stream", "ZGF0YTogYQoK", "data: a\n\n"),
        ("text/plain", "aGVsbG8gd29ybGQh", "hello world!"),
        ("application/pdf", "JVBERi0xLjQgeHg=", "%PDF-1.4 xx"),
        ("font/woff2", "d09GMgABAABhYmM=", "wOF2\0\u{1}\0\0abc"),
        ("application/octet-stream", "aGVsbG8=", "hello"),
    ]

    @Test(arguments: bodies)
    func decodesUnlabeledBase64OfTheSize(type: String, text: String, body: String) throws {
        let entry = try Self.only(#"{"size":\#(body.utf8.count),"text":"\#(text)"}"#, type: type)
        #expect(String(decoding: entry.body, as: UTF8.self) == body)
        #expect(entry.findings.map(\.message) == ["the content is base64, although it is not labeled"])
    }

    @Test(arguments: bodies.filter { !$0.body.hasPrefix("%PDF") })
    func keepsTextWithTheLengthOfItsSize(type: String, text: String, body: String) throws {
        for size in ["\(text.utf8.count)", "0", "-1", "null"] {
            let entry = try Self.only(#"{"size":\#(size),"text":"\#(text)"}"#, type: type)
            #expect(String(decoding: entry.body, as: UTF8.self) == text)
            #expect(entry.findings == [])
        }
    }

    @Test(arguments: [
        ("application/json", "aGVsbG8=", 5), ("application/xml", "aGVsbG8=", 5), ("text/plain", "AAECAwQF", 6),
        ("image/png", "aGVsbG8=", 5), ("application/pdf", "aGVsbG8=", 5), ("text/plain", "abcd", 3),
    ])
    func warnsOfBase64ThatDoesNotFitTheMediaType(type: String, text: String, size: Int) throws {
        let entry = try Self.only(#"{"size":\#(size),"text":"\#(text)"}"#, type: type)
        #expect(String(decoding: entry.body, as: UTF8.self) == text)
        let message = "the content looks like base64 of its size, but not like base64 of \(type)"
        #expect(entry.findings.map(\.message) == [message])
        #expect(entry.findings.map(\.code) == [.mislabeledBody])
    }

    @Test func decodesUnlabeledBase64InLines() throws {
        let text = String(repeating: #"\#(String(repeating: "YWJj", count: 19))\r\n"#, count: 3)
        let entry = try Self.only(#"{"size":171,"text":"\#(text)"}"#)
        #expect(String(decoding: entry.body, as: UTF8.self) == String(repeating: "abc", count: 57))
    }

    // MARK: - Lost bytes

    @Test(arguments: ["\u{89}PNG\\r\\n\\u001a\\n", "\u{2030}PNG\\r\\n\\u001a\\n"])
    func readsBinaryDataAsLatin1AndWindows1252(text: String) throws {
        let entry = try Self.only(#"{"size":8,"text":"\#(text)"}"#, type: "image/png")
        #expect(entry.body == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(entry.findings.map(\.message) == ["each character of the content is a byte of the body"])
    }

    @Test(arguments: ["image/png", "application/octet-stream", "font/woff2", "audio/mpeg"])
    func namesTheBytesThatACaptureHasLost(type: String) throws {
        let entry = try Self.only(#"{"size":9,"text":"\#u{FFFD}PNG\r\n\u001a\n\#u{FFFD}"}"#, type: type)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .data.acceptingAnyMediaType()) }
        #expect(error?.code == .malformedBody)
        let message = "the capture has the binary body as text, and lost 2 sequences of bytes, which became U+FFFD"
        #expect(error?.message == message)
        let one = try Self.only(#"{"text":"\#u{FFFD}PNG"}"#, type: type).findings
        #expect(one.map(\.message) == [message.replacing("2 sequences of bytes", with: "1 sequence of bytes")])
    }

    @Test func keepsReplacementCharactersOfText() throws {
        #expect(try Self.only(#"{"size":3,"text":"\#u{FFFD}"}"#).value(as: .string) == "\u{FFFD}")
    }

    @Test func warnsOfBinaryDataWhoseBytesWereRemoved() throws {
        let entry = try Self.only(#"{"size":8,"text":"PNG\r\n\n"}"#, type: "image/png")
        #expect(entry.findings.map(\.message) == ["the capture has 6 of 8 bytes of the body"])
    }

    @Test(
        arguments: [
            (#""text":"""#, []), (#""text":null"#, []),
            (#""text":{"a":1}"#, ["the text of the content is not a string"]), (#""encoding":"base64""#, []),
        ] as [(String, [String])]
    )
    func namesABodyThatTheCaptureOmits(text: String, messages: [String]) throws {
        let entry = try Self.only(#"{"size":7,\#(text)}"#)
        #expect(entry.findings.map(\.message) == messages + ["the capture omits the body of 7 bytes"])
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .string) }
        #expect(error?.code == .truncatedBody)
    }

    // MARK: - Numbers

    @Test func readsNumbersInStrings() throws {
        let entry = HARTests.entry(#"{"size":"7","text":"eyJhIjoxfQ=="}"#, type: "application/json")
            .replacing("\"status\":200", with: "\"status\":\"200\"")
        let read = try #require(HARTests.read(HARTests.archive(entry)).entries.first)
        #expect(try read.value(as: .json)["a"]?.int == 1)
        let expected = ["the status is a string", "the size of the content is a string"]
        #expect(read.findings.map(\.message).prefix(2) == expected[...])
    }

    @Test(arguments: [
        ("null", "the status is not a number"), ("\"OK\"", "the status is not a number"),
        ("\"\"", "the status is not a number"), ("[200]", "the status is not a number"),
        ("2000", "2000 is not a status"), ("\"-5\"", "-5 is not a status"),
    ])
    func namesAStatusThatIsNotANumber(status: String, message: String) throws {
        let entry = HARTests.entry("{}").replacing("\"status\":200", with: "\"status\":\(status)")
            .replacing("\"statusText\":\"\"", with: "\"statusText\":\"OK\"")
        let read = try #require(HARTests.read(HARTests.archive(entry)).entries.first)
        let error = #expect(throws: ResponseError.self) { try read.value(as: .data) }
        #expect(error?.message == "the transfer failed: the captured response cannot be used: \(message)")
    }

    @Test func keepsTheReasonPhrase() throws {
        let entry = HARTests.entry("{}").replacing("\"statusText\":\"\"", with: "\"statusText\":\"Fine\"")
        let read = try #require(HARTests.read(HARTests.archive(entry)).entries.first)
        #expect(read.context.head?.status.reasonPhrase == "Fine")
        #expect(read.savedResponse?.starts(with: "HTTP/1.1 200 Fine\r\n".utf8) == true)
    }
}

// MARK: - Charsets

extension HARFormTests {
    private static func coded(_ text: String, bigEndian: Bool, wide: Bool) -> [UInt8] {
        let units = wide ? text.unicodeScalars.map(\.value) : text.utf16.map(UInt32.init)
        return units.flatMap { unit in
            let bytes = (0..<(wide ? 4 : 2)).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: [false, true], [false, true])
    func readsAnArchiveInUTF16AndUTF32(bigEndian: Bool, wide: Bool) throws {
        let text = String(decoding: HARTests.archive(HARTests.entry(#"{"size":3,"text":"é𝄞"}"#)), as: UTF8.self)
        for mark in ["", "\u{FEFF}"] {
            let bytes = Self.coded(mark + text, bigEndian: bigEndian, wide: wide)
            for chunk in [1, 3, 64, bytes.count] {
                let (entries, error) = HARTests.read(bytes, chunk: chunk)
                #expect(error == nil)
                #expect(try entries.first?.value(as: .string) == "é𝄞")
            }
            var reader = HAR.Reader()
            reader.append(bytes)
            reader.finish()
            _ = try reader.next()
            let charset = "UTF-\(wide ? 32 : 16)\(bigEndian ? "BE" : "LE")"
            #expect(reader.findings.contains { $0.message == "the text was transcoded from \(charset)" })
        }
    }

    @Test func malformedUTF16IsAnErrorWithItsOffset() throws {
        let text = String(decoding: HARTests.archive(HARTests.entry(#"{"size":3,"text":"ab"}"#)), as: UTF8.self)
        var bytes = Self.coded(text, bigEndian: false, wide: false)
        let index = try #require(bytes.lastIndex(of: UInt8(ascii: "b")))
        bytes[index + 1] = 0xD8
        let error = HARTests.read(bytes, chunk: 64).error
        #expect(error?.code == .invalidText)
        #expect(error?.offset == index)
    }

    @Test(arguments: ["", "{", "[]", "{}"]) func aShortTextIsUTF8(text: String) {
        let error = HARTests.read(Array(text.utf8), chunk: 1).error
        #expect(error != nil && error?.code != .invalidText)
    }
}

// MARK: - Limits

extension HARFormTests {
    @Test(arguments: [
        (Limits.Name.fieldCount, String(repeating: #",{"name":"a","value":"b"}"#, count: 1000)),
        (.fieldCount, #",{"name":"a","value":"\#(String(repeating: "b\\n", count: 1000))"}"#),
        (.fieldBytes, #",{"name":"a","value":"\#(String(repeating: "b", count: 70_000))"}"#),
        (.fieldBytes, #",{"name":"\#(String(repeating: "b", count: 70_000))","value":""}"#),
        (.headBytes, String(repeating: #",{"name":"a","value":"\#(String(repeating: "b", count: 600))"}"#, count: 500)),
    ])
    func appliesTheLimitsOfHeads(limit: Limits.Name, fields: String) throws {
        let archive = HARTests.archive(HARTests.entry("{}", fields: fields), HARTests.entry("{}"))
        let (entries, error) = HARTests.read(archive)
        #expect(error == nil)
        #expect(entries.count == 2)
        let failure = #expect(throws: ResponseError.self) { try entries[0].value(as: .data) }
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.limit == limit)
        let message = "a field of the head has more than 65536 bytes (limit fieldBytes)"
        #expect((failure?.message == message) == (limit == .fieldBytes))
        var limits = Limits()
        limits[limit] = .max
        let unlimited = HARTests.read(archive, limits: limits).entries
        #expect(unlimited.first?.context.head != nil)
    }

    @Test func ignoresALongMediaTypeOfTheContent() throws {
        let type = "text/plain" + String(repeating: ";a=b", count: 20_000)
        let archive = #"{"response":{"status":200,"headers":[],"content":{"mimeType":"\#(type)","text":"1"}}}"#
        let entry = try #require(HARTests.read(HARTests.archive(archive)).entries.first)
        #expect(entry.context.mediaType == nil)
        let message = "ignored a media type of the content with more than 65536 bytes"
        #expect(entry.findings.map(\.message).contains(message))
    }

    @Test("Keeps a response whose request has too many fields") func keepsAResponseWhoseRequestHasTooMany() throws {
        let fields = String(repeating: #"{"name":"a","value":"b"},"#, count: 1001)
        let entry = HARTests.entry("{}").replacing(#"{"name":"Accept""#, with: fields + #"{"name":"Accept""#)
        let read = try #require(HARTests.read(HARTests.archive(entry)).entries.first)
        #expect(read.requestFields.count == 1000)
        #expect(read.context.head?.status == .ok)
        let message = "request.headers was not read to its end: the head has more than 1000 fields (limit fieldCount)"
        #expect(read.findings.map(\.message) == [message])
    }
}
