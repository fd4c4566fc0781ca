// The code of the three tutorials in the catalog, line by line, and tests that run it. CatalogueTests compares the
// pages with it.
import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// MARK: - From AFNetworking in ten minutes

private struct Post: Decodable, Sendable, Equatable {
    var id: Int
    var title: String
}

private func posts(from url: URL) async throws(ResponseError) -> [Post] {
    try await URLSession.shared.value(from: url, as: .json([Post].self))
}

private func explanation(of error: ResponseError) -> [String: String] {
    [
        "code": "\(error.code)",
        "AFNetworkingOperationFailingURLResponseErrorKey": "\(error.status?.code ?? 0)",
        "AFNetworkingOperationFailingURLResponseDataErrorKey": String(decoding: error.body, as: UTF8.self),
        "NSUnderlyingErrorKey": error.errorBodyFailure?.message ?? "none",
    ]
}

private let serializer = JSONResponseSerializer()
    .statuses([200, 201, 304])
    .accepting("application/json", "text/json", "text/javascript", "text/plain")
    .options { $0.removesNullMembers = true }

private enum Answer: Sendable, Equatable {
    case posts([Post])
    case text(String)
}

private let either = CompoundResponseSerializer([
    JSONResponseSerializer([Post].self).map(Answer.posts),
    StringResponseSerializer().map(Answer.text),
])

@Suite struct FromAFNetworkingTutorialTests {
    @Test func fetchesPosts() async throws {
        let body = #"[{"id": 1, "title": "One"}]"#
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let url = try #require(URL(string: server.origin))
        #expect(try await posts(from: url) == [Post(id: 1, title: "One")])
    }

    @Test func hasTheContentsOfUserInfo() throws {
        let sample = ResponseSample(500, "application/json", "{")
        let error = try #require(JSONResponseSerializer([Post].self).failure(.json).error(for: sample))
        let told = explanation(of: error)
        #expect(told["code"] == "unacceptableStatus")
        #expect(told["AFNetworkingOperationFailingURLResponseErrorKey"] == "500")
        #expect(told["AFNetworkingOperationFailingURLResponseDataErrorKey"] == "{")
        #expect(told["NSUnderlyingErrorKey"] != "none")
    }

    @Test func hasTheOptionsOfTheOriginal() throws {
        let sample = ResponseSample(201, "text/plain", #"{"a": null, "b": 1}"#)
        let value = try sample.value(as: serializer)
        #expect(value["a"] == nil)
        #expect(value["b"]?.int == 1)
    }

    @Test func usesTheFirstMemberThatAccepts() throws {
        let text = ResponseSample(200, "text/plain", "hello")
        #expect(try text.value(as: either) == .text("hello"))
        let json = ResponseSample(200, "application/json", #"[{"id": 1, "title": "One"}]"#)
        #expect(try json.value(as: either) == .posts([Post(id: 1, title: "One")]))
    }
}

// MARK: - Explain a failure to your users

private enum Advice: Equatable {
    case checkTheConnection
    case signIn
    case change(String)
    case tryAgainLater
    case updateTheApp
}

private func advice(for error: ResponseError) -> Advice? {
    if error.code == .cancelled { return nil }
    if error.code == .transportFailed || error.code == .truncatedBody { return .checkTheConnection }
    guard error.code == .unacceptableStatus, let status = error.status?.code else { return .updateTheApp }
    switch status {
    case 401, 403: return .signIn
    case 400..<500 where status != 429:
        return .change(error.errorBody(as: ProblemDetails.self)?.detail ?? "the request")
    default: return .tryAgainLater
    }
}

private func report(of error: ResponseError) -> String {
    var lines = ["\(error.code): \(error.message)"]
    if let hint = error.hint { lines.append("hint: \(hint)") }
    if let position = error.position { lines.append("line \(position.line), column \(position.column)") }
    if !error.path.isEmpty { lines.append("path: \(error.path)") }
    return lines.joined(separator: "\n")
}

private func request(from error: ResponseError) -> String? {
    for remedy in error.remedies {
        switch remedy.kind {
        case .limit: return "“\(remedy.name)” has to be \(remedy.value ?? 0)"
        case .mediaType: return "the server should not call it \(remedy.name)"
        case .quirk, .format, .path: return "the server sends another form: \(remedy.text)"
        default: continue
        }
    }
    return error.hint
}

@Suite struct ExplainAFailureTutorialTests {
    private static let serializer = JSONResponseSerializer([Post].self).failure(.problemDetails)

    private func error(_ sample: ResponseSample) throws -> ResponseError {
        try #require(Self.serializer.error(for: sample))
    }

    @Test func givesAdvice() throws {
        let problem = #"{"title": "Bad name", "detail": "the name is taken"}"#
        #expect(
            try advice(for: error(ResponseSample(409, "application/problem+json", problem)))
                == .change("the name is taken")
        )
        #expect(try advice(for: error(ResponseSample(400, "text/plain", "no"))) == .change("the request"))
        #expect(try advice(for: error(ResponseSample(401, nil))) == .signIn)
        #expect(try advice(for: error(ResponseSample(429, nil))) == .tryAgainLater)
        #expect(try advice(for: error(ResponseSample(503, "text/html", "<html>"))) == .tryAgainLater)
        #expect(try advice(for: error(ResponseSample(200, "application/json", #"[{"id": "x"}]"#))) == .updateTheApp)
        #expect(advice(for: ResponseError(.cancelled, "")) == nil)
        #expect(advice(for: ResponseError(.transportFailed, "")) == .checkTheConnection)
    }

    @Test func reportsErrorsToDevelopers() throws {
        let body = "[\n  {\"id\": \"x\", \"title\": \"One\"}\n]"
        let lines = try report(of: error(ResponseSample(200, "application/json", body))).components(separatedBy: "\n")
        #expect(lines.first?.hasPrefix("typeMismatch: ") == true)
        #expect(lines.contains("line 2, column 10"))
        #expect(lines.contains { $0.hasPrefix("path: ") && $0.contains("id") })
        let page = try report(of: error(ResponseSample(200, "text/html", "<title>Sign in</title>")))
        #expect(page.contains("hint: "))
    }
}

extension ExplainAFailureTutorialTests {
    @Test func saysWhatWouldHelp() throws {
        let page = try request(from: error(ResponseSample(200, "text/html", "[]")))
        #expect(page == "the server should not call it text/html")
        let comma = try request(from: error(ResponseSample(200, "application/json", "[1,]")))
        #expect(comma == "the server sends another form: the quirk “trailingCommas” accepts it")
        let small = Self.serializer.limits { $0.bodyBytes = 1 }
        let large = try #require(small.error(for: ResponseSample(200, "application/json", "[1]")))
        #expect(request(from: large) == "“bodyBytes” has to be 3")
        #expect(try request(from: error(ResponseSample(200, "application/json", #"[{"id": "x"}]"#))) == nil)
        #expect(try request(from: error(ResponseSample(200, "application/json", "<html>")))?.contains("HTML") == true)
    }
}

// MARK: - A serializer of your own

private struct Table: Sendable, Equatable {
    var names: [String]
    var rows: [[String]]
}

private struct TableResponseSerializer: ResponseSerializer {
    var handling = ResponseHandling(accepting: ["text/csv"])

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Table {
        var rows: [[String]] = []
        var offset = body.start
        for line in body.split(separator: 0x0A, omittingEmptySubsequences: false) {
            defer { offset += line.count + 1 }
            if line.isEmpty { continue }
            let row = line.split(separator: 0x2C, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            if let names = rows.first, row.count != names.count {
                let message = "expected \(names.count) fields, but found \(row.count)"
                throw ResponseError(.malformedBody, message, offset: offset)
            }
            rows.append(row)
        }
        guard let names = rows.first else { throw ResponseError(.malformedBody, "the table has no head") }
        return Table(names: names, rows: Array(rows.dropFirst()))
    }
}

extension ResponseSerializer where Self == TableResponseSerializer {
    fileprivate static var table: TableResponseSerializer { TableResponseSerializer() }
}

private func counts(from url: URL) async throws(ResponseError) -> Int {
    try await URLSession.shared.value(from: url, as: .table.accepting("text/plain")).rows.count
}

@Suite struct SerializerOfYourOwnTutorialTests {
    @Test func keepsTheContract() {
        let sample = ResponseSample(200, "text/csv", "id,name\n1,One\n2,Two\n")
        let contract = SerializerContract(TableResponseSerializer(), accepted: sample)
        #expect(contract.violations() == [])
    }

    @Test func readsATable() throws {
        let sample = ResponseSample(200, "text/csv", "id,name\n1,One\n2,Two\n")
        let table = try sample.value(as: TableResponseSerializer())
        #expect(table == Table(names: ["id", "name"], rows: [["1", "One"], ["2", "Two"]]))
    }

    @Test func pointsAtTheShortRow() throws {
        let sample = ResponseSample(200, "text/csv", "id,name\n1,One\n2\n")
        let error = try #require(TableResponseSerializer().error(for: sample))
        #expect(error.message == "expected 2 fields, but found 1")
        #expect(error.position?.line == 3)
    }

    @Test func worksLikeAnyOtherSerializer() async throws {
        let body = "id,name\n1,One\n2,Two\n"
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(try await counts(from: #require(URL(string: server.origin))) == 2)
    }
}

// MARK: - Writing a serializer

extension Limits.Name {
    fileprivate static let tilePixels = Limits.Name("tilePixels", default: 1 << 20)
}

private struct TileOptions: StoredOptions {
    static let mediaTypes: [MediaTypePattern] = ["image/x-tile"]

    var isInverted = false
}

private struct TileSerializer: StoredFormatSerializer {
    var handling = ResponseHandling(accepting: TileOptions.mediaTypes)
    var options = TileOptions()

    func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> [UInt8] {
        guard body.count > 5, body.starts(with: "TILE".utf8) else {
            let found = body.recognizedFormat ?? "of an unknown format"
            throw ResponseError(.malformedBody, "expected a tile, but the bytes are \(found)", byteOffset: body.start)
        }
        let (count, limit) = (Int(body[4]) * Int(body[5]), context.limits[.tilePixels])
        guard count <= limit else {
            let message = "a tile of \(count) pixels, more than the limit of \(limit)"
            throw ResponseError(.limitExceeded, message, byteOffset: body.start + 4, limit: .tilePixels, needed: count)
        }
        return body.dropFirst(6).map { options.isInverted ? ~$0 : $0 }
    }
}

@Suite struct CustomFormatTests {
    @Test func aFormatKeepsTheContract() {
        let sample = ResponseSample(200, "image/x-tile", bytes: Array("TILE".utf8) + [1, 2, 3, 4])
        var inverted = TileSerializer()
        inverted.options.isInverted = true
        let contract = SerializerContract(
            inverted,
            accepted: sample,
            restoringInto: TileSerializer(),
            limits: [.tilePixels]
        )
        #expect(contract.violations() == [])
    }
}
