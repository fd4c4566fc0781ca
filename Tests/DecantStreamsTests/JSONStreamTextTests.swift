import DecantCore
import DecantJSON
import DecantStreams
import DecantText
import TestSupport
import Testing

@Suite struct JSONStreamTextTests {
    private enum Format: CaseIterable { case lines, sequence, elements }

    /// The values, findings, and error of a stream.
    private struct Reading: Equatable {
        var values: [String] = []
        var findings: [Finding] = []
        var error: ResponseError?

        static func == (left: Self, right: Self) -> Bool {
            left.values == right.values && left.findings == right.findings
                && left.error.map { "\($0)" } == right.error.map { "\($0)" }
        }

        init(
            _ serializer: StreamSerializer<JSON>,
            _ mediaType: ResponseMediaType?,
            _ chunks: [ArraySlice<UInt8>]
        ) {
            var reader = serializer.reader(mediaType: mediaType)
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while let value = try reader.next() { values.append(value.description) }
                }
                reader.finish()
                while let value = try reader.next() { values.append(value.description) }
            } catch {
                self.error = error
            }
            findings = reader.findings
        }
    }

    private static func reading(
        _ bytes: [UInt8],
        _ format: Format = .lines,
        _ mediaType: ResponseMediaType? = nil,
        bytewise: Bool = false,
        options: JSON.Options = JSON.Options()
    ) -> Reading {
        let chunks = bytewise ? Cuts.bytes(bytes) : [bytes[...]]
        let json = JSONResponseSerializer<JSON>(options: options)
        return switch format {
        case .lines: Reading(.jsonLines(json), mediaType, chunks)
        case .sequence: Reading(.jsonSequence(json), mediaType, chunks)
        case .elements: Reading(.jsonElements(json), mediaType, chunks)
        }
    }

    private static func framed(_ texts: [String], _ format: Format) -> String {
        switch format {
        case .lines: texts.joined(separator: "\n")
        case .sequence: texts.map { "\u{1E}\($0)\n" }.joined()
        case .elements: "[\(texts.joined(separator: ","))]"
        }
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    private static func utf32(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * $0)) } }
    }

    @Test(arguments: [false, true]) func theFirstBytesDecideOnUTF16AndUTF32(bytewise: Bool) {
        let texts = [#"{"a":"ü日"}"#, "[1,2]", #""😀""#]
        for format in Format.allCases {
            let text = Self.framed(texts, format)
            for mark in ["", "\u{FEFF}"] {
                for bytes in [
                    Self.utf16(mark + text, bigEndian: false), Self.utf16(mark + text, bigEndian: true),
                    Self.utf32(mark + text),
                ] {
                    let reading = Self.reading(bytes, format, bytewise: bytewise)
                    #expect(reading.values == texts)
                    #expect(reading.error == nil)
                    #expect(reading.findings.last?.code == .transcoded)
                    #expect(reading.findings.contains { $0.code == .byteOrderMark } == !mark.isEmpty)
                }
            }
        }
    }

    @Test func anErrorInUTF16HasTheOffsetInTheBody() {
        let bytes = Self.utf16("{\"a\":1}\n{\"ü\":x}\n", bigEndian: false)
        let reading = Self.reading(bytes)
        #expect(reading.values == ["{\"a\":1}"])
        #expect(reading.error?.offset == 26)
        #expect(reading.error?.position?.line == 2)
        #expect(reading.error?.position?.column == 6)
        #expect(Self.reading(bytes, bytewise: true) == reading)
    }

    @Test("An error around an array in UTF-16 has the offset in the body")
    func anErrorAroundAnArrayInUTF16HasTheOffset() {
        for (text, offset) in [("{\"日本\":[\"語\"],x}", 24), ("{\"日本\":[1]", 18), ("{\"日本\":x}", 12)] {
            let bytes = Self.utf16(text, bigEndian: true)
            for chunks in [[bytes[...]], Cuts.bytes(bytes)] {
                let reading = Reading(.jsonElements(JSON.self, at: "/日本"), nil, chunks)
                #expect(reading.error?.offset == offset)
            }
        }
    }

    @Test(
        "Malformed UTF-16 ends the stream after the texts before it",
        arguments: [[0x00, 0xDC], [0x00, 0xD8, 0x61, 0x00], [0x61]] as [[UInt8]]
    )
    func malformedUTF16EndsTheStreamAfterTheTexts(bytes: [UInt8]) {
        let body = Self.utf16("1\n2\n", bigEndian: false) + bytes
        for bytewise in [false, true] {
            let reading = Self.reading(body, bytewise: bytewise)
            #expect(reading == Self.reading(body, bytewise: !bytewise))
            #expect(reading.values == ["1", "2"])
            #expect(reading.error?.code == .invalidText)
            #expect(reading.error?.offset == 8)
        }
    }

    /// A text is not held until more bytes arrive.
    @Test func twoBytesSuffice() throws {
        var reader = StreamSerializer.jsonLines(Int.self).reader()
        reader.append(Array("1\n".utf8))
        #expect(try reader.next() == 1)
    }

    @Test(arguments: ["iso-8859-1", "windows-1252", "gbk", "unicode", "koi8-r"])
    func aTextThatIsValidUTF8IsUTF8(label: String) throws {
        let mediaType = try #require(ResponseMediaType(parsing: "application/x-ndjson; charset=\(label)"))
        let texts = [#"{"a":1}"#, #"{"a":"ü"}"#, #"{"a":"日"}"#]
        for format in Format.allCases {
            let bytes = Array(Self.framed(texts, format).utf8)
            let reading = Self.reading(bytes, format, mediaType)
            #expect(reading.values == texts)
            #expect(reading.findings.map(\.code) == [.conflictingCharset])
            #expect(Self.reading(bytes, format, mediaType, bytewise: true) == reading)
        }
    }

    @Test func theLabelDecidesOnTheTextsThatAreNotUTF8() throws {
        for (label, bytes, expected) in [
            ("iso-8859-1", [0xFC], "ü"), ("windows-1251", [0xC4, 0xE0], "Да"), ("gbk", [0xC4, 0xE3], "你"),
        ] as [(String, [UInt8], String)] {
            let mediaType = try #require(ResponseMediaType(parsing: "application/x-ndjson; charset=\(label)"))
            let body = Array("\"ü\"\n\"".utf8) + bytes + Array("\"\n{\"a\":".utf8) + [0x22] + bytes + Array("\"}".utf8)
            let reading = Self.reading(body, .lines, mediaType)
            #expect(reading.values == ["\"ü\"", "\"\(expected)\"", "{\"a\":\"\(expected)\"}"])
            #expect(reading.findings.map(\.code) == [.conflictingCharset, .transcoded])
            #expect(Self.reading(body, .lines, mediaType, bytewise: true) == reading)
        }
    }

    @Test("An error in a transcoded text has the offset in the body") func anErrorInATranscodedTextHasTheOffset() {
        let body = Array("1\n".utf8) + [0x5B, 0x22, 0xFC, 0x22, 0x20, 0x78, 0x5D]
        let reading = Self.reading(body, .lines, "application/x-ndjson; charset=latin1")
        #expect(reading.error?.code == .malformedBody)
        #expect(reading.error?.offset == 7)
        #expect(reading.error?.position?.column == 6)
    }

    @Test func aLabelDoesNotChangeTheHintOfAnError() {
        let body = Array("{\"a\":1}\n{\"a\":".utf8)
        for type: ResponseMediaType in ["application/x-ndjson", "application/x-ndjson; charset=latin1"] {
            #expect(Self.reading(body, .lines, type).error?.hint == "the stream ends inside a line")
        }
    }

    @Test func aLabelDoesNotChangeTheLimitOfAnError() {
        let body = [UInt8](repeating: UInt8(ascii: "["), count: 600)
        for type: ResponseMediaType in ["application/x-ndjson", "application/x-ndjson; charset=latin1"] {
            let error = Self.reading(body, .lines, type).error
            #expect(error?.limit == .jsonDepth)
            #expect(error?.remedies.first?.kind == .limit)
        }
    }

    @Test("The label also decides on the text around an array") func theLabelAlsoDecidesOnTheTextAround() {
        let body = Array("{\"n\":\"".utf8) + [0xFC] + Array("\",\"a\":[\"ü\",\"".utf8) + [0xFC] + Array("\"]}".utf8)
        for end in ["", ",x}"] {
            let json = StreamSerializer.jsonElements(JSON.self, at: "/a")
            let bytes = body.dropLast(end.isEmpty ? 0 : 1) + Array(end.utf8)
            let reading = Reading(json, "application/json; charset=latin1", [bytes[...]])
            #expect(reading.values == ["\"ü\"", "\"ü\""])
            #expect(reading.error?.code == (end.isEmpty ? nil : .malformedBody))
        }
    }

    @Test(arguments: ["martian", "cp65001", "'utf-8'", "utf8"]) func anUnknownLabelCountsAsNoLabel(label: String) throws
    {
        let mediaType = try #require(ResponseMediaType(parsing: "application/x-ndjson; charset=\(label)"))
        let reading = Self.reading(Array("\"ü\"\n1\n".utf8), .lines, mediaType)
        #expect(reading.values == ["\"ü\"", "1"])
        #expect(reading.findings.map(\.code) == (["martian", "cp65001"].contains(label) ? [.unknownCharset] : []))
        #expect(Self.reading([0x22, 0xFC, 0x22], .lines, mediaType).error?.code == .invalidText)
    }

    @Test func theCharsetOfTheOptionsDecides() {
        var options = JSON.Options()
        options.text.charset = .windows1252
        #expect(Self.reading([0x22, 0xFC, 0x22], options: options).values == ["\"ü\""])
        options.text = TextOptions(replacesMalformed: true)
        #expect(Self.reading([0x22, 0xFC, 0x22], options: options).values == ["\"\u{FFFD}\""])
    }
}
