// The code of the article about the API layer of an app, line by line, and tests that run it. CatalogueTests compares
// the article with it.
import Decant
import DecantFoundation
import DecantTesting
import Foundation
import HTTPTypes
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Account: Decodable, Sendable, Equatable {
    var name: String
    var createdAt: Date
}

private struct ServiceProblem: Decodable, Sendable {
    var message: String
}

private actor Service {
    let origin: URL
    let session = URLSession.forResponses()
    private var token: String
    private var renewal: Task<String, any Error>?

    init(origin: URL, token: String) {
        self.origin = origin
        self.token = token
    }

    func get<Value: Decodable & Sendable>(_ path: String, as type: Value.Type = Value.self) async throws -> Value {
        try await response(for: request(path), as: .json(type).keys(.convertFromSnakeCase).dates(.iso8601)).value
    }

    func response<S: ResponseSerializer>(
        for request: URLRequest,
        as serializer: S
    ) async throws -> DecodedResponse<S.Output> {
        let serializer = serializer.failure(.json(ServiceProblem.self))
        let used = token
        do {
            return try await session.response(for: signed(request, with: used), as: serializer)
        } catch {
            guard error.status == .unauthorized else { throw error }
            return try await session.response(for: signed(request, with: renewedToken(after: used)), as: serializer)
        }
    }

    private func request(_ path: String) -> URLRequest {
        URLRequest(url: origin.appendingPathComponent(path))
    }

    private func signed(_ request: URLRequest, with token: String) -> URLRequest {
        var request = request
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    private func renewedToken(after used: String) async throws -> String {
        if token != used { return token }
        let task = renewal ?? startRenewal()
        renewal = task
        defer { renewal = nil }
        token = try await task.value
        return token
    }

    private func startRenewal() -> Task<String, any Error> {
        Task { [session, origin] in
            try await session.value(from: origin.appendingPathComponent("token"), as: .string)
        }
    }

    func pages<Value: Decodable & Sendable>(from path: String, of type: Value.Type) async throws -> [Value] {
        var values: [Value] = []
        var next: URLRequest? = request(path)
        while let request = next {
            let page = try await response(for: request, as: .json([Value].self))
            values += page.value
            next = nextPage(after: page.context).map { URLRequest(url: $0) }
        }
        return values
    }

    private func nextPage(after context: ResponseContext) -> URL? {
        let link = context.head?.headerFields.first { field in
            field.name.canonicalName == "link" && field.value.contains(#"rel="next""#)
        }
        guard let target = link?.value.split(separator: ">").first, target.first == "<" else { return nil }
        let page = URL(string: String(target.dropFirst()), relativeTo: origin)
        // The token is for this host only.
        return page?.host == origin.host ? page : nil
    }

    private var cached: (tag: String, account: Account)?

    func account() async throws -> Account {
        var request = request("account")
        if let cached { request.setValue(cached.tag, forHTTPHeaderField: "If-None-Match") }
        let answer = try await response(
            for: request,
            as: .json(Account?.self).keys(.convertFromSnakeCase).dates(.iso8601).statuses([200, 304])
        )
        if answer.context.status == .notModified, let cached { return cached.account }
        guard let account = answer.value else { return try await get("account") }
        if let tag = answer.context.head?.headerFields[.eTag] { cached = (tag, account) }
        return account
    }
}

private func show(_ values: Any...) {}

private func caller(_ service: Service) async throws {
    do {
        let account: Account = try await service.get("account")
        show(account.name)
    } catch let error as ResponseError {
        show(error.errorBody(as: ServiceProblem.self)?.message ?? error.message)
    }
}

@Suite struct APILayerTests {
    /// The answers of the service: a target, the fields, and the content; a token of "old" is rejected.
    private func server(_ answers: [String: (fields: String, body: String)]) throws -> LoopbackServer {
        try LoopbackServer { exchange in
            let head = exchange.head.lowercased()
            if exchange.target == "/token" {
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nnew")
            } else if head.contains("bearer old") {
                let body = #"{"message":"The token has expired."}"#
                exchange.send("HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n")
                exchange.send("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            } else if head.contains("if-none-match") {
                exchange.send("HTTP/1.1 304 Not Modified\r\n\r\n")
            } else if let answer = answers[exchange.target] {
                exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(answer.fields)")
                exchange.send("Content-Length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)")
            } else {
                let body = #"{"message":"There is no such page."}"#
                exchange.send("HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n")
                exchange.send("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
            return true
        }
    }

    private let account = #"{"name":"Emma","created_at":"2024-05-06T07:08:09Z"}"#

    private func service(_ server: LoopbackServer, token: String = "new") throws -> Service {
        Service(origin: try #require(URL(string: server.origin)), token: token)
    }

    @Test func renewsATokenOnceForRequestsAtTheSameTime() async throws {
        let server = try server(["/account": ("", account)])
        let service = try service(server, token: "old")
        async let first: Account = service.get("account")
        async let second: Account = service.get("account")
        #expect(try await [first, second].map(\.name) == ["Emma", "Emma"])
        #expect(server.requests.filter { $0.contains("/token") }.count == 1)
    }

    @Test func anErrorHasTheMessageOfTheService() async throws {
        let service = try service(server([:]))
        let error = await #expect(throws: ResponseError.self) { try await service.get("x", as: Account.self) }
        #expect(error?.errorBody(as: ServiceProblem.self)?.message == "There is no such page.")
    }

    @Test func followsTheLinksOfPages() async throws {
        let service = try service(
            server(["/items": ("Link: </more>; rel=\"next\"\r\n", "[1,2]"), "/more": ("", "[3]")])
        )
        #expect(try await service.pages(from: "items", of: Int.self) == [1, 2, 3])
    }

    @Test func keepsAnAccountThatWasNotModified() async throws {
        let server = try server(["/account": ("ETag: \"1\"\r\n", account)])
        let service = try service(server)
        let first = try await service.account()
        #expect(try await service.account() == first)
        #expect(server.requests.count == 2)
    }
}
