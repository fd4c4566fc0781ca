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
            case "multipart" where words.contains("values"): return Self.text(ofParts: body)
            case "multipart": return Self.text(.multipart, words, body, mediaType: Self.multipart(words))
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

    /// The media type of a multipart body: endless, without a boundary, or with a long one, if the words say so.
    private static func multipart(_ words: [Substring]) -> ResponseMediaType? {
        if words.contains("unlabeled") { return nil }
        if words.contains("unbounded") { return "multipart/mixed" }
        let subtype = words.contains("endless") ? "x-mixed-replace" : "mixed"
        let count = words.contains("long") ? 71 : words.contains("huge") ? 257 : 1
        let boundary = String(repeating: "b", count: count)
        return ResponseMediaType(parsing: "multipart/\(subtype); boundary=\(boundary)")
    }

    /// The values of the parts of a body, or their errors.
    private static func text(ofParts body: [UInt8]) -> String {
        do throws(ResponseError) {
            let type: ResponseMediaType = "multipart/mixed; boundary=b"
            var part = try MultipartResponseSerializer().value(of: body, for: type).first
            // A part without parts counts as one.
            let once = MultipartResponseSerializer().limits { $0.partNesting = 1 }
            if part?.head.mediaType?.type == "multipart" { part = try part?.value(as: once).first }
            return "bytes: \(try part?.value(as: .data).count ?? 0)"
        } catch {
            return error.description
        }
    }

    private static func text<Element>(
        _ serializer: StreamSerializer<Element>,
        _ words: [Substring],
        _ body: [UInt8],
        mediaType: ResponseMediaType? = nil,
        rest: (borrowing StreamReader<Element>) throws(ResponseError) -> Void = { (_) throws(ResponseError) in }
    ) -> String {
        var serializer = words.contains("skipping") ? serializer.skippingBadItems() : serializer
        if words.contains("small") {
            serializer = serializer.limits {
                ($0.itemBytes, $0.bodyBytes) = (10, 12)
                ($0.xmlTokenBytes, $0.xmlTextBytes) = (10, 10)
                ($0.parts, $0.partHeadBytes) = (1, 8)
            }
        }
        var reader = serializer.reader(mediaType: mediaType)
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
            if words.contains("remedies") { lines += error.remedies.map { "  \($0.kind.rawValue): \($0.text)" } }
        }
        let findings = reader.findings
        let shown = findings.suffix(3).map { "  \($0.severity): \($0.message)" }
        return (lines + shown).joined(separator: "\n")
    }
}
