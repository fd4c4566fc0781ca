// The examples of the documentation catalog, line by line. CatalogueTests compares them.
import Decant
import DecantFoundation
import DecantTesting
import Foundation
import HTTPTypes
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct User: Decodable, Sendable {}
private typealias Report = User
private typealias Item = User
private typealias Entry = User
private typealias Settings = User
private typealias Problem = User

private struct Order: Decodable, Sendable {}

private enum Answer: Sendable {
    case user(User)
    case text(String)
}

/// A custom calendar.
private struct Calendar: Sendable {
    func date(from text: String, at path: [any CodingKey]) throws -> Date { Date(timeIntervalSince1970: 0) }
}

private func check(_ entries: [Entry]) throws {}

private func show(_ values: Any...) {}

private struct ClientSettings: Codable {
    var users = JSONResponseSerializer([User].self).dates(.iso8601)

    init() {}
    init(from decoder: any Decoder) throws { try users.restoreConfiguration(from: decoder) }

    func encode(to encoder: any Encoder) throws { try users.encodeConfiguration(to: encoder) }
}

private func configuration() throws {
    let stored = try JSONEncoder().encode(ClientSettings())
    let restored = try JSONDecoder().decode(ClientSettings.self, from: stored)
    let checked = restored.users.validating { context, body in
        guard context.head?.headerFields[.server] == nil else { return [] }
        return [Finding(.rejected, .failure, "the server does not name itself")]
    }
    show(checked)
}

private func limits() {
    let serializer = JSONResponseSerializer(Report.self).limits { $0.bodyBytes = 200 << 20 }
    show(serializer)
}

private func overview(_ bytes: [UInt8], _ response: HTTPResponse) throws {
    let user = try JSONResponseSerializer(User.self).value(of: bytes, for: response)
    show(user)
}

private enum DecodingXML {
    static func feed(_ session: URLSession, _ url: URL) async throws {
        struct Feed: Decodable, Sendable {
            struct Channel: Decodable, Sendable {
                var title: String
                var item: [Item]
            }

            struct Item: Decodable, Sendable {
                var title: String
                var pubDate: Date?
                var enclosure: Enclosure?
            }

            struct Enclosure: Decodable, Sendable {
                var url: URL
                var length: Int
            }

            var version: String
            var channel: Channel
        }

        let feed = try await session.value(from: url, as: .xml(Feed.self).root("rss").dates(.internetMessage))
        show(feed)
        let feeds = XMLResponseSerializer(Feed.self)
            .quirks([.htmlEntities, .controlCharacters])
            .removingTextBeforeDocument()
        show(feeds)
    }

    struct Item: Decodable {}
    struct Link: Decodable {}

    struct Order: Decodable { var items: Items }
    struct Items: Decodable { var item: [Item] }

    enum Part: Decodable {
        case text(String)
        case bold(String)
        case link(Link)

        enum CodingKeys: String, XMLChoiceCodingKey { case text = "", bold = "b", link = "a" }
    }

    struct Paragraph: Decodable {
        var parts: [Part]

        enum CodingKeys: String, CodingKey { case parts = "" }
    }
}

private func dialect(_ calendar: Calendar) {
    let users = JSONResponseSerializer([User].self).keys(.convertFromSnakeCase).dates(.iso8601).at("/data/users")
    let items = XMLResponseSerializer([Item].self).dates(.internetMessage).at("channel/item").skippingBadElements()
    let lists = PropertyListResponseSerializer([Entry].self).at("/entries").checking { try check($0) }
    let orders = JSONResponseSerializer([Order].self).scalars(of: Date.self) { scalar, path in
        guard case .string(let text) = scalar else { return nil }
        return try calendar.date(from: text, at: path())
    }
    show(users, items, lists, orders)
}

private func errors(_ bytes: [UInt8], _ response: HTTPResponse) {
    let serializer = JSONResponseSerializer(User.self).failure(.json(Problem.self))
    do {
        show(try serializer.value(of: bytes, for: response))
    } catch {
        switch error.code {
        case .unacceptableStatus: print(error.errorBody(as: ProblemDetails.self)?.detail ?? "no detail")
        case .typeMismatch, .keyNotFound: print(error.path, error.position?.line ?? 0)
        default: print(error)
        }
    }
}

private func errorsInATask(_ session: URLSession, _ url: URL) async {
    let task = Task {
        do throws(ResponseError) {
            show(try await session.value(from: url, as: .json(User.self)))
        } catch {
            print(error.code)
        }
    }
    await task.value
}

private func formats(_ bytes: [UInt8], _ response: HTTPResponse) throws {
    let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: response)
    let titles = feed.all("channel/item/title").map(\.text)
    let link = feed.first("channel/atom:link", namespaces: ["atom": "http://www.w3.org/2005/Atom"])
    let serializer = XMLDocumentResponseSerializer().failure(.firstOf(.problemDetails, .xmlProblemDetails))
    let settings = try PropertyListResponseSerializer(Settings.self, format: .binary).value(of: bytes, for: response)
    show(titles, link as Any, serializer, settings)
}

private func propertyLists(_ bytes: [UInt8], _ response: HTTPResponse) throws {
    let settings = try PropertyListResponseSerializer(Settings.self).value(of: bytes, for: response)
    let list = try PropertyListResponseSerializer().value(of: bytes, for: response)
    print(list.format, list["CFBundleName"]?.string ?? "")
    show(settings)
}

private func validation(_ body: ResponseBytes, _ bytes: [UInt8], _ context: ResponseContext) throws {
    let serializer = JSONResponseSerializer(User.self)
        .accepting("text/html")  // one more media type
        .statuses([200, 304])  // these statuses and no others
        .validating { context, body in  // a check of your own, which sees the head and the body
            body.count > 1_000_000 ? [Finding("huge", .failure, "the answer is suspiciously long")] : []
        }
    let decoded = try serializer.response(of: body, for: context)
    for finding in decoded.findings { print(finding.message) }
    let settings = try JSONResponseSerializer().value(of: bytes, for: ResponseContext(mediaType: nil))
    show(settings)
}

private struct LineCount: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["text/plain"])

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
        if let zero = body.firstIndex(of: 0) {
            throw ResponseError(.malformedBody, "a zero byte in text", offset: body.start + zero)
        }
        return body.count { $0 == 0x0A }
    }
}

@Suite struct CatalogueExamples {
    @Test func keepsTheContract() {
        let contract = SerializerContract(LineCount(), accepted: ResponseSample(200, "text/plain", "a\nb\n"))
        #expect(contract.violations() == [])
    }
}

private func compound() {
    let serializer = CompoundResponseSerializer([
        JSONResponseSerializer(User.self).map(Answer.user),
        StringResponseSerializer().map(Answer.text),
    ])
    show(serializer)
}

private func documents(_ session: URLSession, _ url: URL) async throws {
    let feed = try await session.value(from: url, as: .xmlDocument)
    for item in feed.all("channel/item") {
        print(item.text(at: "title") ?? "", item.text(at: "enclosure/@url") ?? "")
    }
    let title = feed.text(at: "a:entry/a:title", namespaces: ["a": "http://www.w3.org/2005/Atom"])
    let same = feed.text(at: "{http://www.w3.org/2005/Atom}entry/{http://www.w3.org/2005/Atom}title")
    let any = feed.text(at: "*:entry/*:title")
    show(title as Any, same as Any, any as Any)
}

private func events(
    _ bytes: [UInt8],
    _ response: HTTPResponse,
    _ chunks: AsyncStream<[UInt8]>,
    _ context: ResponseContext
) async throws {
    var entries = 0
    var length = 0
    var reader = try XMLEventResponseSerializer().value(of: bytes, for: response).makeReader()
    while let event = try reader.next() {
        switch event.kind {
        case .startElement where event.matches("entry", in: "http://www.w3.org/2005/Atom"): entries += 1
        case .text: length += event.text.withBytes { $0.count }
        default: break
        }
    }
    for try await event in try await StreamSerializer.xmlEvents.stream(of: chunks, for: context) {
        if case .startElement(let name, _) = event, name == "entry" { entries += 1 }
    }
}

// MARK: - Streams

private typealias Row = User
private typealias Page = User

private struct Delta: Decodable, Sendable { var text: String }
private struct Usage: Decodable, Sendable {}
private struct Fault: Decodable, Sendable {}

private enum Update: Sendable {
    case delta(Delta), usage(Usage)
}

private func store(_ value: some Any) {}

private func streams(_ session: URLSession, _ request: URLRequest) async throws {
    let rows = try await session.stream(for: request, as: .jsonLines(Row.self))
    for try await row in rows { store(row) }
}

private func streams(_ chunks: AsyncStream<[UInt8]>, _ head: HTTPResponse) async throws {
    let stream = try await StreamSerializer.jsonLines(Row.self).stream(of: chunks, for: head)
    for try await row in stream { store(row) }
}

private func count<Element>(_ stream: ResponseStream<Element>) async throws -> Int {
    for try await _ in stream {}
    return stream.elementCount
}

private func badItems(_ session: URLSession, _ request: URLRequest) async throws {
    let rows = try await session.stream(for: request, as: .jsonLines(Row.self).skippingBadItems())
    for try await row in rows { store(row) }
    for finding in rows.findings where finding.code == .skippedItem { print(finding.message) }
}

private func elements(_ session: URLSession, _ request: URLRequest) async throws {
    let items = try await session.stream(for: request, as: .jsonElements(Row.self, at: "/data/items"))
    for try await item in items { store(item) }
    let page = try items.rest(as: Page.self)
    show(page)
}

private func reader(_ chunks: [[UInt8]]) throws {
    var reader = StreamSerializer.jsonLines(Row.self).reader()
    for chunk in chunks {
        reader.append(chunk)
        while let row = try reader.next() { store(row) }
    }
    reader.finish()
    while let row = try reader.next() { store(row) }
}

/// A substitute for AsyncHTTPClient, with the call from its adapter.
private struct Client {
    let chunks: AsyncStream<[UInt8]>

    func stream<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        try await serializer.stream(of: chunks, for: ResponseContext(mediaType: nil, url: url))
    }
}

private func serverSentEvents(_ client: Client, _ url: String) async throws {
    let events = try await client.stream(from: url, as: .serverSentEvents(.json(Delta.self)).until("[DONE]"))
    for try await event in events { print(event.data.text, terminator: "") }
}

private func failures() {
    let serializer = StreamSerializer.serverSentEvents(.json(Delta.self)).failing(on: "error", as: .json(Fault.self))
    show(serializer)
}

private func namedEvents() {
    let serializer = StreamSerializer.serverSentEvents { (event) throws(ResponseError) -> Update? in
        switch event.type {
        case "delta": .delta(try event.value(as: .json(Delta.self)))
        case "usage": .usage(try event.value(as: .json(Usage.self)))
        default: nil
        }
    }
    show(serializer)
}

private enum RetryingARequest {
    static let (session, request) = (URLSession.shared, URLRequest(url: URL(filePath: "/")))

    static func retrying() {
        func users() async throws -> [User] {
            var pause = Duration.seconds(1)
            for _ in 1..<4 {
                do {
                    return try await session.value(for: request, as: .json([User].self))
                } catch {
                    guard error.isTransient else { throw error }
                    try await Task.sleep(for: min(error.retryAfter ?? pause, .seconds(60)))
                    pause *= 2
                }
            }
            return try await session.value(for: request, as: .json([User].self))
        }
    }
}

private protocol TopLevelDecoder<Input> {
    associatedtype Input
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSON.Decoder: TopLevelDecoder {}

private enum RequestBodies {
    static func requestBodies(_ fields: HTTPFields, _ chunks: some AsyncSequence<[UInt8], any Error>) async throws {
        let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601).limits {
            $0.bodyBytes = 64 << 10
            $0.codedBytes = 16 << 10
            $0.jsonDepth = 16
        }
        var codings = try ContentDecoder(for: HTTPResponse(status: .ok, headerFields: fields), limits: decoder.limits)
        var bytes: [UInt8] = []
        for try await chunk in chunks {
            try codings.append(chunk)
            while let decoded = try codings.next() {
                for index in decoded.indices { bytes.append(decoded[index]) }
            }
        }
        try codings.finish()
        let type = ResponseMediaType(fieldValues: fields[values: .contentType])
        let charset = type?.charset.flatMap { Charset(label: $0) }
        let order = try decoder.options { $0.text.charset = charset }.decode(Order.self, from: bytes)
        show(order)
    }

    static func answer() {
        func problem(_ error: ResponseError) -> (status: Int, detail: String) {
            let status =
                switch error.code {
                case .limitExceeded where error.limit == .bodyBytes: 413
                case .unsupportedFormat, .unknownCharset: 415
                case .typeMismatch, .keyNotFound, .valueNotFound, .dataCorrupted: 422
                default: 400
                }
            let path = error.path.isEmpty ? nil : error.path.description
            let line = error.position.map { "line \($0.line), column \($0.column)" }
            return (status, [error.message, path, line].compactMap { $0 }.joined(separator: "; "))
        }
    }
}

private func jsonValues(_ session: URLSession, _ request: URLRequest) async throws {
    let json = try await session.value(for: request, as: .json)
    for member in try json.value(at: "/rates").object.map(Array.init) ?? [] {
        print(member.key, member.value.double ?? 0)
    }
}

private func jsonParts(_ json: JSON, _ before: JSON, _ bytes: [UInt8]) throws {
    struct Event: Decodable, Sendable {
        var type: String
        var payload: JSON
    }
    let event = try JSON.Decoder().decode(Event.self, from: bytes)
    let order = event.type == "order" ? try event.payload.decode(Order.self) : nil

    print(json.text(.pretty))
    let isUnchanged = json.bytes(.canonical) == before.bytes(.canonical)
    show(order as Any, isUnchanged)
}

private func ownedJSON(_ bytes: [UInt8]) throws {
    switch try JSON.Value(parsing: bytes) {
    case .object(let members): print(members.map(\.key))
    case .array(let elements): print(elements.count)
    default: print("neither an object nor an array")
    }
}

private func observing(_ session: URLSession, _ request: URLRequest) async throws {
    let observer: ResponseHandling.Observer = { outcome in
        let result = outcome.error.map { "\($0.code)" } ?? "value"
        print(outcome.context.url ?? "-", result, outcome.bodyCount, outcome.duration)
        for finding in outcome.findings where finding.severity == .warning {
            print(finding.message)
        }
    }
    try await ResponseOutcome.withObserver(observer) {
        _ = try await session.value(for: request, as: .json(User.self))
    }
}

/// The examples whose results appear in the pages.
@Suite struct CatalogueExampleTests {
    @Test func looksIntoJSON() throws {
        let bytes = Array(#"{"users":[{"name":"Ada"}],"amount":1.10,"id":18446744073709551615}"#.utf8)

        let json = try JSON(parsing: bytes)
        let names = json["users"]?.array?.compactMap { $0["name"]?.string } ?? []
        let first = try json.value(at: "/users/0/name")

        let amount = json["amount"]?.number?.text
        let identifier = json["id"]?.integer(as: UInt64.self)

        #expect(names == ["Ada"] && first.string == "Ada" && amount == "1.10" && identifier == .max)
    }

    @Test func decodesSamples() {
        let sample = ResponseSample(404, "application/problem+json", #"{"title":"No such user"}"#)
        let error = #expect(throws: ResponseError.self) { try sample.value(as: .json(User.self)) }
        #expect(error?.code == .unacceptableStatus)

        let page = ResponseSample(200, "text/html", "<h1>Sign in</h1>")
        #expect(JSONResponseSerializer(User.self).error(for: page)?.code == .unacceptableMediaType)
    }

    @Test func readsChunks() async throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
        let chunks = ChunkSample("data: 1\n\ndata: 2\n\n".utf8, every: 1)
        let events = try await StreamSerializer.serverSentEvents.stream(of: chunks, for: head)
        var texts: [String] = []
        for try await event in events { texts.append(event.data) }
        #expect(texts == ["1", "2"])
    }

    @Test func answersARealClient() async throws {
        let session = URLSession(configuration: .ephemeral)

        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
        )
        defer { server.stop() }
        let url = try #require(URL(string: server.origin))
        let error = await #expect(throws: ResponseError.self) { try await session.value(from: url, as: .json) }
        #expect(error?.code == .truncatedBody)
        #expect(server.requests.count == 1)
    }

    @Test func answersEachRequest() async throws {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
        let busy = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
        let service = try LoopbackServer { exchange in
            exchange.send(exchange.target == "/users" ? page : busy)
            return false
        }
        defer { service.stop() }
        let session = URLSession(configuration: .ephemeral)
        let url = try #require(URL(string: service.origin))
        _ = try await session.value(from: url.appending(path: "users"), as: .json)
        let error = await #expect(throws: ResponseError.self) { try await session.value(from: url, as: .json) }
        #expect(error?.retryAfter == .seconds(1))
        let created = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        let invalid = "HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 0\r\n\r\n"
        let orders = try LoopbackServer { exchange in
            exchange.send(exchange.body == Array(#"{"count":1}"#.utf8) ? created : invalid)
            return true
        }
        var request = URLRequest(url: try #require(URL(string: orders.origin)))
        (request.httpMethod, request.httpBody) = ("POST", Data(#"{"count":1}"#.utf8))
        _ = try await session.value(for: request, as: .json)
    }
}
