import DecantCore
import DecantJSON
import DecantStreams
import Foundation
import TestSupport
import Testing

/// The result of a JSON item reader for a stream in chunks.
struct JSONReading: Equatable {
    enum Format { case lines, values, sequence, elements(JSONPointer) }

    var values: [String] = []
    var findings: [String] = []
    var error: String?
    var code: ResponseError.Code?
    var position: SourcePosition?
    var itemIndex: Int?
    var path = ""
    var hint = ""
    /// The error with its location and snippet.
    var description = ""
    var rest: String?

    init(
        _ format: Format,
        _ chunks: [ArraySlice<UInt8>],
        skipping: Bool = false,
        itemBytes: Int = 16 << 20,
        quirks: JSON.Quirks = []
    ) {
        var options = JSON.Options()
        options.quirks = quirks
        switch format {
        case .lines: read(.jsonLines(JSON.self), chunks, skipping, itemBytes) { (_) throws(ResponseError) in nil }
        case .values:
            read(.jsonValues(.json(options: options)), chunks, skipping, itemBytes) { (_) throws(ResponseError) in nil }
        case .sequence: read(.jsonSequence(JSON.self), chunks, skipping, itemBytes) { (_) throws(ResponseError) in nil }
        case .elements(let pointer):
            let elements = StreamSerializer.jsonElements(JSONResponseSerializer<JSON>(options: options), at: pointer)
            read(elements, chunks, skipping, itemBytes) { (reader) throws(ResponseError) in
                try reader.rest().description
            }
        }
    }

    private mutating func read(
        _ serializer: StreamSerializer<JSON>,
        _ chunks: [ArraySlice<UInt8>],
        _ skipping: Bool,
        _ itemBytes: Int,
        _ rest: (borrowing StreamReader<JSON>) throws(ResponseError) -> String?
    ) {
        let serializer = skipping ? serializer.skippingBadItems() : serializer
        var reader = serializer.limits { $0.itemBytes = itemBytes }.reader()
        do throws(ResponseError) {
            for chunk in chunks {
                reader.append(chunk)
                while let value = try reader.next() { values.append(value.description) }
            }
            reader.finish()
            while let value = try reader.next() { values.append(value.description) }
            self.rest = try rest(reader)
        } catch {
            (self.error, code, position) = (error.message, error.code, error.position)
            (itemIndex, path, hint) = (error.itemIndex, CodingPathComponent.text(of: error.path), error.hint ?? "")
            description = error.description
        }
        findings = reader.findings.map { "\($0)" }
    }

    init(_ format: Format, _ text: String, skipping: Bool = false, itemBytes: Int = 16 << 20) {
        self.init(format, [Array(text.utf8)[...]], skipping: skipping, itemBytes: itemBytes)
    }
}

extension JSONReading {
    /// Checks that a stream gives the same result for every cut.
    static func expectSameForAllCuts(
        _ format: Format,
        _ text: String,
        skipping: Bool = false,
        itemBytes: Int = 16 << 20
    ) {
        let bytes = Array(text.utf8)
        let whole = JSONReading(format, [bytes[...]], skipping: skipping, itemBytes: itemBytes)
        let ways = [Cuts.bytes(bytes)] + (bytes.count < 60 ? Cuts.pairs(bytes) : Cuts.single(bytes))
        for chunks in ways {
            let reading = JSONReading(format, chunks, skipping: skipping, itemBytes: itemBytes)
            guard reading == whole else {
                Issue.record("\(text.debugDescription) cut into \(chunks.map(\.count)): \(reading), not \(whole)")
                return
            }
        }
    }
}

@Suite struct JSONLinesTests {
    @Test(arguments: [
        "{\"a\":1}\n[2]\n\"x\"\nnull\n", "1\r\n2\r\n", "1\n\n \n2", "\u{FEFF}1\n2\n", "1\n2 3\n4\n", "{\n\"a\":1}\n",
        "[1,\n2]\n",
        "1,\n2,\n", "<html>\n</html>\n", "\u{1E}1\n", "{\"a\":\"é\\n\"}\n{\"b\":\u{0}}\n", "", "\n", "\r\n",
        "1\n\u{FEFF}2\n",
    ])
    func givesTheSameForEveryCut(_ text: String) {
        JSONReading.expectSameForAllCuts(.lines, text)
        JSONReading.expectSameForAllCuts(.lines, text, skipping: true)
    }

    @Test("Accepts empty lines, carriage returns, a mark, and no final line feed")
    func acceptsEmptyLinesCarriageReturnsAMark() {
        let reading = JSONReading(.lines, "\u{FEFF}1\r\n\n  \n{\"a\": 2}")
        #expect(reading.values == ["1", "{\"a\":2}"])
        #expect(reading.error == nil)
        #expect(reading.findings.count == 1)
    }

    @Test(arguments: [
        ("1\n2 3\n", 2, "a line has one value"), ("{\n\"a\":1}\n", 1, ".json"), ("[\n1\n]\n", 1, ".jsonElements"),
        ("1\n2,\n", 2, "JSON Lines have no commas between values"), ("<html>\n", 1, "HTML"),
        ("\u{1E}1\n", 1, ".jsonSequence"),
        ("1\n{\"a\":\n", 2, ".json"),
        // The last line has no line feed.
        ("1\n{\"a\":", 2, "the stream ends inside a line"), ("[1,2", 1, "the stream ends inside a line"),
        ("1\n{\"a\":\"x", 2, "the stream ends inside a line"), ("1\nnul", 2, "the stream ends inside a line"),
        ("1\n-", 2, "the stream ends inside a line"), ("1\n{\"é\":\"\\u00e", 2, "the stream ends inside a line"),
        ("1\n{\"a\":1,", 2, "the stream ends inside a line"), ("1\n[1,\n2", 2, ".json"),
    ])
    func namesTheLineAndTheRightSerializer(_ row: (String, Int, String)) {
        let reading = JSONReading(.lines, row.0)
        #expect(reading.position?.line == row.1)
        #expect(reading.hint.contains(row.2), "\(reading.hint)")
        #expect(reading.values.count == row.1 - 1)
        #expect(reading.itemIndex == row.1 - 1)
    }

    @Test func optionallySkipsBadLines() {
        let reading = JSONReading(.lines, "1\nx\n2\n{\n3", skipping: true)
        #expect(reading.values == ["1", "2", "3"])
        #expect(reading.findings.count == 2)
    }

    @Test func rejectsAnEndlessLine() {
        let text = "1\n\"" + String(repeating: "x", count: 200)
        JSONReading.expectSameForAllCuts(.lines, text, itemBytes: 50)
        let reading = JSONReading(.lines, text, itemBytes: 50)
        #expect(reading.code == .limitExceeded)
        #expect(reading.values == ["1"])
        #expect(reading.position == SourcePosition(offset: 52, line: 2, column: 51))
    }

    @Test func keepsValuesThatOutliveTheReader() throws {
        var kept: [JSON] = []
        var reader = StreamSerializer.jsonLines(JSON.self).reader()
        for index in 0..<2000 {
            reader.append("{\"id\":\(index),\"text\":\"a somewhat longer text \(index)\"}\n".utf8)
            if index % 3 == 0 { while let value = try reader.next() { kept.append(value) } }
        }
        reader.finish()
        while let value = try reader.next() { kept.append(value) }
        #expect(kept.count == 2000)
        for (index, value) in kept.enumerated() {
            #expect(value["id"]?.int == index)
            #expect(value["text"]?.string == "a somewhat longer text \(index)")
        }
    }
}

@Suite struct JSONSequenceTests {
    @Test(arguments: [
        "\u{1E}{\"a\":1}\n\u{1E}[2]\n\u{1E}3\n", "\u{1E}1\n\u{1E}\u{1E}2\n", "x\u{1E}1\n", "\u{1E}{\"a\":\u{1E}2\n",
        "\u{1E}1\u{1E}2\n",
        "\u{1E}1 2\n\u{1E}3\n", "\u{1E}1\n2\n\u{1E}3\n", "\u{1E}{}\u{1E}[]", "\u{1E}true", "\u{1E}5\u{1E}}",
        "\u{1E}     \u{1E}1\n", "\u{1E}1    \u{1E}", "\u{1E}1     x",
        "\u{1E} \n\u{1E}\"a\nb\"\n\u{1E}4\n",
        "\u{1E}{\n}\n", "\u{1E}}\n\u{1E}1\n", "\u{1E}\"a\\\"\"\u{1E}\"b\\\\\" \u{1E}1 ", "",
    ])
    func givesTheSameForEveryCut(_ text: String) {
        JSONReading.expectSameForAllCuts(.sequence, text)
        JSONReading.expectSameForAllCuts(.sequence, text, skipping: true)
        JSONReading.expectSameForAllCuts(.sequence, text, skipping: true, itemBytes: 3)
    }

    @Test func deliversAValueAtItsLineFeed() throws {
        var reader = StreamSerializer.jsonSequence(JSON.self).reader()
        reader.append("\u{1E}{\"a\":\n1}\n".utf8)
        #expect(try reader.next()?["a"]?.int == 1)
    }

    @Test func rejectsOrSkipsANumberThatMayBeTruncated() {
        #expect(JSONReading(.sequence, "\u{1E}12\u{1E}3\n").error?.contains("may be truncated") == true)
        let skipping = JSONReading(.sequence, "\u{1E}12\u{1E}3\n\u{1E}{\"a\":\u{1E}4\n\u{1E}true", skipping: true)
        #expect(skipping.values == ["3", "4"])
        #expect(skipping.findings.count == 3)
    }

    @Test(
        "A malformed record with more text after its line feed is one item",
        arguments: [
            "\u{1E}1\n\u{1E}nope\nmore\n{}\n\u{1E}3\n\u{1E}x", "\u{1E}1\n\u{1E}nope\nmore\u{1E}3\n\u{1E}x",
            "\u{1E}1\n\u{1E}{\"a\":\n1,,2}\n \n[]\u{1E}3\n\u{1E}x",
        ]
    )
    func aMalformedRecordWithMoreTextAfterItsLine(_ text: String) throws {
        let skipping = JSONReading(.sequence, text, skipping: true)
        #expect(skipping.values == ["1", "3"])
        #expect(skipping.findings.count == 2)
        #expect(skipping.findings.last?.contains("skipped item 3 ") == true, "\(skipping.findings)")
        JSONReading.expectSameForAllCuts(.sequence, text, skipping: true)
        var reader = StreamSerializer.jsonSequenceRecords.reader()
        reader.append(text.utf8)
        reader.finish()
        var verdicts = ""
        var indices: [Int?] = []
        while let record = try reader.next() {
            switch record {
            case .success(let json): verdicts += json == nil ? "b" : "v"
            case .failure(let error):
                verdicts += "m"
                indices.append(error.itemIndex)
            }
        }
        #expect(verdicts == "vmvm")
        #expect(indices == [1, 3])
    }

    @Test("Text after a value belongs to the item of the value") func textAfterAValueBelongsToTheItem() {
        let text = "\u{1E}1\n2\n\u{1E}3\n\u{1E}x\n"
        let skipping = JSONReading(.sequence, text, skipping: true)
        #expect(skipping.values == ["1", "3"])
        #expect(skipping.findings.count == 2)
        #expect(skipping.findings.first?.contains("skipped item 0 ") == true, "\(skipping.findings)")
        #expect(skipping.findings.last?.contains("skipped item 2 ") == true, "\(skipping.findings)")
        JSONReading.expectSameForAllCuts(.sequence, text, skipping: true)
        #expect(JSONReading(.sequence, text).itemIndex == 0)
    }

    @Test("A value that does not fit and has more text after it is one item") func aValueThatDoesNotFitAndHasMoreText()
        throws
    {
        var reader = StreamSerializer.jsonSequence(Int.self).skippingBadItems().reader()
        reader.append("\u{1E}\"a\"\nmore\n\u{1E}2\n\u{1E}null\n".utf8)
        reader.finish()
        var values: [Int] = []
        while let value = try reader.next() { values.append(value) }
        #expect(values == [2])
        #expect(reader.findings.map(\.message).map { $0.prefix(14) } == ["skipped item 0", "skipped item 2"])
    }

    @Test func rejectsAStreamWithoutSeparators() {
        let reading = JSONReading(.sequence, "{}\n{}\n")
        #expect(reading.code == .malformedBody)
        #expect(reading.hint.contains(".jsonValues"))
    }
}

@Suite struct JSONElementsTests {
    @Test(arguments: [
        ("", "[1,2,3]"), ("", "[]"), ("", " [ 1 , {\"a\":[1,\"]\"]} , \"x\\\"]\" ] "), ("/a", "{\"a\":[1,2],\"b\":3}"),
        (
            "/data/items",
            "{\"x\":[1,{\"items\":[9]}],\"data\":{\"n\":1,\"items\":[{\"a\":1},{\"b\":[]}],\"cursor\":\"c\"},\"t\":2}"
        ),
        ("/a/1", "{\"a\":[0,[1,2],3]}"), ("/a", "{\"a\":1}"), ("/a", "{\"b\":1}"), ("/a", "{\"a\":[1,2"),
        ("/a", "{\"a\":[1,{\"b\":"),
        ("/a", "{\"a\":[1,,2]}"), ("/a", "{\"a\":[1 2]}"), ("/a", "{\"a\":[1,2]} x"), ("/a", "{\"a\":[1],\"b\":tru}"),
        ("/a", "<html>"),
        ("/a~1b", "{\"a/b\":[1]}"), ("/\u{E9}", "{\"\\u00e9\":[1]}"), ("/a", ""), ("/a", "{\"a\":[1],\"a\":[2]}"),
        ("/a", "{\"a\" [1]}"),
        ("/a", "{\n \"a\": [\n  1,\n  x\n ]\n}"), ("/a", "{\"a\":[1}"), ("/a", "{\"a\":null}"), ("", "5"),
        ("", "\u{FEFF}[1]"),
    ])
    func givesTheSameForEveryCut(_ row: (String, String)) throws {
        let pointer = try #require(JSONPointer(row.0))
        JSONReading.expectSameForAllCuts(.elements(pointer), row.1)
        JSONReading.expectSameForAllCuts(.elements(pointer), row.1, skipping: true)
    }

    @Test func returnsTheElementsAndTheSurroundingText() {
        let text =
            "{\"x\":[1,{\"items\":[9]}],\"data\":{\"n\":1,\"items\":[{\"a\":1},{\"b\":[]}],\"cursor\":\"c\"},\"t\":2}"
        let reading = JSONReading(.elements("/data/items"), text)
        #expect(reading.values == ["{\"a\":1}", "{\"b\":[]}"])
        #expect(reading.rest == "{\"x\":[1,{\"items\":[9]}],\"data\":{\"n\":1,\"items\":[],\"cursor\":\"c\"},\"t\":2}")
    }

    @Test(arguments: [
        ("{\"b\":1}", ResponseError.Code.keyNotFound, 0), ("{\"a\":1}", .typeMismatch, 0),
        ("{\"a\":[1,2,", .truncatedBody, 2),
        ("{\"a\":[1,2", .truncatedBody, 1), ("{\"a\":[1,{\"b\":tru", .truncatedBody, 1),
        ("{\"a\":[1,{\"b\":x", .malformedBody, 1),
        ("{\"a\":[1,2]", .truncatedBody, 2), ("{\"a\":[1],\"b\":tru}", .malformedBody, 1), ("", .emptyBody, 0),
        ("<html>", .malformedBody, 0),
        ("{\"a\":null}", .valueNotFound, 0),
    ])
    func explainsWhyTheStreamEnds(_ row: (String, ResponseError.Code, Int)) {
        let reading = JSONReading(.elements("/a"), row.0)
        #expect(reading.code == row.1)
        #expect(reading.values.count == row.2)
    }

    @Test("Locates an error after the elements in the whole document") func locatesAnErrorAfterTheElementsInTheWhole() {
        let text = "{\"a\": [\n1,\n2\n],\n\"b\": tru}"
        let reading = JSONReading(.elements("/a"), text)
        #expect(reading.position?.line == 5)
        #expect(reading.position?.offset == JSONReading(.lines, text.replacing("\n", with: " ")).position?.offset)
    }

    @Test func namesTheElementInThePath() {
        let reading = JSONReading(.elements("/a"), "{\"a\":[1,{\"b\":x}]}")
        #expect(reading.path == "a[1].b" || reading.path.contains("1"))
        #expect(reading.itemIndex == 1)
    }
}

@Suite(.enabled(if: CorpusFolder("jsonlines") != nil)) struct JSONLinesCorpusTests {
    private struct Case: Decodable { var id, base64, kind: String }

    /// The rows that the corpus leaves open and that have a different outcome here.
    ///
    /// Lone surrogates are not text, a byte-order mark alone is not a line, and UTF-16 is decoded.
    private static let open = [
        "generated-lines.jsonl bom-only": "", "generated-lines.jsonl surrogates-swapped": "m",
        "generated-seq.jsonl lone-surrogate": "m", "generated-lines.jsonl utf16": "vv",
        "generated-lines.jsonl utf16-bom": "v",
    ]

    private func verdicts(_ kind: String, _ bytes: [UInt8], stepwise: Bool) throws -> String {
        var verdicts = ""
        var count = 0
        func add(_ record: Result<JSON?, ResponseError>) {
            switch record {
            case .success(nil): verdicts += "b"
            case .failure(let error) where error.itemIndex == count - 1: verdicts = verdicts.dropLast() + "m"
            case .success: (verdicts, count) = (verdicts + "v", count + 1)
            case .failure: (verdicts, count) = (verdicts + "m", count + 1)
            }
        }
        let chunks = stepwise ? Cuts.bytes(bytes) : [bytes[...]]
        let serializer: StreamSerializer = kind == "seq" ? .jsonSequenceRecords : .jsonLineRecords
        var reader = serializer.reader()
        for chunk in chunks {
            reader.append(chunk)
            while let record = try reader.next() { add(record) }
        }
        reader.finish()
        while let record = try reader.next() { add(record) }
        return verdicts
    }

    private static func expanded(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let letter = rest.popFirst() {
            guard rest.first == "*" else {
                result.append(letter)
                continue
            }
            let digits = rest.dropFirst().prefix { $0.isNumber }
            rest = rest.dropFirst(1 + digits.count)
            result += String(repeating: letter, count: Int(digits) ?? 1)
        }
        return result
    }

    @Test func readsAllRecordsAsExpectedForEveryCut() throws {
        let folder = try #require(CorpusFolder("jsonlines"))
        var expected: [String: String] = [:]
        for row in folder.rows(of: "expected.tsv") {
            expected["\(row["path"] ?? "") \(row["id"] ?? "")"] = row["verdicts"]
        }
        for name in Set(folder.rows(of: "expected.tsv").compactMap { $0["path"] }).sorted() {
            for line in try folder.bytes(of: name).split(separator: 0x0A) {
                let row = try JSONDecoder().decode(Case.self, from: Data(line))
                let bytes = [UInt8](try #require(Data(base64Encoded: row.base64)))
                let whole = try verdicts(row.kind, bytes, stepwise: false)
                let key = "\(name) \(row.id)"
                let wanted = expected[key] == "-" ? "" : Self.expanded(expected[key] ?? "")
                #expect(whole == Self.open[key] ?? wanted, "\(key)")
                if bytes.count < 5000 {
                    #expect(try verdicts(row.kind, bytes, stepwise: true) == whole, "\(name) \(row.id)")
                }
            }
        }
    }
}

@Suite struct LongItemsTests {
    /// A text long enough for tokens to be found in advance, in blocks that extend past its end.
    private static func long(_ padding: Int, _ end: String) -> String {
        #"{"pad":["# + String(repeating: #""abcdef","#, count: 400) + #"""#
            + String(repeating: "x", count: padding) + #""]"# + end
    }

    @Test("A long item ends at its line end regardless of later bytes") func aLongItemEndsAtItsLineEndRegardless() {
        for padding in 0..<64 {
            for end in [#","a":"#, #","a":1"#, ",", #","a"#, ""] {
                let cut = Self.long(padding, end)
                let alone = JSONReading(.lines, cut + "\n")
                for next in [#""x"}"#, "2}", "}", #"":1}"#, "\u{FF}{}", #"{"b":"c"}"#] {
                    let followed = JSONReading(.lines, cut + "\n" + next + "\n")
                    #expect(followed.error == alone.error, "\(padding) \(end) \(next)")
                    #expect(followed.position == alone.position, "\(padding) \(end) \(next)")
                    #expect(followed.values == alone.values)
                }
            }
            let whole = Self.long(padding, "}")
            let followed = JSONReading(.lines, whole + "\n" + whole + "\n")
            #expect(followed.values.count == 2 && followed.error == nil)
        }
    }

    @Test("The snippet of a sequence starts with its item for every cut") func theSnippetOfASequenceStartsWithItsItem()
    {
        let bytes = Array("\u{1E}{x}\n".utf8)
        func snippet(_ chunks: [ArraySlice<UInt8>]) -> String? {
            var reader = StreamSerializer.jsonSequence(JSON.self).reader()
            do throws(ResponseError) {
                for chunk in chunks {
                    reader.append(chunk)
                    while try reader.next() != nil {}
                }
                reader.finish()
                while try reader.next() != nil {}
                return nil
            } catch {
                return error.snippet?.text
            }
        }
        #expect(snippet([bytes[...]]) == "{x}")
        #expect(snippet(bytes.indices.map { bytes[$0...$0] }) == "{x}")
    }
}
