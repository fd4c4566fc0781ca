import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import DecantText
import DecantXML
import HTTPTypes
import Synchronization
import Testing

@Suite struct ResponseStreamTests {
    struct Row: Codable, Sendable, Equatable { var id: Int }
    struct Page: Codable, Sendable, Equatable { var next: String }
    struct Fault: Codable, Sendable, Equatable { var message: String }

    /// A head that no response can have.
    private struct NoHead: ResponseContextConvertible {
        var responseContext: ResponseContext {
            get throws(ResponseError) { throw ResponseError(.malformedHead, "there is no status") }
        }
    }

    @Test func anInvalidHeadIsAnErrorObservedOnce() async throws {
        let outcomes = Mutex<[ResponseOutcome]>([])
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome) } }
        let serializer = StreamSerializer.jsonLines(Row.self).observed(by: observer)
        let error = await #expect(throws: ResponseError.self) {
            _ = try await serializer.stream(of: ChunkSample("{}".utf8, every: 1), for: NoHead())
        }
        #expect(error?.code == .malformedHead)
        #expect(error?.message == "there is no status")
        #expect(outcomes.withLock { $0.map(\.error?.code) } == [.malformedHead])
    }

    private func head(_ type: String, _ status: HTTPResponse.Status = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headerFields: [.contentType: type])
    }

    private func all<Element>(
        _ serializer: StreamSerializer<Element>,
        _ text: String,
        _ type: String,
        every length: Int = 3,
        _ status: HTTPResponse.Status = .ok
    ) async -> (elements: [Element], error: ResponseError?, findings: [Finding]) {
        var elements: [Element] = []
        do throws(ResponseError) {
            let chunks = ChunkSample(text.utf8, every: length)
            let stream = try await serializer.stream(of: chunks, for: head(type, status))
            do throws(ResponseError) {
                for try await element in stream { elements.append(element) }
            } catch {
                return (elements, error, stream.findings)
            }
            return (elements, nil, stream.findings)
        } catch {
            return (elements, error, [])
        }
    }

    private static let bodiless: [(method: HTTPRequest.Method, status: Int)] = [
        (.get, 204), (.get, 205), (.head, 200), (.get, 304),
    ]

    @Test(arguments: bodiless, ["", "data: 1\n\n", "1\n2\n"])
    func ignoresTheBytesOfAResponseWithoutABody(
        _ row: (method: HTTPRequest.Method, status: Int),
        _ body: String
    ) async throws {
        var head = head("text/event-stream", HTTPResponse.Status(code: row.status))
        for coding in [nil, "gzip"] {
            head.headerFields[.contentEncoding] = coding
            let context = ResponseContext(head, method: row.method)
            let serializer = StreamSerializer.serverSentEvents.statuses(StatusCodes(200..<305))
            let stream = try await serializer.stream(of: ChunkSample(body.utf8, every: 2), for: context)
            for try await event in stream { Issue.record("\(event)") }
            let message = "ignored \(body.utf8.count) bytes, because the response cannot have a body"
            #expect(stream.findings.map(\.message) == (body.isEmpty || !context.forbidsBody ? [] : [message]))
        }
    }

    @Test func deliversTheElementsOfEveryFormat() async throws {
        let rows = [Row(id: 1), Row(id: 2)]
        #expect(await all(.jsonLines(Row.self), "{\"id\":1}\n{\"id\":2}\n", "application/x-ndjson").elements == rows)
        #expect(
            await all(.jsonSequence(Row.self), "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n", "application/json-seq").elements
                == rows
        )
        #expect(
            await all(.jsonElements(Row.self, at: "/d"), "{\"d\":[{\"id\":1},{\"id\":2}]}", "application/json").elements
                == rows
        )
        #expect(await all(.lines, "a\r\nb", "text/plain").elements == ["a", "b"])
        #expect(await all(.xmlEvents, "<a>x</a>", "application/xml").elements.count == 3)
        #expect(
            await all(.serverSentEvents, "data: a\n\n", "text/event-stream").elements == [ServerSentEvent(data: "a")]
        )
        let values = await all(
            .serverSentEvents(.json(Row.self)),
            "event: x\nid: 7\ndata: {\"id\":1}\n\n",
            "text/event-stream"
        )
        #expect(values.elements == [.init(type: "x", data: Row(id: 1), lastEventID: "7")])
        let chunks = await all(.chunks, "abcdef", "text/plain")
        #expect(chunks.elements.map { Array($0) } == [Array("abc".utf8), Array("def".utf8)])
    }

    @Test func validatesTheHeadBeforeTheFirstElement() async {
        let bad = await all(.jsonLines(Row.self), "{\"message\":\"no\"}", "application/json", 503)
        #expect(bad.error?.code == .unacceptableStatus)
        #expect((bad.error?.errorBody as? JSON)?["message"]?.string == "no")
        let typed = await all(
            .jsonLines(Row.self).failure(.json(Fault.self)),
            "{\"message\":\"no\"}",
            "application/json",
            503
        )
        #expect(typed.error?.errorBody(as: Fault.self) == Fault(message: "no"))
        let html = await all(.serverSentEvents, "<html></html>", "text/html", every: 100)
        #expect(html.error?.code == .unacceptableMediaType)
        #expect(html.error?.body.isEmpty == false)
        #expect(html.error?.hint != nil)
    }

    @Test func endsWithTheMarkAndIsTruncatedWithoutIt() async {
        let done = await all(
            .serverSentEvents.until("[DONE]"),
            "data: a\n\ndata: [DONE]\n\ndata: b\n\n",
            "text/event-stream"
        )
        #expect(done.elements.map(\.data) == ["a"])
        #expect(done.error == nil)
        let cut = await all(.serverSentEvents.until("[DONE]"), "data: a\n\n", "text/event-stream")
        #expect(cut.elements.count == 1)
        #expect(cut.error?.code == .truncatedBody)
    }

    @Test func failsWithAnErrorEvent() async {
        let serializer = StreamSerializer.serverSentEvents(.json(Row.self)).failing(on: "error", as: .json(Fault.self))
        let text = "data: {\"id\":1}\n\nevent: error\ndata: {\"message\":\"full\"}\n\n"
        let result = await all(serializer.skippingBadItems(), text, "text/event-stream")
        #expect(result.elements.count == 1)
        #expect(result.error?.errorBody(as: Fault.self) == Fault(message: "full"))
    }

    @Test func limitsHoldForAnErrorEvent() async {
        let serializer = StreamSerializer.serverSentEvents.failing(on: "error", as: .json(Fault.self))
        let text = "event: error\ndata: {\"message\":\"full\"}\n\n"
        let result = await all(serializer.limits { $0.jsonNodes = 1 }, text, "text/event-stream")
        #expect(result.error?.code == .rejected)
        #expect(result.error?.errorBodyFailure?.limit == .jsonNodes)
    }

    @Test(arguments: ["", "event\n", "event: message\n"])
    func failsWithAMessage(field: String) async {
        let serializer = StreamSerializer.serverSentEvents.failing(on: "message", as: .json(Fault.self))
        let text = "event: other\ndata: a\n\n\(field)data: {\"message\":\"full\"}\n\n"
        let result = await all(serializer, text, "text/event-stream")
        #expect(result.elements.map(\.type) == ["other"])
        #expect(result.error?.errorBody(as: Fault.self) == Fault(message: "full"))
    }

    @Test(arguments: ["data: 1\0\n\n", "data: \01\n\n", "data: 1\0\ndata: 2\0\n\n", "data: 1\0\0\0\n\n"])
    func readsEventDataAsUTF8DespiteZeroBytes(text: String) async {
        let value = await all(.serverSentEvents(.json), text, "text/event-stream")
        #expect(value.elements.isEmpty)
        #expect(value.error?.code == .malformedBody)
        let compound = await all(.serverSentEvents(.firstOf(.json(Int.self))), text, "text/event-stream")
        #expect(compound.elements.isEmpty && compound.error != nil)
        let strings = await all(.serverSentEvents(.string), text, "text/event-stream")
        #expect(strings.elements.map { $0.data.unicodeScalars.contains("\0") } == [true])
        #expect(strings.findings.isEmpty)
        #expect(throws: ResponseError.self) { try strings.elements.first?.value(as: .json) }
    }

    @Test func skipsBadItemsOnlyOnRequest() async {
        let text = "{\"id\":1}\n{\"id\":\"x\"}\nnope\n{\"id\":2}\n"
        let strict = await all(.jsonLines(Row.self), text, "application/x-ndjson")
        #expect(strict.elements == [Row(id: 1)])
        #expect(strict.error?.code == .typeMismatch)
        #expect(strict.error?.position == SourcePosition(offset: 15, line: 2, column: 7))
        #expect(strict.error?.itemIndex == 1)
        let skipping = await all(.jsonLines(Row.self).skippingBadItems(), text, "application/x-ndjson")
        #expect(skipping.elements == [Row(id: 1), Row(id: 2)])
        #expect(skipping.findings.filter { $0.code == .skippedItem }.map(\.offset) == [15, 20])
        #expect(skipping.findings.filter { $0.message.hasPrefix("skipped item 1 on line 2") }.count == 1)
        #expect(skipping.findings.filter { $0.message.hasPrefix("skipped item 2 on line 3") }.count == 1)
        let events = "data: {\"id\":1}\n\ndata: x\n\ndata: {\"id\":2}\n\n"
        let values = await all(.serverSentEvents(.json(Row.self)).skippingBadItems(), events, "text/event-stream")
        #expect(values.elements.map(\.data) == [Row(id: 1), Row(id: 2)])
    }

    @Test func countsTheBadItemsBeyondTheFirstHundred() throws {
        var reader = StreamSerializer.jsonLines(JSON.self).skippingBadItems().reader()
        for _ in 0..<1000 { reader.append("nope\n".utf8) }
        reader.append("1\n".utf8)
        #expect(try reader.next()?.description == "1")
        #expect(reader.findings.count == 101)
        #expect(reader.findings.last?.message == "omitted 900 more findings of the kind skippedItem")
        var records = StreamSerializer.jsonLineRecords.reader()
        for _ in 0..<1000 { records.append("nope\n".utf8) }
        records.append("1\nnope\n".utf8)
        for _ in 0..<1001 { #expect(try records.next() != nil) }
        guard case .failure(let error)? = try records.next() else { throw CancellationError() }
        #expect(error.position == SourcePosition(offset: 5002, line: 1002, column: 1))
        #expect(error.itemIndex == 1001)
        var rows = StreamSerializer.jsonLines(Row.self).skippingBadItems().reader()
        for _ in 0..<1000 { rows.append("{\"id\":null}\n".utf8) }
        rows.append("{\"id\":1}\n".utf8)
        #expect(try rows.next() == Row(id: 1))
        #expect(rows.findings.count == 101)
    }

    @Test func namesTheElementInThePathAndKeepsTheRest() async throws {
        let text = "{\"data\":{\"items\":[{\"id\":1},{\"id\":null}]},\"next\":\"n\"}"
        let result = await all(.jsonElements(Row.self, at: "/data/items"), text, "application/json")
        #expect(result.error.map { CodingPathComponent.text(of: $0.path) } == "data.items[1].id")
        let good = text.replacing("null", with: "2")
        let chunks = ChunkSample(good.utf8, every: 5)
        let stream = try await StreamSerializer.jsonElements(Row.self, at: "/data/items").stream(
            of: chunks,
            for: head("application/json")
        )
        for try await _ in stream {}
        #expect(try stream.rest(as: Page.self) == Page(next: "n"))
        #expect(stream.elementCount == 2)
        #expect(stream.receivedBytes == good.utf8.count)
    }

    @Test func keepsTheElementsBeforeAFailedTransfer() async throws {
        struct Lost: Error {}
        let chunks = ChunkSample("1\n2\n3".utf8, every: 2, failingWith: Lost())
        let stream = try await StreamSerializer.jsonLines(Int.self).stream(
            of: chunks,
            for: head("application/x-ndjson")
        )
        var values: [Int] = []
        let error = await #expect(throws: ResponseError.self) { for try await value in stream { values.append(value) } }
        #expect(values == [1, 2])
        #expect(error?.code == .transportFailed)
    }

    @Test func throwsTheSameErrorAgain() async throws {
        let head = head("application/x-ndjson")
        let stream = try await StreamSerializer.jsonLines(Int.self).stream(
            of: ChunkSample([Array("x\n".utf8)]),
            for: head
        )
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<2 {
            let error = await #expect(throws: ResponseError.self) { try await iterator.next() }
            #expect(error?.code == .malformedBody)
        }
    }

    @Test func isIteratedOnce() async throws {
        let head = head("application/x-ndjson")
        let stream = try await StreamSerializer.jsonLines(Int.self).stream(
            of: ChunkSample("1\n2\n3\n".utf8, every: 2),
            for: head
        )
        var values: [Int] = []
        var iterator = stream.makeAsyncIterator()
        if let value = try await iterator.next() { values.append(value) }
        let error = await #expect(throws: ResponseError.self) { for try await value in stream { values.append(value) } }
        #expect(error?.code == .alreadyIterated)
        while let value = try await iterator.next() { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func releasesTheClientForEveryEndOfTheStream() async throws {
        for _ in 0..<1000 {
            let (released, source) = AsyncStream.makeStream(of: Void.self)
            let chunks = AsyncStream<[UInt8]> { continuation in
                continuation.onTermination = { _ in source.finish() }
                continuation.yield(Array("1\n2\n".utf8))
            }
            let stream = try await StreamSerializer.jsonLines(Int.self).stream(
                of: chunks,
                for: head("application/x-ndjson")
            )
            let task = Task { for await _ in released {} }
            for try await _ in stream { break }
            _ = consume stream
            withExtendedLifetime(chunks) {}
            task.cancel()
        }
    }

    @Test func deliversTheItemsOfAChunkBeforeItsDamage() async throws {
        // A stored block with "1\n2\n", and a block of a type that does not exist.
        let bytes: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 0xFB, 0xFF, 0x31, 0x0A, 0x32, 0x0A, 6,
        ]
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: "application/x-ndjson", .contentEncoding: "gzip"]
        )
        let stream = try await StreamSerializer.jsonLines(Int.self).stream(of: ChunkSample([bytes]), for: head)
        var values: [Int] = []
        let error = await #expect(throws: ResponseError.self) { for try await value in stream { values.append(value) } }
        #expect(values == [1, 2])
        #expect(error?.code == .malformedBody)
    }

    @Test(
        "Names the response whose codings cannot be decoded",
        arguments: [("gzip, ", 20, ResponseError.Code.limitExceeded), ("zip, ", 1, .unsupportedFormat)]
    )
    func namesTheResponseWhoseCodingsCannotBe(name: String, count: Int, code: ResponseError.Code) async {
        var fields: HTTPFields = [.contentType: "application/x-ndjson"]
        fields[.contentEncoding] = String(repeating: name, count: count)
        for (status, expected) in [(HTTPResponse.Status.ok, code), (.notFound, .unacceptableStatus)] {
            let head = HTTPResponse(status: status, headerFields: fields)
            let error = await #expect(throws: ResponseError.self) {
                let stream = try await StreamSerializer.jsonLines(Int.self).stream(
                    of: ChunkSample([[0x1F, 0x8B, 1]]),
                    for: ResponseContext(head, method: .get, url: "https://example.com/rows")
                )
                for try await _ in stream {}
            }
            #expect(error?.code == expected)
            #expect(error?.status == status)
            #expect(error?.context?.url == "https://example.com/rows")
            #expect(status == .ok || error?.errorBodyFailure?.code == code)
        }
    }

    @Test func decodesContentCodingsOnTheFly() async throws {
        // gzip of "1\n2\n", two members.
        let one: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x33, 0xE4, 0x02, 0, 0x53, 0xFC, 0x51, 0x67, 2, 0, 0, 0,
        ]
        var fields: HTTPFields = [.contentType: "application/x-ndjson"]
        fields[.contentEncoding] = "gzip"
        let head = HTTPResponse(status: .ok, headerFields: fields)
        let chunks = ChunkSample(one + one, every: 1)
        let stream = try await StreamSerializer.jsonLines(Int.self).stream(of: chunks, for: head)
        var values: [Int] = []
        for try await value in stream { values.append(value) }
        #expect(values == [1, 1])
    }

    @Test(
        "Events of XML end at the limit of an item while it arrives",
        arguments: [
            ("<a>", "x"), ("<a><!--", "x"), ("<a b='", "x"), ("<!DOCTYPE a [", "<!ATTLIST a b CDATA #IMPLIED>"),
            ("<!DOCTYPE a [", " "),
        ]
    )
    func eventsOfXMLEndAtTheLimitOfAnItemWhile(_ row: (start: String, filling: String)) throws {
        var reader = StreamSerializer.xmlEvents.limits { ($0.xmlTokenBytes, $0.xmlTextBytes) = (1 << 20, 1 << 20) }
            .reader()
        reader.append(row.start.utf8)
        let chunk = Array(String(repeating: row.filling, count: (256 << 10) / row.filling.utf8.count).utf8)
        var error: ResponseError?
        var count = 0
        while error == nil, count < 8 {
            reader.append(chunk)
            count += 1
            do throws(ResponseError) { while try reader.next() != nil {} } catch let failure { error = failure }
        }
        #expect(error?.code == .limitExceeded)
        #expect(count <= 5)
        #expect(error?.position.map { $0.offset <= (1 << 20) + row.start.utf8.count } == true)
    }
}
