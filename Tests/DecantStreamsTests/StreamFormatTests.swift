import DecantCore
import DecantFoundation
import DecantJSON
import DecantStreams
import DecantTesting
import DecantText
import DecantXML
import Foundation
import TestSupport
import Testing

/// The options and preparations that items share with response serializers.
@Suite struct StreamFormatTests {
    private struct Row: Decodable, Sendable, Equatable {
        var userId: Int
        var at: Date?
    }

    private func elements<Element>(
        _ serializer: StreamSerializer<Element>,
        _ text: String
    ) throws -> (elements: [Element], findings: [Finding]) {
        var reader = serializer.reader()
        var elements: [Element] = []
        for byte in text.utf8 {
            reader.append([byte])
            while let element = try reader.next() { elements.append(element) }
        }
        reader.finish()
        while let element = try reader.next() { elements.append(element) }
        return (elements, reader.findings)
    }

    /// A text in ROT13.
    @Sendable private static func rotated(_ body: ResponseBytes) -> ResponseBytes {
        ResponseBytes(
            body.map { byte in
                let letter = byte | 0x20
                guard (0x61...0x7A).contains(letter) else { return byte }
                return letter < 0x6E ? byte + 13 : byte - 13
            }
        )
    }

    @Test("Items are decoded with the options of their serializer") func itemsAreDecodedWithTheOptionsOfTheir() throws {
        let serializer = JSONResponseSerializer(Row.self).keys(.convertFromSnakeCase).dates(.secondsSince1970)
        let row = "{\"user_id\":1,\"at\":60}"
        let expected = Row(userId: 1, at: Date(timeIntervalSince1970: 60))
        #expect(try elements(.jsonLines(serializer), row + "\n" + row).elements == [expected, expected])
        #expect(try elements(.jsonSequence(serializer), "\u{1E}\(row)\n").elements == [expected])
        #expect(
            try elements(.jsonElements(serializer, at: "/d"), "{\"d\":[\(row),\(row)]}").elements == [
                expected, expected,
            ]
        )
        #expect(try elements(.serverSentEvents(serializer), "data: \(row)\n\n").elements.map(\.data) == [expected])
        let nested = JSONResponseSerializer(Int.self).at("/user_id").map { $0 + 1 }
        #expect(try elements(.jsonLines(nested), row).elements == [2])
        #expect(try elements(.serverSentEvents(nested), "data: \(row)\n\n").elements.map(\.data) == [2])
    }

    @Test func errorsOfAMapBecomeErrorsOfTheItem() {
        struct Odd: Error {}
        let even = JSONResponseSerializer(Int.self).checking { if $0 % 2 != 0 { throw Odd() } }
        let error = #expect(throws: ResponseError.self) { try elements(.jsonLines(even), "2\n3\n") }
        #expect(error?.code == .dataCorrupted && error?.itemIndex == 1)
        #expect(error?.position == SourcePosition(offset: 2, line: 2, column: 1))
    }

    @Test func eachItemIsPrepared() throws {
        let serializer = JSONResponseSerializer(String.self).preparing { body, _ in Self.rotated(body) }
        #expect(try elements(.jsonLines(serializer), "\"nop\"\n\"qrs\"\n").elements == ["abc", "def"])
        #expect(try elements(.jsonSequence(serializer), "\u{1E}\"nop\"\n").elements == ["abc"])
        #expect(try elements(.jsonElements(serializer), "[\"nop\",\"qrs\"]").elements == ["abc", "def"])
        #expect(try elements(.serverSentEvents(serializer), "data: \"nop\"\n\n").elements.map(\.data) == ["abc"])
    }

    @Test("The stream prepares items before their serializer") func theStreamPreparesItemsBeforeTheir() throws {
        let inner = JSONResponseSerializer(String.self).preparing { body, _ in
            ResponseBytes(body.map { $0 == 0x61 ? 0x7A : $0 })
        }
        let both = StreamSerializer.jsonLines(inner).preparing { body, _ in Self.rotated(body) }
        #expect(try elements(both, "\"nop\"\n").elements == ["zbc"])
        let lines = StreamSerializer.lines.preparing { body, _ in Self.rotated(body) }
        #expect(try elements(lines, "nop\nqrs").elements == ["abc", "def"])
        let events = StreamSerializer.serverSentEvents.preparing { body, _ in Self.rotated(body) }
        #expect(try elements(events, "data: nop\n\n").elements.map(\.data) == ["abc"])
        let chunks = StreamSerializer.chunks.preparing { body, _ in Self.rotated(body) }
        #expect(try elements(chunks, "no").elements.map { $0.count } == [1, 1])
    }

    @Test func aPreparedItemHasNoHintAboutItsBytes() {
        let serializer = StreamSerializer.jsonLines(Int.self).preparing { body, _ in
            #expect(!body.isEmpty)
            return ResponseBytes(Array("nope".utf8))
        }
        let error = #expect(throws: ResponseError.self) { try elements(serializer, "<cipher\n") }
        #expect(error?.code == .malformedBody && error?.hint == nil)
    }

    @Test func manyChunksMayWait() throws {
        var reader = StreamSerializer.chunks.reader()
        for _ in 0..<100_000 { reader.append([1]) }
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 100_000)
    }

    @Test func anItemThatCannotBePreparedIsABadItem() throws {
        struct Damaged: Error {}
        let serializer = StreamSerializer.jsonLines(Int.self).preparing { body, _ in
            if body.count > 1 { throw Damaged() }
            return body
        }
        let error = #expect(throws: ResponseError.self) { try elements(serializer, "1\n22\n3\n") }
        #expect(error?.itemIndex == 1)
        let skipped = try elements(serializer.skippingBadItems(), "1\n22\n3\n")
        #expect(skipped.elements == [1, 3])
        #expect(skipped.findings.map(\.code) == [.skippedItem])
    }

    @Test func eventsOfXMLCannotBePrepared() {
        let serializer = StreamSerializer.xmlEvents.preparing { body, _ in body }
        let error = #expect(throws: ResponseError.self) { try elements(serializer, "<a/>") }
        #expect(error?.code == .unsupportedFormat)
    }

    @Test func builtInStepsRemoveAPrefixOfTheStream() async throws {
        let text = ")]}',\n[1,2,3]"
        let serializer = StreamSerializer.jsonElements(Int.self).removingXSSIPrefix().acceptingAnyMediaType()
        for length in [1, 5, 100] {
            let chunks = ChunkSample(text.utf8, every: length)
            let stream = try await serializer.stream(of: chunks, for: ResponseContext(mediaType: nil))
            var values: [Int] = []
            for try await value in stream { values.append(value) }
            #expect(values == [1, 2, 3])
            #expect(stream.findings.map(\.code) == [.xssiPrefix])
        }
    }

    @Test func aStreamInAGzipFileIsDecompressed() async throws {
        let lines = (0..<1000).map { "{\"n\":\($0)}\n" }.joined()
        var writer = DeflateWriter()
        writer.putFixedBlock(Array(lines.utf8), isLast: true)
        let file = Wrapped.gzip(writer.bytes, of: Array(lines.utf8))
        struct Row: Decodable, Sendable { var n: Int }
        for (bytes, length) in [(file, 1), (file, 4000), (Array(lines.utf8), 1), (Array(lines.utf8), 9999)] {
            let serializer = StreamSerializer.jsonLines(Row.self).decompressingContent()
            let chunks = ChunkSample(bytes, every: length)
            let type: ResponseMediaType = bytes.first == 0x1F ? "application/gzip" : "application/jsonl"
            let stream = try await serializer.stream(of: chunks, for: ResponseContext(mediaType: type))
            var count = 0
            for try await row in stream {
                #expect(row.n == count)
                count += 1
            }
            #expect(count == 1000)
            #expect(stream.findings.contains { $0.code == .contentCoding } == (bytes.first == 0x1F))
        }
    }

    @Test func textBeforeTheDocumentOfAStreamIsRemoved() async throws {
        let text = "<br />\n<b>Notice</b>: x<br />\n[1,2,3]"
        let serializer = StreamSerializer.jsonElements(Int.self).removingTextBeforeDocument().removingJSONPCallback()
        for length in [1, 5, 100] {
            let chunks = ChunkSample(text.utf8, every: length)
            let stream = try await serializer.stream(of: chunks, for: "application/json" as ResponseMediaType)
            var values: [Int] = []
            for try await value in stream { values.append(value) }
            #expect(values == [1, 2, 3])
            #expect(stream.findings.map(\.code) == [.textBeforeDocument])
        }
    }

    @Test func eachLineMayBeACall() throws {
        let item = JSONResponseSerializer(Int.self).removingJSONPCallback()
        let values = try elements(StreamSerializer.jsonLines(item), "cb(1);\ncb(2)\n")
        #expect(values.elements == [1, 2])
    }
}
