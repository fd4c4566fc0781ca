import DecantReport
import FlyingFox
import FlyingSocks
import Foundation

/// A server on the loopback interface, on a free port, with a path for each response.
struct DemoServer {
    private let server: HTTPServer
    private let task: Task<Void, any Error>

    let address: URL

    /// Starts a server.
    ///
    /// - Parameter responses: The responses; the first is at `/1`.
    /// - Throws: The error that prevents the server from starting.
    init(_ responses: [DemoResponse]) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in
            guard let number = Int(request.path.dropFirst()), responses.indices.contains(number - 1) else {
                return HTTPResponse(statusCode: .notFound)
            }
            return responses[number - 1].following(request.headers[HTTPHeader("Last-Event-ID")]).sent
        }
        self.server = server
        task = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw UnreadableInput(message: "the demo's server has no address") }
        address = url
    }

    func stop() async {
        await server.stop()
        task.cancel()
    }
}

/// A response of the demo's server.
struct DemoResponse: Sendable {
    let status: Int

    /// The `Content-Type` field, if any.
    let contentType: String?

    let body: [UInt8]

    /// The length in the head, if it differs from the length of the body.
    let claimedLength: Int?

    /// The `Content-Encoding` field, if any.
    let coding: String?

    /// The responses to a client that reconnects, by the ID of its last event.
    var laterResponses: [String: DemoResponse] = [:]

    /// Creates a response with a text in UTF-8.
    init(_ contentType: String?, _ text: String = "", status: Int = 200, claimedLength: Int? = nil) {
        self.init(contentType, bytes: Array(text.utf8), status: status, claimedLength: claimedLength)
    }

    init(
        _ contentType: String?,
        bytes: [UInt8],
        status: Int = 200,
        claimedLength: Int? = nil,
        coding: String? = nil
    ) {
        self.status = status
        self.contentType = contentType
        body = bytes
        self.claimedLength = claimedLength
        self.coding = coding
    }

    static func json(_ text: String) -> DemoResponse { .json(bytes: Array(text.utf8)) }

    static func json(bytes: [UInt8], coding: String? = nil) -> DemoResponse {
        DemoResponse("application/json", bytes: bytes, coding: coding)
    }

    /// The response to a client with a last event ID, or without one.
    func following(_ lastEventID: String?) -> DemoResponse {
        lastEventID.flatMap { laterResponses[$0] } ?? self
    }

    /// A summary of the response in a few words.
    var summary: String {
        let parts = [contentType ?? "no Content-Type", coding, "\(body.count.grouped)\u{A0}bytes"]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The response as sent; the connection is closed after a body shorter than the declared length.
    var sent: HTTPResponse {
        var headers: HTTPHeaders = [:]
        if let contentType { headers[.contentType] = contentType }
        if let coding { headers[.contentEncoding] = coding }
        if let claimedLength { headers[.contentLength] = "\(claimedLength)" }
        let isCut = (claimedLength ?? body.count) > body.count && !body.isEmpty
        return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: "Demo"),
            headers: headers,
            body: isCut ? HTTPBodySequence(from: CutBody(body), count: body.count) : HTTPBodySequence(data: Data(body))
        )
    }
}

extension Int {
    /// The number with a comma between groups of three digits.
    var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text = "," + text }
            text = String(digit) + text
        }
        return text
    }
}

/// A body that ends with a broken connection.
struct CutBody: AsyncBufferedSequence {
    /// The error that the server receives when it requests more.
    struct Broken: Error {}

    /// An iterator that returns the bytes once.
    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        private var rest: [UInt8]?

        init(_ bytes: [UInt8]) {
            rest = bytes
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let bytes = rest else { throw Broken() }
            rest = nil
            return bytes
        }
    }

    typealias Element = UInt8

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(bytes)
    }
}
