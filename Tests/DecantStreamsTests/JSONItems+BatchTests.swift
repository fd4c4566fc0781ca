import DecantCore
import DecantJSON
import DecantStreams
import Testing

/// A value for items that are decoded in batches.
private struct Entry: Decodable, Sendable, Equatable {
    var id: Int
    var tags: [String]
}

extension Entry: JSON.DirectDecodable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        id = try members.decode("id")
        tags = try members.decode("tags")
    }
}

/// A value that keeps its decoder.
private struct Late: Decodable, @unchecked Sendable {
    let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }

    var id: Int? { try? Entry(from: decoder).id }
}

@Suite struct JSONItemsBatchTests {
    private static let letters = ["1", ",", "\n", " ", "\r", "[", "]", "{", "}", "\"", "\"a\":"].map { Array($0.utf8) }

    @Test("All short texts give the same, whole and byte by byte") func allShortTextsGiveTheSameWholeAndByte() {
        for string in Cuts.strings(over: Self.letters, upTo: 3) {
            let lines = Array("{\"b\":2}\n".utf8) + string + Array("\n3\n".utf8)
            let elements = Array("[{\"b\":2},".utf8) + string + Array(",3]".utf8)
            for (format, bytes) in [(JSONReading.Format.lines, lines), (.elements(""), elements)] {
                for skipping in [false, true] {
                    let whole = JSONReading(format, [bytes[...]], skipping: skipping)
                    let stepwise = JSONReading(format, Cuts.bytes(bytes), skipping: skipping)
                    #expect(whole == stepwise, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
                }
            }
        }
    }

    /// Items of many kinds, some of them close to the limits of a batch.
    private static func items(_ count: Int, longest: Int) -> [String] {
        (0..<count).map { index in
            switch index % 7 {
            case 0: "{\"id\":\(index),\"tags\":[\"é\\n\(index)\",\"b\"]}"
            case 1: "\(index)"
            case 2: " \"\(String(repeating: "long ", count: index * 7919 % longest))\" "
            case 3: "[[],{},[\(index),null,true,1.5e3]]"
            case 4: "{\"a\":{\"a\":{\"a\":\"\(index)\"}}}"
            case 5: "null"
            default: "{\"\(String(repeating: "x", count: index % 200))\":\"\(index)\"}"
            }
        }
    }

    @Test(arguments: [60, 20_000])
    func manyItemsGiveTheSameForEveryCut(_ longest: Int) {
        let items = Self.items(300, longest: longest)
        let lines = Array((items.joined(separator: "\n") + "\n").utf8)
        let elements = Array(("{\"a\": [" + items.joined(separator: ",\n ") + "],\"b\":1}").utf8)
        for (format, bytes) in [(JSONReading.Format.lines, lines), (.elements("/a"), elements)] {
            let whole = JSONReading(format, [bytes[...]])
            #expect(whole.values.count == 300 && whole.error == nil)
            for size in [1000, 65_536] {
                let chunks = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
                #expect(JSONReading(format, chunks) == whole, "\(size)")
            }
        }
    }

    @Test("A bad item among many is located like a single item") func aBadItemAmongManyIsLocatedLikeASingle() {
        let items = Self.items(20, longest: 60)
        for bad in ["x", "1 2", "{\"a\":1,}", "[1,", "\"\u{0}\"", "1,", ",", "{\"a\" 1}", "\u{FEFF}1", "tru"] {
            for badOffset in [0, 1, 19] {
                var damaged = items
                damaged[badOffset] = bad
                for skipping in [false, true] {
                    let lines = damaged.joined(separator: "\n") + "\n"
                    JSONReading.expectSameForSomeCuts(.lines, lines, skipping: skipping)
                    let elements = "[" + damaged.joined(separator: ",") + "]"
                    JSONReading.expectSameForSomeCuts(.elements(""), elements, skipping: skipping)
                }
            }
        }
    }

    @Test func limitsHoldForEachOfManyItems() {
        let long = "\"\(String(repeating: "x", count: 100))\""
        let text = "1\n\(long)\n2\n"
        JSONReading.expectSameForAllCuts(.lines, text, itemBytes: 50)
        JSONReading.expectSameForAllCuts(.elements(""), "[1,\(long),2]", itemBytes: 50)
        #expect(JSONReading(.lines, text, itemBytes: 50).itemIndex == 1)
        var reader = StreamSerializer.jsonLines(JSON.self).limits { $0.jsonNodes = 3 }.reader()
        reader.append("[1,2]\n[1,2,3]\n".utf8)
        #expect(throws: Never.self) { try reader.next() }
        #expect { try reader.next() } throws: { ($0 as? ResponseError)?.limit == .jsonNodes }
    }

    @Test("Values keep their positions, and outlive other items") func valuesKeepTheirPositionsAndOutlive() throws {
        var reader = StreamSerializer.jsonLines(JSON.self).reader()
        reader.append("{\"a\":[1, 2]}\n {\"b\":{\"c\":\"é\"},\"d\":null}\n[true]\n".utf8)
        let first = try #require(try reader.next())
        let second = try #require(try reader.next())
        let third = try #require(try reader.next())
        reader.append("{\"z\":0}\n{\"z\":1}\n".utf8)
        #expect(try reader.next()?["z"]?.int == 0)
        #expect(first["a"]?[1]?.position == SourcePosition(offset: 9, line: 1, column: 10))
        let value = try #require(second["b"]?["c"])
        #expect(value.position == SourcePosition(offset: 11, line: 1, column: 12))
        #expect(CodingPathComponent.text(of: value.path) == "b.c")
        #expect(third[0]?.path == [.index(0)])
        #expect(third.description == "[true]")
        let removed = second.removingNulls()
        #expect(removed["b"]?["c"]?.position == value.position)
        #expect(removed["d"] == nil)
        #expect { try second.decode([String: Int].self) } throws: { error in
            let error = error as? ResponseError
            return error?.position == SourcePosition(offset: 6, line: 1, column: 7)
                && CodingPathComponent.text(of: error?.path ?? []) == "b"
        }
    }

    @Test func anItemThatDoesNotFitIsLocatedInTheStream() {
        let good = "{\"id\":1,\"tags\":[\"a\"]}\n"
        let text = good + good + "{\"id\":2,\"tags\":[\"a\",7]}\n" + good
        func check<Element>(_ serializer: StreamSerializer<Element>) {
            var reader = serializer.reader()
            reader.append(text.utf8)
            #expect(throws: Never.self) { _ = (try reader.next(), try reader.next()) }
            #expect { try reader.next() } throws: { error in
                let error = error as? ResponseError
                return error?.itemIndex == 2 && error?.position == SourcePosition(offset: 64, line: 3, column: 21)
                    && CodingPathComponent.text(of: error?.path ?? []) == "tags[1]"
            }
        }
        check(StreamSerializer.jsonLines(Entry.self))
        check(StreamSerializer.jsonLines(.json(direct: Entry.self)))
    }

    @Test func aDecoderThatEscapesKeepsItsItem() throws {
        var late: [Late] = []
        var lines = StreamSerializer.jsonLines(Late.self).reader()
        var events = StreamSerializer.serverSentEvents(.json(Late.self)).reader()
        for id in 0..<6 {
            lines.append("{\"id\":\(id),\"tags\":[\"x\"]}\n{\"id\":\(id + 100),\"tags\":[]}\n".utf8)
            while let value = try lines.next() { late.append(value) }
            events.append("data: {\"id\":\(id + 1000),\"tags\":[]}\n\n".utf8)
            while let event = try events.next() { late.append(event.data) }
        }
        #expect(late.map(\.id) == (0..<6).flatMap { [$0, $0 + 100, $0 + 1000] })
    }

    @Test("Bytes that arrive before all items are consumed change nothing")
    func bytesThatArriveBeforeAllItemsAreConsumed() throws {
        let line = "{\"id\":7,\"tags\":[]}\n"
        var reader = StreamSerializer.jsonLines(Entry.self).reader()
        var read = 0
        reader.append(String(repeating: line, count: 100).utf8)
        for index in 0..<100 {
            reader.append(index.isMultiple(of: 2) ? Array(line.utf8.prefix(9)) : Array(line.utf8.dropFirst(9)))
            if try reader.next() == Entry(id: 7, tags: []) { read += 1 }
        }
        while try reader.next() != nil { read += 1 }
        #expect(read == 150)
        #expect(reader.position.line == 151)
    }
}

extension JSONReading {
    /// Checks that a stream gives the same result whole, byte by byte, and in small chunks.
    fileprivate static func expectSameForSomeCuts(_ format: Format, _ text: String, skipping: Bool) {
        let bytes = Array(text.utf8)
        let whole = JSONReading(format, [bytes[...]], skipping: skipping)
        for size in [1, 50] {
            let chunks = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(JSONReading(format, chunks, skipping: skipping) == whole, "\(text.prefix(300).debugDescription)")
        }
    }
}

@Suite struct JSONItemsKeptTests {
    @Test func retainedValuesDoNotBlockLaterOnes() throws {
        let line = "{\"id\":7,\"text\":\"\(String(repeating: "x", count: 500))\"}\n"
        let body = Array(String(repeating: line, count: 600).utf8)
        var kept: [JSON] = []
        var lines = StreamSerializer.jsonLines(JSON.self).reader()
        lines.append(body)
        while let value = try lines.next() { kept.append(value) }
        var elements = StreamSerializer.jsonElements(JSON.self).reader()
        elements.append(("[" + String(repeating: line + ",", count: 600) + "0]").utf8)
        while let value = try elements.next() { kept.append(value) }
        #expect(kept.count == 1201)
        #expect(kept.dropLast().allSatisfy { $0["id"]?.int == 7 && $0["text"]?.string?.count == 500 })
    }

    @Test func anAcceptedQuirkIsAFindingWithItsPosition() throws {
        var options = JSON.Options()
        options.quirks = .trailingCommas
        var reader = StreamSerializer.jsonLines(.json(options: options)).reader()
        reader.append("[1]\n[2,]\n[3]\n".utf8)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 3)
        #expect(reader.findings.map(\.offset) == [4])
    }

    @Test("More than a hundred findings of a kind are counted") func moreThanAHundredFindingsOfAKind() throws {
        var reader = StreamSerializer.jsonLines(JSON.self).skippingBadItems().reader()
        reader.append(String(repeating: "x\n", count: 250).utf8)
        #expect(try reader.next() == nil)
        #expect(reader.findings.count == 101)
        #expect(reader.findings.last?.message.contains("150 more") == true)
    }
}
