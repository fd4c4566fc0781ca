import Decant
import DecantTesting
import TestSupport
import Testing

/// Compares the texts of errors and findings about streams with `Tests/Golden/streams.txt`.
///
/// The decoder of a case names the format of the stream. The words after it change the serializer: `skipping` bad
/// items, `small` limits, a body that comes `often`, and the `rest` of the document around the elements. The text of a
/// `barren` case fills 2 MiB in a content coding, and a `silent` one is a body of empty chunks.
@Suite struct GoldenStreamTests {
    @Test func errorsOfStreamsReadAsInTheFile() async throws {
        let result = try await GoldenFile("streams").differences { decoder, body in
            let words = decoder.split(separator: " ")
            let pointer = words.first { $0.hasPrefix("/") }.flatMap { JSONPointer(String($0)) } ?? .root
            switch words.first {
            case "jsonLines" where words.contains("barren"): return await Self.text(barren: body)
            case "jsonLines" where words.contains("silent"): return await Self.text(of: [[], []], nil)
            case "lines": return Self.text(.lines, words, body)
            case "jsonLines": return Self.text(.jsonLines(Int.self), words, body)
            case "jsonValues":
                let values = JSONResponseSerializer(Int.self).quirks(words.contains("comments") ? .comments : [])
                return Self.text(.jsonValues(values), words, body)
            case "jsonSequence": return Self.text(.jsonSequence(Int.self), words, body)
            case "jsonElements":
                return Self.text(.jsonElements(Int.self, at: pointer), words, body) { (reader) throws(ResponseError) in
                    _ = try reader.rest()
                }
            case "xmlEvents": return Self.text(.xmlEvents, words, body)
            case "events" where words.contains("json"):
                return Self.text(.serverSentEvents(.json([Int].self)), words, body)
            case "events" where words.contains("until"):
                return Self.text(.serverSentEvents.until("[DONE]"), words, body)
            case "events" where words.contains("failing"):
                let serializer = StreamSerializer.serverSentEvents.failing(on: "error", as: .json([String: Int].self))
                return Self.text(serializer.failing(at: "/error"), words, body)
            case "events" where words.contains("at"):
                return Self.text(.serverSentEvents(.json(Int.self).at("/a")), words, body)
            case "events": return Self.text(.serverSentEvents, words, body)
            default: return nil
            }
        }
        for description in result.descriptions { Issue.record("\(description)") }
        #expect(result.count == 0 || result.count > 40)
    }

    /// The error of a stream of a text without items.
    private static func text(barren text: [UInt8]) async -> String {
        let body = Array([[UInt8]](repeating: text, count: (2 << 20) / text.count).joined())
        var writer = DeflateWriter()
        writer.putFixedBlock(body, isLast: true)
        return await Self.text(of: [Wrapped.gzip(writer.bytes, of: body)], "gzip")
    }

    private static func text(of chunks: [[UInt8]], _ coding: String?) async -> String {
        var fields: HTTPFields = [.contentType: "application/jsonl"]
        fields[.contentEncoding] = coding
        let serializer = StreamSerializer.jsonLines(Int.self).limits { $0.codingRatio = 0 }
        do throws(ResponseError) {
            let head = HTTPResponse(status: .ok, headerFields: fields)
            for try await _ in try await serializer.stream(of: ChunkSample(chunks), for: head) {}
            return ""
        } catch {
            return error.description
        }
    }

    private static func text<Element>(
        _ serializer: StreamSerializer<Element>,
        _ words: [Substring],
        _ body: [UInt8],
        rest: (borrowing StreamReader<Element>) throws(ResponseError) -> Void = { (_) throws(ResponseError) in }
    ) -> String {
        var serializer = words.contains("skipping") ? serializer.skippingBadItems() : serializer
        if words.contains("small") {
            serializer = serializer.limits {
                ($0.itemBytes, $0.bodyBytes) = (10, 12)
                ($0.xmlTokenBytes, $0.xmlTextBytes) = (10, 10)
            }
        }
        var reader = serializer.reader()
        for _ in 0..<(words.contains("often") ? 102 : 1) { reader.append(body) }
        reader.finish()
        var lines: [String] = []
        do throws(ResponseError) {
            if words.contains("early") { try rest(reader) }
            var count = 0
            while try reader.next() != nil { count += 1 }
            if words.contains("rest") { try rest(reader) }
            lines.append("elements: \(count)")
        } catch {
            lines.append(error.description)
        }
        let findings = reader.findings
        let shown = findings.suffix(3).map { "  \($0.severity): \($0.message)" }
        return (lines + shown).joined(separator: "\n")
    }
}
