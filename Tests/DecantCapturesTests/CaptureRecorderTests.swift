import DecantCaptures
import DecantCore
import DecantJSON
import DecantText
import HTTPTypes
import Testing

struct CaptureRecorderTests {
    @Test func keepsTheReasonOfAFailedTransfer() async throws {
        let recorder = CaptureRecorder()
        let serializer = JSONResponseSerializer(Int.self).observed(by: recorder.observer)
        let (chunks, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield([0x31])
        continuation.finish(throwing: TransferFault.connectionLost)
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        await #expect(throws: ResponseError.self) { try await serializer.value(of: chunks, for: head) }
        let archive = try JSON(parsing: recorder.archive)
        let response = archive["log"]?["entries"]?[0]?["response"]
        #expect(response?["_error"]?.string == "the connection was lost")
    }

    /// Decodes a response as an integer in JSON, which fails for other bodies.
    private static func decode(
        _ body: some Sequence<UInt8>,
        type: String = "application/json",
        fields: HTTPFields = [:],
        url: String = "https://a.example/b",
        recorder: CaptureRecorder
    ) {
        var head = HTTPResponse(status: .ok, headerFields: fields)
        head.headerFields[.contentType] = type
        let serializer = JSONResponseSerializer(Int.self).acceptingAnyMediaType().observed(by: recorder.observer)
        _ = try? serializer.value(of: body, for: ResponseContext(head, method: .get, url: url))
    }

    private static func entries(_ recorder: CaptureRecorder) throws -> [CaptureEntry] {
        let (entries, error) = HARTests.read(recorder.archive)
        #expect(error == nil)
        return entries
    }

    @Test func recordsFailuresOnly() throws {
        let recorder = CaptureRecorder()
        Self.decode("1".utf8, recorder: recorder)
        Self.decode("\"é\\u0000\"".utf8, recorder: recorder)
        let entry = try #require(try Self.entries(recorder).first)
        #expect(recorder.count == 1)
        #expect(entry.context.method == .get)
        #expect(entry.context.url == "https://a.example/b")
        #expect(entry.findings == [])
        #expect(try entry.value(as: .json).string == "é\0")
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .json(Int.self)) }
        #expect(error?.code == .typeMismatch)
    }

    @Test(
        arguments: [
            ("text/plain", [0x00, 0xFF]), ("text/plain; charset=iso-8859-1", [0xE9]), ("image/png", [0x41, 0x42]),
            ("application/json; charset=utf-16", [0x00, 0x41]),
            ("text/plain; charset=utf-8", Array("\u{FEFF}é\r\n\u{7}".utf8)),
            ("text/plain", Array("iVBORw0KGgoAAAANSUhEUg==".utf8)),
            ("image/png", Array("iVBORw0KGgoAAAANSUhEUg==".utf8)),
        ] as [(String, [UInt8])]
    )
    func readsBackTheSameBody(type: String, body: [UInt8]) throws {
        let recorder = CaptureRecorder()
        Self.decode(body, type: type, recorder: recorder)
        let entry = try #require(try Self.entries(recorder).first)
        #expect(entry.body == body)
        #expect(entry.context.head?.headerFields[.contentType] == type)
        #expect(entry.findings == [])
    }

    @Test func marksABodyThatIsCutOff() throws {
        let recorder = CaptureRecorder()
        Self.decode([UInt8](repeating: UInt8(ascii: "x"), count: 100_000), recorder: recorder)
        let entry = try #require(try Self.entries(recorder).first)
        #expect(entry.body.count == 64 << 10)
        #expect(entry.findings.map(\.code) == [.truncatedBody])
    }

    @Test func redactsCredentials() throws {
        let recorder = CaptureRecorder()
        let fields: HTTPFields = [
            .setCookie: "id=hush", .location: "https://u:hush@b.example/?access_token=hush&page=2#id_token=hush",
            .init("X-Api-Key") ?? .accept: "hush", .server: "kept",
        ]
        let url =
            "https://u:hush@a.example/b?%74oken=hush&client_secret=hush&code=hush&X-Amz-Signature=hush;key=hush&q=kept"
        Self.decode("x".utf8, fields: fields, url: url, recorder: recorder)
        let text = String(decoding: recorder.archive, as: UTF8.self)
        #expect(!text.contains("hush"))
        let entry = try #require(try Self.entries(recorder).first)
        #expect(entry.context.url?.hasPrefix("https://a.example/b?%74oken=redacted&client_secret=redacted&") == true)
        #expect(entry.context.url?.hasSuffix("&q=kept") == true)
        #expect(entry.context.head?.headerFields[.server] == "kept")
        #expect(
            entry.context.head?.headerFields[.location]
                == "https://b.example/?access_token=redacted&page=2#id_token=redacted"
        )
    }

    @Test func recordsARequestWithoutAResponse() async throws {
        let recorder = CaptureRecorder()
        let serializer = DataResponseSerializer().observed(by: recorder.observer)
        let chunks = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: TransferFault.connectionLost) }
        _ = try? await serializer.value(
            of: chunks,
            for: ResponseContext(mediaType: nil, method: .put, url: "https://a.example")
        )
        let entry = try #require(try Self.entries(recorder).first)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .data) }
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix("the connection was lost") == true)
    }

    @Test func keepsTheLatestEntriesWithinItsBounds() throws {
        let recorder = CaptureRecorder(maxEntries: 3)
        for index in 0..<5 { Self.decode("\"\(index)\"".utf8, recorder: recorder) }
        let texts: [String?] = try Self.entries(recorder).map { try $0.value(as: .json).string }
        #expect(texts == ["2", "3", "4"])
        #expect(recorder.droppedCount == 2)
        recorder.removeAll()
        #expect(try Self.entries(recorder).isEmpty)
        let small = CaptureRecorder(maxBytes: 1500)
        for index in 0..<5 { Self.decode("\"\(index)\"".utf8, recorder: small) }
        #expect(small.count == 2)
        #expect(small.archive.count < 1700)
        let tiny = CaptureRecorder(maxBytes: 10)
        Self.decode("x".utf8, recorder: tiny)
        #expect((tiny.count, tiny.droppedCount) == (0, 1))
    }

    @Test func writesTheTimeOfTheRequest() throws {
        let recorder = CaptureRecorder()
        Self.decode("x".utf8, recorder: recorder)
        let entry = try #require(try Self.entries(recorder).first)
        let time = try #require(entry.startedDateTime)
        #expect(time.count == 20)
        #expect(time.hasPrefix("20") && time.hasSuffix("Z"))
        #expect(entry.duration != nil)
    }
}
