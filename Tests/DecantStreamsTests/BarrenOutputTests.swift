import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Streams whose content coding expands to far more data than their items need.
@Suite struct BarrenOutputTests {
    private static let hasLibraries = ContentCoding.brotli.isBuiltIn && ContentCoding.zstd.isBuiltIn

    private func head(_ type: String, _ coding: String?, _ status: HTTPResponse.Status = .ok) -> HTTPResponse {
        var fields: HTTPFields = [.contentType: type]
        fields[.contentEncoding] = coding
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// The elements of a body, and the error at the end.
    private func all<Element, Chunks: AsyncSequence & Sendable>(
        _ serializer: StreamSerializer<Element>,
        _ chunks: Chunks,
        _ head: HTTPResponse
    ) async -> (elements: [Element], error: ResponseError?) where Chunks.Element == [UInt8] {
        var elements: [Element] = []
        do throws(ResponseError) {
            let context = ResponseContext(head, isDecoded: false)
            for try await element in try await serializer.stream(of: chunks, for: context) { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    /// A file written by Tests/Fixtures/generate-codings.
    private func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("../Fixtures/Codings/\(name)").standardized))
    }

    private static let gigabyteOfLineFeeds = [("line-feeds.br", "br"), ("line-feeds.zst.zst", "zstd, zstd")]

    @Test(.enabled(if: hasLibraries), arguments: gigabyteOfLineFeeds)
    func decodesNoFurtherThanTheConsumedItems(name: String, coding: String) async throws {
        let (chunks, context) = (ChunkSample([try fixture(name)]), ResponseContext(head("text/plain", coding)))
        let stream = try await StreamSerializer.lines.stream(of: chunks, for: context)
        for try await line in stream {
            #expect(line.isEmpty)
            if stream.elementCount == 100_000 { break }
        }
        #expect(stream.decodedBytes >= 100_000)
        #expect(stream.decodedBytes <= 3 << 16)
    }

    @Test(
        "Notices a cancellation between two parts of one chunk",
        .enabled(if: hasLibraries),
        arguments: gigabyteOfLineFeeds
    )
    func noticesACancellationBetweenTwoParts(name: String, coding: String) async throws {
        let (bytes, head) = (try fixture(name), head("text/plain", coding))
        let task = Task { () -> (ResponseError.Code?, Int) in
            let stream = try await StreamSerializer.lines.stream(of: ChunkSample([bytes]), for: head)
            do throws(ResponseError) {
                for try await _ in stream where stream.elementCount == 1000 {
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
                return (nil, stream.decodedBytes)
            } catch {
                return (error.code, stream.decodedBytes)
            }
        }
        let (code, decodedBytes) = try await task.value
        #expect(code == .cancelled)
        #expect(decodedBytes <= 1 << 17)
    }

    @Test(.enabled(if: hasLibraries), arguments: gigabyteOfLineFeeds)
    func letsOtherTasksRunBetweenTheParts(name: String, coding: String) async throws {
        let (bytes, head) = (try fixture(name), head("text/plain", coding))
        let streams = (0..<4).map { _ in
            Task { for try await _ in try await StreamSerializer.lines.stream(of: ChunkSample([bytes]), for: head) {} }
        }
        // A deadline is a task that sleeps and cancels others.
        try await Task.sleep(for: .milliseconds(50))
        streams.forEach { $0.cancel() }
        for stream in streams { await #expect(throws: ResponseError.self) { try await stream.value } }
    }

    @Test(.enabled(if: hasLibraries), arguments: gigabyteOfLineFeeds)
    func endsOutputWithoutAnItem(name: String, coding: String) async throws {
        let chunks = ChunkSample([try fixture(name)])
        let errors = [
            await all(.jsonLines(Int.self), chunks, head("application/jsonl", coding)).error,
            await all(.jsonElements(Int.self), chunks, head("application/json", coding)).error,
            await all(.serverSentEvents, chunks, head("text/event-stream", coding)).error,
        ]
        for error in errors {
            #expect(error?.code == .limitExceeded && error?.limit == .codingRatio)
            #expect((1 << 20)...(4 << 20) ~= error?.bodyCount ?? 0)
        }
    }

    @Test(
        "Reads no more of a rejected body than its error needs",
        .enabled(if: hasLibraries),
        arguments: gigabyteOfLineFeeds
    )
    func readsNoMoreOfARejectedBodyThanItsError(name: String, coding: String) async throws {
        let chunks = ChunkSample([try fixture(name)])
        let bad = await all(.jsonLines(Int.self), chunks, head("application/jsonl", coding, .notFound)).error
        #expect(bad?.code == .unacceptableStatus)
        #expect(bad?.bodyCount == 1 << 20)
        let other = await all(.jsonLines(Int.self), chunks, head("image/png", coding)).error
        #expect(other?.code == .unacceptableMediaType)
        #expect(other?.bodyCount ?? .max <= 1 << 16)
    }
}

// MARK: - Counted output

extension BarrenOutputTests {
    private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// A gzip member without an end: a text, 6,000 matches of 258 bytes, and another text.
    private func gzip(_ prefix: [UInt8] = [], repeating text: [UInt8], _ suffix: [UInt8] = []) -> [UInt8] {
        var writer = DeflateWriter()
        writer.begin(1)
        for byte in prefix + text { writer.putFixed(Int(byte)) }
        for _ in 0..<6000 { writer.putFixedMatch(length: 258, distance: text.count) }
        for byte in suffix { writer.putFixed(Int(byte)) }
        writer.putFixed(256)
        return Self.gzipHeader + writer.bytes
    }

    private func limited<Element>(_ serializer: StreamSerializer<Element>) -> StreamSerializer<Element> {
        serializer.limits { $0.codingRatio = 10 }
    }

    @Test func anItemMayExpandByAnyRatio() async {
        let quoted = gzip([0x22], repeating: [0x61], [0x22, 0x0A])
        let line = await all(limited(.jsonLines(String.self)), ChunkSample([quoted]), head("application/jsonl", "gzip"))
        #expect(line.elements.map(\.utf8.count) == [6000 * 258 + 1] && line.error?.code == .truncatedBody)
        let data = gzip(Array("data: ".utf8), repeating: [0x61], [0x0A, 0x0A])
        let event = await all(limited(.serverSentEvents), ChunkSample([data]), head("text/event-stream", "gzip"))
        #expect(event.elements.map(\.data.utf8.count) == [6000 * 258 + 1] && event.error?.code == .truncatedBody)
        let array = gzip([0x5B, 0x22], repeating: [0x61], [0x22, 0x5D])
        let element = await all(
            limited(.jsonElements(JSON.self)),
            ChunkSample([array]),
            head("application/json", "gzip")
        )
        #expect(element.elements.count == 1 && element.error?.code == .truncatedBody)
    }

    @Test(arguments: [": \n", "x: y\n", "event: a\n\n", "data: b\n\n"])
    func fieldsAndEventsThatAreSkippedCount(text: String) async {
        let (bytes, head) = (gzip(repeating: Array(text.utf8)), head("text/event-stream", "gzip"))
        let serializer = limited(StreamSerializer.serverSentEvents(.json(Int.self)).skippingBadItems())
        let result = await all(serializer, ChunkSample(bytes, every: 1000), head)
        #expect(result.error?.limit == .codingRatio && result.elements.isEmpty)
        let raised = serializer.limits { $0.codingRatio = 1000 }
        #expect(await all(raised, ChunkSample([bytes]), head).error?.code == .truncatedBody)
    }

    @Test func outputBetweenTwoCodingsCounts() async {
        // A gzip member that contains empty gzip members.
        let (bytes, head) = (gzip(repeating: Wrapped.gzip([3, 0], of: [])), head("text/plain", "gzip, gzip"))
        let result = await all(limited(.lines), ChunkSample([bytes]), head)
        #expect(result.error?.limit == .codingRatio && result.error?.bodyCount == 0)
        #expect(await all(.lines, ChunkSample([bytes]), head).error?.code == .truncatedBody)
    }

    @Test("A heartbeat costs coded bytes, and never ends a stream") func aHeartbeatCostsCodedBytesAndNeverEnds() async {
        var chunks = [Self.gzipHeader]
        for index in 0...30_000 {
            let text = index == 30_000 ? "data: 1\n\n" : ":\n\n"
            var writer = DeflateWriter()
            writer.putStored(Array(text.utf8))
            // A flush without output, and a block with a comment event.
            chunks += [[0, 0, 0, 0xFF, 0xFF], writer.bytes]
        }
        let result = await all(.serverSentEvents, ChunkSample(chunks), head("text/event-stream", "gzip"))
        #expect(result.elements.map(\.data) == ["1"])
        #expect(result.error?.code == .truncatedBody)
    }
}

// MARK: - Chunks that add nothing

extension BarrenOutputTests {
    /// An endless sequence of the same chunk.
    private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var first: [UInt8]?
        let chunk: [UInt8]

        func makeAsyncIterator() -> Self { self }
        mutating func next() async -> [UInt8]? { first.take() ?? chunk }
    }

    @Test(arguments: [200, 404]) func streamsOfEmptyChunksEnd(status: Int) async {
        let chunks = Endless(first: nil, chunk: [])
        let head = head("text/plain", nil, HTTPResponse.Status(code: status))
        let error = await all(.lines.limits { $0.codingRatio = 10 }, chunks, head).error
        #expect(error?.code == (status == 200 ? .limitExceeded : .unacceptableStatus))
        #expect(await all(.lines.limits { $0.codingRatio = 10 }, chunks, self.head("image/png", nil)).error != nil)
    }

    @Test(arguments: [200, 404]) func streamsOfEmptyChunksEndWithTheTask(status: Int) async {
        let head = head("text/plain", nil, HTTPResponse.Status(code: status))
        let serializer = StreamSerializer.lines.limits { $0 = .unlimited }
        let task = Task { await all(serializer, Endless(first: nil, chunk: []), head).error?.code }
        try? await Task.sleep(for: .milliseconds(20))
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test(arguments: [200, 404]) func streamsOfEmptyMembersEnd(status: Int) async {
        let members = [[UInt8]](repeating: Wrapped.gzip([3, 0], of: []), count: 1000).flatMap(\.self)
        let head = head("text/plain", "gzip", HTTPResponse.Status(code: status))
        let error = await all(.lines, Endless(first: nil, chunk: members), head).error
        #expect(error?.code == (status == 200 ? .limitExceeded : .unacceptableStatus))
        #expect(status != 200 || error?.limit == .codingRatio)
    }

    @Test func streamsOfEmptyBlocksEnd() async {
        let blocks = [[UInt8]](repeating: [0, 0, 0, 0xFF, 0xFF], count: 10_000).flatMap(\.self)
        let chunks = Endless(first: Self.gzipHeader, chunk: blocks)
        #expect(await all(.lines, chunks, head("text/plain", "gzip")).error?.limit == .codingRatio)
    }

    @Test(.enabled(if: hasLibraries)) func streamsOfSkippableFramesEnd() async {
        let frame: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 256)
        let chunks = Endless(first: nil, chunk: frame)
        #expect(await all(.lines, chunks, head("text/plain", "zstd")).error?.limit == .codingRatio)
    }
}
