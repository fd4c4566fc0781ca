import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import Testing

/// The locations of errors in the data of events, each with the whole line.
@Suite struct EventErrorTests {
    private struct Item: Decodable { let a: Int }

    private static func error<Element>(
        _ bytes: [UInt8],
        every size: Int,
        _ serializer: StreamSerializer<Element>
    ) -> ResponseError? {
        var reader = serializer.reader()
        do throws(ResponseError) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(bytes.count, start + size)])
                while try reader.next() != nil {}
            }
            reader.finish()
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    /// Checks that the location of an error agrees with an offset in the text.
    private static func expect(_ error: ResponseError?, at offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<offset].split(separator: 0x0A, omittingEmptySubsequences: false)
        let prefix = String(decoding: before.last ?? [], as: UTF8.self)
        let line = prefix + String(decoding: bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let column = prefix.unicodeScalars.count + 1
        #expect(error?.position == SourcePosition(offset: offset, line: before.count, column: column))
        #expect(error?.snippet == Snippet(text: line, caret: prefix.count, line: before.count))
    }

    /// Texts with a mark before the error.
    private static let texts = [
        // Malformed JSON.
        "data: {\"a\":§x}\n\n", "data:{\"a\":§x}\n\n", "data: [§DONE]\n\n", "data: {\"好\":§x, \"é\": 1}\n\n",
        ": PROCESSING\n\n: PROCESSING\n\ndata: {\"a\":1}\n\ndata: {\"a\":§DONE}\n\n",
        // Other fields after the data.
        "event: e\ndata: {\"好\":§x}\nid: 5\n\n", "data: {\"a\":§x}\nretry: 5\n: comment\n\n",
        // Several lines.
        "data: {\ndata: \"a\":1,\ndata: \"b\":§x\ndata: }\n\n", "data: {\ndata: \"é\":1,\ndata: \"好\":1 §x}\n\n",
        "data: {\n: comment\ndata:\"é\":§x\n\n", "data:{\ndata: \"a\":§x\ndata:}\n\n", "data\ndata: §x\n\n",
        "data: {\"a\":1}\n\ndata: {\nid: 7\ndata: \"a\":1\ndata:\ndata: §x\n\n", "data: 1\ndata: §2\n\n",
        // Truncated JSON.
        "data: {\"a\":§\n\n", "data: {\ndata: \"a\":§\n\n", "data: {\"a\":\"好§\n\n",
        "data: {\ndata: \"a\":\"好§\nid: 1\n\n",
        // Another type.
        "data: {\"a\":§\"x\"}\n\n", "data: {\"好\":0,\"a\":§true}\n\n", "data: {\ndata: \"好\":0,\ndata: \"a\":§[]}\n\n",
        "data: §[1]\nid: 1\n\n", "data: {\"a\":1}\ndata:\n\ndata: {\"a\":1}\n\ndata: {\"a\":§1.5}\n\n",
    ]

    @Test(arguments: texts, [1, 3, 1000]) func showsTheWholeLineOfAnErrorInData(text: String, size: Int) throws {
        for lineEnd in ["\n", "\r\n"] {
            let parts = text.replacing("\n", with: lineEnd).split(separator: "§").map { Array($0.utf8) }
            let bytes = parts.flatMap(\.self)
            let error = Self.error(bytes, every: size, .serverSentEvents(.json(Item.self)))
            Self.expect(error, at: parts[0].count, in: bytes)
        }
    }

    @Test(arguments: [1, 3, 1000]) func showsTheDataOfAnEventThatEndsTheStream(size: Int) {
        for text in ["data: {\"é\":1}\n", "data: {\"é\":1}\nid: 1\n", "data: {\ndata: \"é\":1}\n"] {
            let bytes = Array("data: 1\n\nevent: error\n\(text)\n".utf8)
            let serializer = StreamSerializer.serverSentEvents.failing(on: "error", as: .json)
            let error = Self.error(bytes, every: size, serializer)
            #expect(error?.code == .rejected)
            Self.expect(error, at: 28, in: bytes)
        }
    }

    @Test(arguments: [1, 3, 1000]) func cutsALongLineOnBothSides(size: Int) {
        let filler = String(repeating: "好", count: 1000)
        for data in ["{\"\(filler)\":§x,\"\(filler)\":1}", "{\ndata: \"\(filler)\":§x,\"\(filler)\":1}"] {
            let parts = "data: \(data)\n\n".split(separator: "§").map { Array($0.utf8) }
            let error = Self.error(parts.flatMap(\.self), every: size, .serverSentEvents(.json(Item.self)))
            #expect(error?.offset == parts[0].count)
            let column = String(decoding: parts[0].split(separator: 0x0A).last ?? [], as: UTF8.self).count + 1
            #expect(error?.position?.column == column)
            let snippet = error?.snippet
            #expect(snippet?.text.first == "…" && snippet?.text.last == "…")
            #expect(snippet?.text.dropFirst(snippet?.caret ?? 0).hasPrefix("x,\"好") == true)
        }
    }

    /// Offsets in such data are not offsets in the stream.
    @Test("Locates an error in replaced data at the start of the data", arguments: [1, 3, 1000])
    func locatesAnErrorInReplacedDataAtTheStart(size: Int) {
        let bytes = Array("data: 1\n\ndata: [\"".utf8) + [0xFF] + Array("\",\ndata: x]\n\n".utf8)
        let error = Self.error(bytes, every: size, .serverSentEvents(.json))
        Self.expect(error, at: 15, in: bytes)
        let prepared = JSONResponseSerializer().preparing { (body, _) in ResponseBytes(Array("  [x]".utf8) + body) }
        for text in ["data: 1\n\n", "data: [\"é\",\ndata: 2]\nid: 1\n\n"] {
            Self.expect(
                Self.error(Array(text.utf8), every: size, .serverSentEvents(prepared)),
                at: 6,
                in: Array(text.utf8)
            )
        }
    }

    /// The memory for the locations of lines is bounded.
    @Test("Locates an error after many irregular lines at the start of the data")
    func locatesAnErrorAfterManyIrregularLines() {
        let bytes = Array(("data: [\n" + String(repeating: "data: 1,\ndata:1,\n", count: 2000) + "data: x]\n\n").utf8)
        let error = Self.error(bytes, every: 1000, .serverSentEvents(.json))
        #expect(error?.code == .malformedBody)
        Self.expect(error, at: 6, in: bytes)
    }
}
