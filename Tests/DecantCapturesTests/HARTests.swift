import DecantCaptures
import DecantCore
import DecantJSON
import DecantStreams
import DecantText
import HTTPTypes
import Testing

struct HARTests {
    /// An archive of entries in JSON.
    static func archive(_ entries: String...) -> [UInt8] {
        Array(#"{"log":{"version":"1.2","pages":[],"entries":[\#(entries.joined(separator: ","))],"comment":""}}"#.utf8)
    }

    /// An entry without deviations, with some content.
    static func entry(
        _ content: String,
        status: Int = 200,
        type: String = "text/plain",
        method: String = "GET",
        fields: String = ""
    ) -> String {
        #"""
        {"startedDateTime":"2026-01-02T03:04:05.678Z","time":12.5,"_x":{"a":[1]},
        "request":{"method":"\#(method)","url":"https://a.example/b?c=d","httpVersion":"h2",
        "headers":[{"name":":authority","value":"a.example"},{"name":"Accept","value":"*/*"}]},
        "response":{"status":\#(status),"statusText":"","httpVersion":"http/2.0",
        "headers":[{"name":"Content-Type","value":"\#(type)"}\#(fields)],"content":\#(content)}}
        """#
    }

    static func read(_ bytes: [UInt8], limits: Limits = Limits(), chunk: Int? = nil)
        -> (entries: [CaptureEntry], error: ResponseError?)
    {
        var reader = HAR.Reader(limits: limits)
        var entries: [CaptureEntry] = []
        do throws(ResponseError) {
            for start in stride(from: 0, to: bytes.count, by: chunk ?? max(1, bytes.count)) {
                reader.append(bytes[start..<min(bytes.count, start + (chunk ?? bytes.count))])
                while let entry = try reader.next() { entries.append(entry) }
            }
            reader.finish()
            while let entry = try reader.next() { entries.append(entry) }
            return (entries, nil)
        } catch {
            return (entries, error)
        }
    }

    private static func only(_ content: String, status: Int = 200, type: String = "text/plain", fields: String = "")
        throws -> CaptureEntry
    {
        let (entries, error) = read(archive(entry(content, status: status, type: type, fields: fields)))
        #expect(error == nil)
        return try #require(entries.first)
    }

    @Test func givesTheURLWithoutCredentials() throws {
        let text = Self.entry(#"{"text":"a"}"#).replacing(
            "a.example/b?c=d",
            with: "u:hush@a.example/b?token=hush&page=2#key=hush"
        )
        let entry = try #require(Self.read(Self.archive(text)).entries.first)
        #expect(entry.urlWithoutCredentials == "https://a.example/b?token=redacted&page=2#key=redacted")
        #expect(entry.context.url?.contains("hush") == true)
    }

    @Test func readsTheRequestAndTheResponse() throws {
        let entry = try Self.only(#"{"size":3,"mimeType":"text/plain","text":"a\nb"}"#)
        #expect(entry.index == 0)
        #expect(entry.context.method == .get)
        #expect(entry.context.url == "https://a.example/b?c=d")
        #expect(entry.context.head?.status.code == 200)
        #expect(entry.requestFields[.accept] == "*/*")
        #expect(entry.requestFields.count == 1)
        #expect(entry.httpVersion == "http/2.0")
        #expect(entry.startedDateTime == "2026-01-02T03:04:05.678Z")
        #expect(entry.duration == .microseconds(12_500))
        #expect(entry.findings == [])
        #expect(try entry.value(as: .string) == "a\nb")
    }

    @Test func decodesAContentCodingOnlyOnce() throws {
        let entry = try Self.only(
            #"{"size":7,"mimeType":"application/json","text":"{\"a\":1}"}"#,
            type: "application/json",
            fields: #",{"name":"Content-Encoding","value":"gzip"},{"name":"Content-Length","value":"900"}"#
        )
        #expect(entry.context.head?.headerFields[.contentEncoding] == "gzip")
        let response = try entry.response(as: .json)
        #expect(response.value["a"]?.int == 1)
        #expect(response.findings == [])
    }

    @Test func readsTextRegardlessOfTheCharsetInTheHead() throws {
        let entry = try Self.only(#"{"size":2,"text":"é"}"#, type: "text/plain; charset=iso-8859-1")
        #expect(try entry.value(as: .string) == "é")
    }

    @Test func keepsTheCharsetOfABodyInBase64() throws {
        let entry = try Self.only(
            #"{"size":1,"text":"6Q==","encoding":"base64"}"#,
            type: "text/plain; charset=iso-8859-1"
        )
        #expect(try entry.value(as: .string) == "é")
    }

    @Test(arguments: [
        (#"{"text":"iVBORw0KGgo=","encoding":"base64"}"#, Finding.Code?.none),
        (#"{"text":"iVBORw0KGgo","encoding":"base64"}"#, nil),
        (#"{"text":"iVBO\nRw0K\nGgo=","encoding":"BASE64"}"#, nil),
        (#"{"text":"iVBORw0KGgo=iVBORw0KGgo=","encoding":"base64"}"#, .mislabeledBody),
        (#"{"text":"\u0089PNG\r\n\u001A\n"}"#, .mislabeledBody),
    ])
    func readsABinaryBody(content: String, code: Finding.Code?) throws {
        let entry = try Self.only(content, type: "image/png")
        #expect(entry.findings.map(\.code) == (code.map { [$0] } ?? []))
        if !content.contains("=iV") { #expect(entry.body == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }
    }

    @Test("Reads Base64 without its label if it is a known file") func readsBase64WithoutItsLabelIfItIsAKnown() throws {
        let entry = try Self.only(#"{"text":"iVBORw0KGgoAAAANSUhEUg=="}"#, type: "image/png")
        #expect(entry.findings.map(\.code) == [.mislabeledBody])
        #expect(entry.body.count == 16)
        let text = try Self.only(#"{"text":"iVBORw0KGgoAAAANSUhEUg=="}"#)
        #expect(text.body.count == 24)
    }

    @Test func replacesLoneSurrogatesWithAFinding() throws {
        let content = #"{"size":4,"text":"a\ud83d b"}"#
        let (entries, error) = Self.read(Self.archive(Self.entry(content), Self.entry(#"{"size":1,"text":"c"}"#)))
        #expect(error == nil)
        #expect(entries.map(\.findings).map { $0.map(\.code) } == [[.irregularEntry], []])
        #expect(try entries[0].value(as: .string) == "a\u{FFFD} b")
        let title = #"{"log":{"pages":[{"title":"\udce9"}],"entries":[\#(Self.entry("{}"))]}}"#
        let (entry, failure) = Self.read(Array(title.utf8), chunk: 7)
        #expect(failure == nil)
        #expect(entry.count == 1)
    }

    @Test func readsTextThatIsLabeledAsBase64() throws {
        let entry = try Self.only(#"{"text":"<p>é</p>","encoding":"base64"}"#, type: "text/html")
        #expect(entry.findings.map(\.code) == [.mislabeledBody])
        #expect(String(decoding: entry.body, as: UTF8.self) == "<p>é</p>")
    }

    @Test func rejectsABodyThatTheCaptureOmits() throws {
        let entry = try Self.only(#"{"size":1234,"mimeType":"text/plain"}"#)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .string) }
        #expect(error?.code == .truncatedBody)
        #expect(error?.message == "the capture omits the body of 1234 bytes")
        #expect(try Self.only(#"{"size":1234}"#, status: 204).response(as: .empty).isEmpty)
    }

    @Test func warnsOfABodyThatIsShorterThanItsSize() throws {
        let entry = try Self.only(#"{"size":9,"text":"AAEC","encoding":"base64"}"#)
        #expect(entry.findings.map(\.code) == [.truncatedBody])
        #expect(try entry.value(as: .data.acceptingAnyMediaType()) == [0, 1, 2])
    }

    @Test func explainsAnEventStreamWithoutText() throws {
        let entry = try Self.only(#"{"size":0,"mimeType":"text/event-stream"}"#, type: "text/event-stream")
        #expect(entry.findings.map(\.message) == ["the capture has no text of the event stream"])
    }

    @Test func explainsARequestThatFailed() throws {
        let archive = Self.archive(
            #"""
            {"request":{"method":"GET","url":"https://a.example/"},\#
            "response":{"status":0,"_error":"net::ERR_FAILED"}}
            """#
        )
        let entry = try #require(Self.read(archive).entries.first)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .json) }
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: the capture has no response: net::ERR_FAILED")
        #expect(error?.context?.url == "https://a.example/")
    }

    @Test func explainsATransferThatFailedAfterTheHead() throws {
        let archive = Self.archive(
            #"{"response":{"status":200,"headers":[],"content":{"text":"12"},"_error":"net::ERR_ABORTED"}}"#
        )
        let entry = try #require(Self.read(archive).entries.first)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .json) }
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed after 2 bytes of the body: net::ERR_ABORTED")
    }

    @Test(arguments: ["1", "null", "[]", "{}", #"{"request":1,"response":[]}"#])
    func readsAnEntryWithoutMembers(entry: String) throws {
        let read = try #require(Self.read(Self.archive(entry)).entries.first)
        #expect(read.findings.map(\.code) == [.irregularEntry])
        #expect(read.findings.first?.message.contains("request.method") == true)
        let error = #expect(throws: ResponseError.self) { try read.value(as: .data) }
        #expect(error?.code == .transportFailed)
    }

    @Test(
        arguments: [
            (#""status":"200""#, 200, "the status is a string"), (#""status":1000"#, nil, "1000 is not a status"),
            (#""status":-1"#, nil, "-1 is not a status"), (#""status":true"#, nil, "the status is not a number"),
        ] as [(String, Int?, String)]
    )
    func readsAnIrregularStatus(status: String, code: Int?, message: String) throws {
        let archive = Self.archive(#"{"response":{\#(status),"headers":[],"content":{}}}"#)
        let entry = try #require(Self.read(archive).entries.first)
        #expect(entry.context.head?.status.code == code)
        #expect(entry.findings.map(\.message).contains(message))
    }

    @Test("Uses the media type of the content if the head has none") func usesTheMediaTypeOfTheContentIfTheHeadHas()
        throws
    {
        let archive = Self.archive(
            #"{"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":"1"}}}"#
        )
        let entry = try #require(Self.read(archive).entries.first)
        #expect(try entry.value(as: .json).int == 1)
        #expect(entry.findings.map(\.code).contains(.guessedMediaType))
    }

    @Test func splitsFieldLinesThatAreJoinedByLineFeeds() throws {
        let entry = try Self.only("{}", fields: #",{"name":"Set-Cookie","value":"a=1\nb=2"},{"name":1}"#)
        #expect(entry.context.head?.headerFields[values: .setCookie] == ["a=1", "b=2"])
        #expect(entry.findings.map(\.code) == [.irregularEntry])
    }

    @Test func reportsAByteOrderMark() throws {
        var reader = HAR.Reader()
        reader.append(Array("\u{FEFF}".utf8) + Self.archive(Self.entry("{}")))
        reader.finish()
        #expect(try reader.next() != nil)
        #expect(try reader.next() == nil)
        #expect(reader.findings.map(\.code) == [.byteOrderMark])
    }

    @Test("Gives the complete entries of a cut archive, and then one error") func givesTheCompleteEntriesOfACutArchive()
    {
        let texts = [Self.entry(#"{"text":"one"}"#), Self.entry(#"{"text":"é"}"#), Self.entry("{}")]
        let archive = Self.archive(texts[0], texts[1], texts[2])
        let first = #"{"log":{"version":"1.2","pages":[],"entries":["#.utf8.count
        let ends = texts.indices.map { index in
            texts[...index].reduce(first + index) { $0 + $1.utf8.count }
        }
        let all = Self.read(archive).entries
        #expect(all.count == 3)
        for end in archive.indices {
            let (entries, error) = Self.read(Array(archive[..<end]))
            #expect(error?.code == (end == 0 ? .emptyBody : .truncatedBody))
            #expect(entries.map(\.body) == all.prefix(ends.count { $0 <= end }).map(\.body))
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000])
    func readsTheSameEntriesInChunks(chunk: Int) {
        let archive = Self.archive(Self.entry(#"{"text":"é\u0000"}"#), "{}", Self.entry("{}", status: 0))
        let (whole, chunked) = (Self.read(archive), Self.read(archive, chunk: chunk))
        #expect(whole.entries.map(\.body) == chunked.entries.map(\.body))
        #expect(whole.entries.map(\.context) == chunked.entries.map(\.context))
        #expect(whole.entries.map(\.findings) == chunked.entries.map(\.findings))
    }

    @Test(arguments: [
        ("{}", ResponseError.Code.keyNotFound), (#"{"log":{}}"#, .keyNotFound), (#"{"log":[]}"#, .keyNotFound),
        (#"{"log":{"entries":{}}}"#, .typeMismatch), ("callback({})", .malformedBody), ("<html>", .malformedBody),
        (#"{"log":{"entries":[{]}}"#, .malformedBody), (#"{"log":{"entries":[]}"#, .truncatedBody),
    ])
    func explainsADocumentThatIsNotAnArchive(text: String, code: ResponseError.Code) {
        let (entries, error) = Self.read(Array(text.utf8))
        #expect(entries.isEmpty)
        #expect(error?.code == code)
        if code == .keyNotFound { #expect(error?.hint?.contains("log.entries") == true) }
    }

    @Test func limitsTheSizeOfAnEntry() {
        var limits = Limits()
        limits.entryBytes = 100
        let (entries, error) = Self.read(Self.archive("{}", Self.entry("{}")), limits: limits)
        #expect(entries.count == 1)
        #expect(error?.limit == .entryBytes)
    }

    @Test func readsAnAsynchronousSequenceOfChunks() async throws {
        let archive = Self.archive(Self.entry(#"{"text":"one"}"#), Self.entry(#"{"text":"two"}"#))
        let chunks = AsyncStream<ArraySlice<UInt8>> { continuation in
            for byte in archive.indices { continuation.yield(archive[byte...byte]) }
            continuation.finish()
        }
        var texts: [String] = []
        for try await entry in HAR.entries(of: chunks) { texts.append(try entry.value(as: .string)) }
        #expect(texts == ["one", "two"])
    }

    @Test func explainsChunksThatCannotBeRead() async {
        struct Failure: Error {}
        let chunks = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Failure()) }
        let error = await #expect(throws: ResponseError.self) {
            for try await _ in HAR.entries(of: chunks) {}
        }
        #expect(error?.code == .transportFailed)
    }
}
