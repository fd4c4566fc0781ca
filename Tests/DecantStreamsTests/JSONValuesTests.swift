import DecantCore
import DecantFoundation
import DecantJSON
import DecantStreams
import DecantTesting
import Foundation
import TestSupport
import Testing

@Suite struct JSONValuesTests {
    private struct Row: Decodable, Sendable, Equatable {
        var userId: Int
        var at: Date?
    }

    private static let texts = [
        "{\"a\":1}{\"a\":2}\n{\"a\":3}\n", "1 2 \"x\" null", "1[2]\"a\"{\"b\":3}null", "\"a\"\"b\"1\"c\"true\"d\"", "",
        " \r\n\t", "\u{FEFF}1 2", "{\n  \"a\": [\n    1\n  ]\n}\n{\n  \"a\": 2\n}\n", "12true", "truefalse", "1,2", "]",
        "{\"a\":1}}{\"b\":2}", "1 x 2", "{\"a\":1}{\"a\":", "1 \"x", "1 tru", "1 -", "[1, x", "\u{1E}1\n\u{1E}2\n",
        "<html></html>",
        "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4} {\"a\":5}\n{\"a\":6}\n", "1\n\n2\n\r\n3\r\n4",
        "{\"é\":\"\\u00e9\\\"}{\"}[\"]\"]",
        "1\u{0}2", "{\"a\":1}\n{\n\"a\":2}\n{\"a\":3}\nnope\n4\n", ":1", "1:2", "{}[]{}[]", "-0-1", "1/2", "//",
        "\"\u{1}\" 2",
        "[[[[[[[[]]]]]]]]{\"a\":{\"b\":{}}}", "1 \u{FEFF}2",
    ]

    @Test(arguments: texts) func givesTheSameForEveryCut(_ text: String) {
        JSONReading.expectSameForAllCuts(.values, text)
        JSONReading.expectSameForAllCuts(.values, text, skipping: true)
        JSONReading.expectSameForAllCuts(.values, text, itemBytes: 5)
        JSONReading.expectSameForAllCuts(.values, text, skipping: true, itemBytes: 3)
    }

    @Test(arguments: [
        ("{\"a\":1}{\"a\":2}\n{\"a\":3}\n", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
        ("1 2 \"x\" null", ["1", "2", "\"x\"", "null"]),
        ("1[2]\"a\"{\"b\":3}null", ["1", "[2]", "\"a\"", "{\"b\":3}", "null"]),
        ("\"a\"\"b\"1\"c\"true\"d\"", ["\"a\"", "\"b\"", "1", "\"c\"", "true", "\"d\""]),
        ("{\n  \"a\": [\n    1\n  ]\n}\n\n{\n}\n", ["{\"a\":[1]}", "{}"]), ("{}[]{}[]", ["{}", "[]", "{}", "[]"]),
        ("1\r\n2\r\n\r\n3", ["1", "2", "3"]), ("", []), (" \n\t\r\n", []), ("\u{FEFF}{}\n7", ["{}", "7"]),
        ("[\"}{\", \"\\\"][\"][1e5]-2", ["[\"}{\",\"\\\"][\"]", "[1e5]", "-2"]),
    ])
    func readsValues(_ row: (text: String, values: [String])) {
        let reading = JSONReading(.values, row.text)
        #expect(reading.values == row.values)
        #expect(reading.error == nil)
    }

    @Test func readsLinesInBatchesAndOneByOne() {
        let lines = (0..<1000).map { "{\"a\":\($0)}" }
        let other = lines.prefix(10).joined() + "\n" + lines.joined(separator: "\n") + lines.joined(separator: "\n\n")
        let reading = JSONReading(.values, other)
        #expect(reading.values == lines.prefix(10) + lines + lines)
        let chunks = Cuts.bytes(Array(other.utf8))
        #expect(JSONReading(.values, chunks) == reading)
    }

    @Test(arguments: [
        ("1 12true", 1, 4, "expected the end of the text after the value, but found “t”"),
        ("truefalse", 0, 4, "expected the end of the text after the value, but found “f”"),
        ("{\"a\":1},{\"a\":2}", 1, 7, "expected a value, but found “,”"),
        ("[1]]", 1, 3, "expected a value, but found “]”"), ("{}\n}", 1, 3, "expected a value, but found “}”"),
        ("1 2\n\n  nope", 2, 7, "nope"), ("[1]\n[1 2]", 1, 7, "expected a comma or “]”"), ("1 01", 1, 3, "0"),
        ("{} {\"a\":[tru, 1]}", 1, 9, "tru"), ("1\n[1, x", 1, 6, "x"),
    ])
    func locatesAMalformedValue(_ row: (text: String, index: Int, offset: Int, message: String)) {
        let reading = JSONReading(.values, row.text)
        #expect(reading.code == .malformedBody)
        #expect(reading.itemIndex == row.index && reading.values.count == row.index)
        #expect(reading.position?.offset == row.offset, "\(reading.description)")
        let before = row.text.utf8.prefix(row.offset).split(separator: 0x0A, omittingEmptySubsequences: false)
        #expect(reading.position?.line == before.count && reading.position?.column == (before.last?.count ?? 0) + 1)
        #expect(reading.error?.contains(row.message) == true, "\(reading.error ?? "")")
    }

    @Test(arguments: [
        "{\"a\":", "[", "{", "\"x", "\"\\", "[1, [2", "[tru", "tru", "nul", "f", "-", "1.", "1e", "{\"a\":\"\\u00",
        "[1,", "[1,2\n",
    ])
    func namesATruncatedValue(_ end: String) {
        let reading = JSONReading(.values, "1\n{}" + (end.first?.isLetter == true || end.first == "-" ? " " : "") + end)
        #expect(reading.values == ["1", "{}"] || end.first?.isNumber == true)
        #expect(reading.code == .truncatedBody, "\(reading.description)")
        #expect(reading.error?.hasPrefix("the stream ends inside a value, after") == true)
    }

    @Test func skipsBadItems() {
        let reading = JSONReading(.values, "{\"a\":1},{\"a\":2} nope 3 [x] 4 [5", skipping: true)
        #expect(reading.values == ["{\"a\":1}", "{\"a\":2}", "3", "4"])
        #expect(reading.findings.count == 4 && reading.error == nil)
        #expect(reading.findings.first?.contains("skipped item 1 on line 1: expected a value, but found “,”") == true)
    }

    @Test(arguments: ["[1,2,3,4]", "\"abcdefgh\"", "123456789"])
    func boundsAValue(text: String) {
        for chunks in [[Array(text.utf8)[...]], Cuts.bytes(Array(text.utf8))] {
            let reading = JSONReading(.values, chunks, itemBytes: 5)
            #expect(
                reading.code == .limitExceeded && reading.error == "value 0 has more than 5 bytes (limit itemBytes)"
            )
        }
        #expect(JSONReading(.values, "[1] [2] 123 \"ab\" {}", itemBytes: 5).error == nil)
    }

    @Test(
        "Accepts comments and apostrophes if the options do",
        arguments: [
            ("1/*c*/2//x\n3/**/", ["1", "2", "3"], nil), ("//a\r{}/*{*/[]", ["{}", "[]"], nil),
            ("1 /* x", ["1"], "inside a comment"),
            ("1 /", ["1"], "comment"), ("'a''b'1'c'", ["\"a\"", "\"b\"", "1", "\"c\""], nil),
            ("['}'] 2", ["[\"}\"]", "2"], nil),
            ("1 /x", ["1"], "comment"), ("/", [], "comment"), ("1 // x", ["1"], nil), ("/**", [], "inside a comment"),
        ]
    )
    func acceptsCommentsAndApostrophes(_ row: (text: String, values: [String], error: String?)) {
        let bytes = Array(row.text.utf8)
        let quirks: JSON.Quirks = [.comments, .singleQuotes]
        let reading = JSONReading(.values, [bytes[...]], quirks: quirks)
        #expect(reading.values == row.values, "\(reading.description)")
        if let error = row.error {
            #expect(reading.error?.contains(error) == true, "\(reading.description)")
        } else {
            #expect(reading.error == nil)
        }
        for skipping in [false, true] {
            let whole = JSONReading(.values, [bytes[...]], skipping: skipping, quirks: quirks)
            for chunks in Cuts.pairs(bytes) + [Cuts.bytes(bytes)] {
                #expect(JSONReading(.values, chunks, skipping: skipping, quirks: quirks) == whole)
            }
        }
    }

    @Test(arguments: [
        ("\u{1E}1\n", "use .jsonSequence"), ("<html>", "HTML"),
        ("1,2", "values in sequence have no commas between them"),
    ])
    func namesTheCause(_ row: (text: String, hint: String)) {
        let reading = JSONReading(.values, row.text)
        #expect(reading.hint.contains(row.hint), "\(reading.description)")
    }

    private func values<Element>(_ serializer: StreamSerializer<Element>, _ bytes: some Sequence<UInt8>) throws
        -> [Element]
    {
        var reader = serializer.reader()
        var values: [Element] = []
        for byte in bytes {
            reader.append([byte])
            while let value = try reader.next() { values.append(value) }
        }
        reader.finish()
        while let value = try reader.next() { values.append(value) }
        return values
    }

    @Test("Values are decoded with the options of their serializer") func valuesAreDecodedWithTheOptionsOfTheir() throws
    {
        let serializer = JSONResponseSerializer(Row.self).keys(.convertFromSnakeCase).dates(.secondsSince1970)
        let row = "{\"user_id\":1,\"at\":60}"
        let expected = Row(userId: 1, at: Date(timeIntervalSince1970: 60))
        #expect(try values(.jsonValues(serializer), (row + row).utf8) == [expected, expected])
        #expect(try values(.jsonValues(.json(Int.self).at("/user_id").map { $0 + 1 }), (row + row).utf8) == [2, 2])
        #expect(try values(.jsonValues([Int].self), "[1][2,3]".utf8) == [[1], [2, 3]])
        let lists = StreamSerializer.jsonValues(.json([Int].self).skippingBadElements())
        #expect(try values(lists, "[1,\"x\"][2]".utf8) == [[1], [2]])
    }

    @Test func aValueOfAnotherTypeIsLocatedOrSkipped() throws {
        let text = "1 2\n\"x\" 3"
        let error = #expect(throws: ResponseError.self) { try values(.jsonValues(Int.self), text.utf8) }
        #expect(error?.code == .typeMismatch && error?.itemIndex == 2)
        #expect(error?.position == SourcePosition(offset: 4, line: 2, column: 1))
        #expect(try values(.jsonValues(Int.self).skippingBadItems(), text.utf8) == [1, 2, 3])
    }

    @Test func aStreamInUTF16IsDecoded() throws {
        let text = "{\"é\":1}{\"é\":2} 3"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try values(.jsonValues(JSON.self), bytes).map(\.description) == ["{\"é\":1}", "{\"é\":2}", "3"])
    }

    /// Offsets in the body as received are less than offsets in the text.
    @Test(arguments: [
        ("[tru", ResponseError.Code.truncatedBody), ("{\"a\":x", .malformedBody), ("\"x", .truncatedBody),
    ])
    func theLastItemOfAStreamInUTF16MayBeCut(_ row: (end: String, code: ResponseError.Code)) throws {
        let count = 50
        let values = String(repeating: "\"好好好好\" ", count: count) + row.end
        let elements = "[" + String(repeating: "\"好好好好\",", count: count) + row.end
        func bytes(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
        let error = #expect(throws: ResponseError.self) { try self.values(.jsonValues(JSON.self), bytes(values)) }
        #expect(error?.code == row.code && error?.itemIndex == count)
        let other = #expect(throws: ResponseError.self) { try self.values(.jsonElements(JSON.self), bytes(elements)) }
        #expect(other?.code == row.code && other?.itemIndex == count)
    }

    @Test(arguments: [
        "application/stream+json", "application/json", "application/x-ndjson", "application/jsonl",
        "application/problem+json",
    ])
    func acceptsTheTypesOfJSONAndItsLines(type: String) async throws {
        let sample = ResponseSample(200, type, "{\"a\":1}{\"a\":2}")
        let stream = try await StreamSerializer.jsonValues(JSON.self).stream(
            of: ChunkSample(sample.body, every: 3),
            for: sample.context
        )
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 2)
    }

    @Test func aNumberIsDeliveredWithTheByteAfterIt() throws {
        var reader = StreamSerializer.jsonValues(JSON.self).reader()
        reader.append("1".utf8)
        #expect(try reader.next() == nil)
        reader.append(" ".utf8)
        #expect(try reader.next()?.description == "1")
        reader.append("{}".utf8)
        #expect(try reader.next()?.description == "{}")
        reader.append("2".utf8)
        reader.finish()
        #expect(try reader.next()?.description == "2")
        #expect(try reader.next() == nil)
    }
}
