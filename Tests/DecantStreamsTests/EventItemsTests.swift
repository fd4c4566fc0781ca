import DecantCore
import DecantJSON
import DecantStreams
import DecantText
import Testing

@Suite struct EventItemsTests {
    private struct Delta: Decodable, Sendable, Equatable { var text: String }

    private static let stream = Array("data: {\"text\":\"é\"}\n\ndata: {\"text\":7}\n\ndata: {\"text\":\"b\"}\n\n".utf8)

    @Test func dataThatIsNotPlainUTF8IsDecodedAsText() throws {
        var reader = StreamSerializer.serverSentEvents(.json(Delta.self)).reader()
        reader.append("data: {\"text\":\ndata: \"two lines\"}\n\n".utf8)
        reader.append(Array("data: {\"text\":\"".utf8) + [0xFF] + Array("\"}\n\n".utf8))
        #expect(try reader.next()?.data == Delta(text: "two lines"))
        #expect(try reader.next()?.data == Delta(text: "\u{FFFD}"))
        #expect(reader.findings.map(\.code) == [.replacedBytes])
    }

    @Test("Data of another format than JSON are decoded by their serializer")
    func dataOfAnotherFormatThanJSONAreDecoded() throws {
        var reader = StreamSerializer.serverSentEvents(.string).reader()
        reader.append("data: a\ndata: b\n\nid: 1\ndata: c\n\n".utf8)
        #expect(try reader.next()?.data == "a\nb")
        #expect(try reader.next()?.lastEventID == "1")
        #expect(reader.position == SourcePosition(offset: 32, line: 7, column: 1))
    }

    @Test("An event that does not fit is located in the stream or skipped") func anEventThatDoesNotFitIsLocated() throws
    {
        var reader = StreamSerializer.serverSentEvents(.json(Delta.self)).reader()
        reader.append(Self.stream)
        #expect(try reader.next()?.data == Delta(text: "é"))
        #expect { try reader.next() } throws: { error in
            let error = error as? ResponseError
            return error?.itemIndex == 1 && error?.position == SourcePosition(offset: 35, line: 3, column: 15)
        }
        var skipping = StreamSerializer.serverSentEvents(.json(Delta.self)).skippingBadItems().reader()
        skipping.append(Self.stream)
        #expect(try skipping.next()?.data == Delta(text: "é"))
        #expect(try skipping.next()?.data == Delta(text: "b"))
        #expect(skipping.findings.map(\.code) == [.skippedItem])
    }

    @Test func skippedArrayElementsAreFindings() throws {
        var options = JSON.Options()
        options.badElements = ["": 5]
        var reader = StreamSerializer.serverSentEvents(.json([Int].self, options: options)).reader()
        reader.append("data: [1,\"x\",2]\n\ndata: [3]\n\ndata: [\"y\"]\n\n".utf8)
        #expect(try reader.next()?.data == [1, 2])
        #expect(try reader.next()?.data == [3])
        #expect(try reader.next()?.data == [])
        #expect(!reader.findings.isEmpty)
    }
}
