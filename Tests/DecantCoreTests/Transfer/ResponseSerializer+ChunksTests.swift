import DecantCore
import HTTPTypes
import Synchronization
import Testing

/// The entry point for any client: a head, and an asynchronous sequence of chunks.
@Suite struct ResponseSerializerChunksTests {
    /// Chunks that arrive one by one, followed by an error or the end.
    private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var chunks: [[UInt8]]
        var error: (any Error)?

        mutating func next() async throws -> [UInt8]? {
            if let error, chunks.isEmpty { throw error }
            return chunks.isEmpty ? nil : chunks.removeFirst()
        }

        func makeAsyncIterator() -> Self { self }
    }

    private struct Broken: Error {}

    private let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])

    private func error(
        of chunks: Chunks,
        for context: ResponseContext,
        limits: Limits = Limits()
    ) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await DataResponseSerializer().limits(limits).value(of: chunks, for: context)
            return nil
        } catch {
            return error
        }
    }

    @Test func decodesTheChunksInOrder() async throws {
        let chunks = Chunks(chunks: [[1, 2], [], [3]])
        let response = try await DataResponseSerializer().response(
            of: chunks,
            for: ResponseContext(head, url: "http://a/b")
        )
        #expect(response.value == [1, 2, 3])
        #expect(response.context.url == "http://a/b")
    }

    @Test func reportsProgressAfterEachChunk() async throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain", .contentLength: "3"])
        let reports = Mutex<[TransferProgress]>([])
        let chunks = Chunks(chunks: [[1, 2], [3]])
        _ = try await DataResponseSerializer().value(of: chunks, for: head) { progress in
            reports.withLock { $0.append(progress) }
        }
        let expected = [2, 3].map { TransferProgress(receivedBytes: $0, expectedBytes: 3) }
        #expect(reports.withLock(\.self) == expected)
    }

    @Test(
        "Names the host and the port of a refused connection",
        arguments: [
            ("http://127.0.0.1:8099/a?b", "could not connect to 127.0.0.1:8099"),
            ("https://user:secret@example.com/", "could not connect to example.com:443"),
            ("http://[::1]?secret", "could not connect to [::1]:80"),
            ("http://[::1]:8/", "could not connect to [::1]:8"),
            ("http://user@:80@host", "could not connect to host:80"),
            ("http+unix://socket/a", "could not connect to socket"),
            ("ftp://host/a", "the scheme of the URL is not supported"), ("", "could not connect to the host"),
            ("http://", "could not connect to the host"), ("no URL", "could not connect to the host"),
        ]
    )
    func namesTheHostAndThePortOfARefused(_ url: String, _ reason: String) async {
        let context = ResponseContext(mediaType: nil, method: .get, url: url)
        let error = await error(of: Chunks(chunks: [], error: TransferFault.noConnection), for: context)
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: \(reason)")
    }

    @Test func decodesACodingThatTheClientLeft() async throws {
        var head = head
        head.headerFields[.contentEncoding] = "gzip"
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 4, 0, 0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0]
        let chunks = Chunks(chunks: gzip.map { [$0] })
        let context = ResponseContext(head, isDecoded: false)
        #expect(try await DataResponseSerializer().value(of: chunks, for: context) == Array("a".utf8))
        let undone = ResponseContext(head, isDecoded: true)
        #expect(try await DataResponseSerializer().value(of: chunks, for: undone).count == gzip.count)
    }

    @Test func requestsNoChunkAfterTheLimit() async {
        var limits = Limits()
        limits.bodyBytes = 3
        let chunks = Chunks(chunks: [[1, 2], [3, 4], [5]], error: Broken())
        let error = await error(of: chunks, for: ResponseContext(head), limits: limits)
        #expect(error?.limit == .bodyBytes)
        #expect(error?.body == ResponseBytes([1, 2]))
        #expect(error?.status == .ok)
    }

    @Test func namesTheLimitOfCodedBytes() async {
        var (head, limits) = (head, Limits())
        head.headerFields[.contentEncoding] = "gzip"
        (limits.codedBytes, limits.bodyBytes) = (3, 2)
        let context = ResponseContext(head, isDecoded: false)
        let error = await error(of: Chunks(chunks: [[0x1F, 0x8B], [8, 0]]), for: context, limits: limits)
        #expect(error?.limit == .codedBytes)
    }

    @Test("Names the limit of a plain body that is labeled as encoded", arguments: [64, 30])
    func namesTheLimitOfAPlainBodyThatIsLabeled(length: Int) async {
        var (head, limits) = (head, Limits())
        head.headerFields[.contentEncoding] = "gzip"
        (limits.codedBytes, limits.bodyBytes) = (90, 80)
        let chunks = Chunks(chunks: Array(repeating: Array(repeating: UInt8(ascii: "a"), count: length), count: 4))
        for state in [false, nil] as [Bool?] {
            let error = await error(of: chunks, for: ResponseContext(head, isDecoded: state), limits: limits)
            #expect(error?.limit == .bodyBytes)
            #expect(error.map { (1...80).contains($0.body.count) } == true)
        }
    }

    @Test func keepsTheBytesBeforeAnError() async {
        let error = await error(of: Chunks(chunks: [[1, 2]], error: Broken()), for: ResponseContext(head))
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed after 2 bytes of the body: Broken()")
        #expect(error?.body == ResponseBytes([1, 2]))
        #expect(error?.underlying is Broken)
    }

    @Test func usesTheReasonOfAResponseError() async {
        let lost = ResponseError(.transportFailed, "the connection was lost")
        let error = await error(of: Chunks(chunks: [[1]], error: lost), for: ResponseContext(head))
        #expect(error?.message == "the transfer failed after 1 byte of the body: the connection was lost")
        #expect(error?.transferFault == nil && error?.transferReason == "the connection was lost")
        let own = await self.error(
            of: Chunks(chunks: [], error: ResponseError(.rejected, "no")),
            for: ResponseContext(head)
        )
        #expect(own?.code == .rejected)
        #expect(own?.status == .ok)
    }

    @Test("Keeps the fault and the reason apart from the message") func keepsTheFaultAndTheReasonApart() async {
        let error = await error(of: Chunks(chunks: [[1]], error: TransferFault.timedOut), for: ResponseContext(head))
        #expect(error?.transferFault == .timedOut && error?.transferReason == "the request timed out")
        // A client that wraps the error keeps both, without repeating the message.
        let again = await self.error(of: Chunks(chunks: [], error: error), for: ResponseContext(head))
        #expect(again?.message == "the transfer failed: the request timed out")
        #expect(again?.transferFault == .timedOut)
        let bad = HTTPResponse(status: .badGateway, headerFields: [.contentType: "text/plain"])
        let status = await self.error(of: Chunks(chunks: [[1]], error: Broken()), for: ResponseContext(bad))
        #expect(status?.code == .unacceptableStatus && status?.transferReason == "Broken()")
    }

    @Test("Keeps a bad status and a truncation before the error") func keepsABadStatusAndATruncation() async {
        let chunks = Chunks(chunks: [[1]], error: Broken())
        let bad = HTTPResponse(status: .badGateway, headerFields: [.contentType: "text/plain"])
        #expect(await error(of: chunks, for: ResponseContext(bad))?.code == .unacceptableStatus)
        let cut = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain", .contentLength: "50"])
        let error = await error(of: chunks, for: ResponseContext(cut))
        #expect(error?.message == "the body is truncated at 1 of 50 bytes")
        #expect(error?.hint == "the transfer failed: Broken()")
    }

    @Test func isCanceledWhetherTheSequenceThrowsOrEnds() async throws {
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let fetch = Task { [head] in
            try await DataResponseSerializer().value(of: chunks, for: head) { _ in arrival.finish() }
        }
        continuation.yield([1, 2])
        for await _ in arrivals {}
        fetch.cancel()
        let error = await #expect(throws: ResponseError.self) { try await fetch.value }
        #expect(error?.code == .cancelled)
        #expect(error?.body == ResponseBytes([1, 2]))
        let thrown = await self.error(of: Chunks(chunks: [], error: CancellationError()), for: ResponseContext(head))
        #expect(thrown?.code == .cancelled)
    }

    @Test func isObservedOnce() async throws {
        let counts = Mutex<[Int]>([])
        let observer: ResponseHandling.Observer = { outcome in counts.withLock { $0.append(outcome.bodyCount) } }
        _ = try await DataResponseSerializer().observed(by: observer).value(of: Chunks(chunks: [[1], [2]]), for: head)
        #expect(counts.withLock(\.self) == [2])
    }

    @Test("A bad status remains the first reason for a body that exceeds its limit")
    func aBadStatusRemainsTheFirstReasonForABody() async {
        let head = HTTPResponse(status: .notFound, headerFields: [.contentType: "text/plain"])
        var limits = Limits()
        limits.bodyBytes = 3
        let error = await error(of: Chunks(chunks: [[1, 2], [3, 4]]), for: ResponseContext(head), limits: limits)
        #expect(error?.code == .unacceptableStatus && error?.status == 404)
        #expect(error?.body == ResponseBytes([1, 2]))
    }

    @Test("A bad status remains the first reason for a coded body that exceeds its limit")
    func aBadStatusRemainsTheFirstReasonForACoded() async {
        let head = HTTPResponse(
            status: .notFound,
            headerFields: [.contentType: "text/plain", .contentEncoding: "gzip"]
        )
        let context = ResponseContext(head, isDecoded: false)
        let coded = CodedSample.gzip([UInt8](repeating: 0x61, count: 1000))
        var limits = Limits()
        limits.bodyBytes = 3
        let whole = #expect(throws: ResponseError.self) {
            try DataResponseSerializer().limits(limits).value(of: coded, for: context)
        }
        #expect(whole?.code == .unacceptableStatus)
        let error = await error(of: Chunks(chunks: [coded]), for: context, limits: limits)
        #expect(error?.code == .unacceptableStatus && error?.status == 404)
    }
}
