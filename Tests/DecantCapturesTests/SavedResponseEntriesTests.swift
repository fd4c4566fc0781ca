import DecantCaptures
import DecantCore
import DecantText
import HTTPTypes
import Testing

struct SavedResponseEntriesTests {
    private static func read(_ text: String, limits: Limits = Limits()) -> (
        entries: [CaptureEntry], error: ResponseError?
    ) {
        var entries: [CaptureEntry] = []
        do throws(ResponseError) {
            for entry in SavedResponse.entries(of: text.utf8, limits: limits) { entries.append(try entry.get()) }
            return (entries, nil)
        } catch {
            return (entries, error)
        }
    }

    private static func bodies(_ text: String) -> [String] {
        read(text).entries.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("Reads responses that are delimited by their lengths") func readsResponsesThatAreDelimitedByTheir() {
        let one = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n"
        #expect(Self.bodies("\(one)\r\n\(chunked)\(one)\n") == ["one", "two", "one"])
    }

    @Test func endsABodyWithoutALengthAtTheNextHead() {
        let one = "HTTP/2 200 \r\ncontent-type: text/plain\r\n\r\nHTTP/2 is not a head"
        let (entries, error) = Self.read(one + one + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}" + one)
        #expect(error == nil)
        #expect(entries.map(\.index) == [0, 1, 2, 3])
        let bodies = entries.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == ["HTTP/2 is not a head", "HTTP/2 is not a head", "{}", "HTTP/2 is not a head"])
        #expect(entries.map { $0.findings.contains { $0.code == .guessedEnd } } == [true, true, true, false])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\n\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n",
        "HTTP/1.1 200 OK\r\nA b\r\n\r\n",
        "HTTP/1.1 200 OK \(String(repeating: "x", count: 80))\r\nA: b\r\n\r\n",
    ])
    func keepsABodyWithTextThatIsNotACompleteHead(text: String) {
        #expect(Self.bodies("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody \(text)") == ["body \(text)"])
    }

    @Test func keepsABodyThatIsAMessage() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: message/http\r\n\r\n"
        #expect(Self.bodies(head + "x" + head) == ["x" + head])
    }

    @Test func joinsHeadsWithoutABodyToTheNextResponse() {
        let redirect = "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n"
        let proceed = "HTTP/1.1 100 Continue\r\n\r\n"
        let one = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"
        let (entries, _) = Self.read(redirect + proceed + one + redirect + one)
        #expect(entries.map { $0.context.head?.status.code } == [200, 200])
        #expect(entries.map { $0.findings.map(\.code) } == [[.skippedHeads], [.skippedHeads]])
    }

    @Test func endsWithAnErrorAfterTheResponsesBeforeIt() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\noneHTTP/1.1 200 OK\r\nA b\r\n"
        let entries = Array(SavedResponse.entries(of: text.utf8))
        #expect(entries.count == 2)
        #expect((try? entries.first?.get())?.body.count == 3)
        let error = #expect(throws: ResponseError.self) { try entries.last?.get() }
        #expect(error?.offset == 59)
    }

    @Test func decodesLikeALiveResponse() throws {
        let (entries, _) = Self.read("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\none")
        let error = #expect(throws: ResponseError.self) { try entries.first?.value(as: .string) }
        #expect(error?.code == .truncatedBody)
    }

    /// Text that looks like heads takes linear time.
    @Test(arguments: [
        "HTTP/1.1 200 ", "HTTP/1.1 200 \0\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 200\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: HTTP/1.1 200 HTTP/1.1 200 HTTP/1.1 200\r\n",
    ])
    func searchesALongBodyOnce(text: String) {
        let body = String(repeating: text, count: (1 << 19) / text.utf8.count)
        let (entries, error) = Self.read("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody \(body)")
        #expect(error == nil)
        #expect(!entries.isEmpty)
    }

    @Test func searchesALongLineOnce() {
        let body = String(
            repeating: "HTTP/1.1 200 OK\r\nA: " + String(repeating: "HTTP/1.1 200 ", count: 4000),
            count: 80
        )
        let (entries, error) = Self.read("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody \(body)")
        #expect(error == nil)
        #expect(!entries.isEmpty)
    }
}

struct CaptureEntrySavedResponseTests {
    @Test(arguments: [
        (#"{"text":"é\n"}"#, "text/plain; charset=iso-8859-1; x=y", "text/plain;x=y;charset=utf-8"),
        (#"{"text":"AAEC/w==","encoding":"base64"}"#, "image/png", "image/png"), ("{}", "text/plain", "text/plain"),
    ])
    func anEntryIsWrittenAsASavedResponse(content: String, type: String, written: String) throws {
        let fields = #",{"name":"Content-Encoding","value":"br"},{"name":"Transfer-Encoding","value":"chunked"}"#
        let archive = HARTests.archive(HARTests.entry(content, type: type, fields: fields))
        let entry = try #require(HARTests.read(archive).entries.first)
        let saved = try SavedResponse(try #require(entry.savedResponse))
        #expect(saved.body == entry.body)
        #expect(saved.findings == [])
        #expect(saved.head.status.code == 200)
        #expect(saved.head.headerFields[.contentType] == written)
        #expect(saved.head.headerFields[.contentEncoding] == nil)
        #expect(try saved.value(as: .data.acceptingAnyMediaType()) == entry.body)
    }

    @Test func anEntryWithoutAResponseIsNotWritten() throws {
        let entry = try #require(HARTests.read(HARTests.archive("{}")).entries.first)
        #expect(entry.savedResponse == nil)
    }
}
