import DecantReport
import FlyingFox
import FlyingSocks
import Foundation

/// A server on the loopback interface, at a port that was free, which gives each answer at a path of its own.
struct DemoServer {
    private let server: HTTPServer
    private let task: Task<Void, any Error>

    /// The address of the server.
    let address: URL

    /// Starts a server.
    ///
    /// - Parameter answers: The answers; the first is at `/1`.
    /// - Throws: The error that keeps the server from starting.
    init(_ answers: [DemoAnswer]) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in
            guard let number = Int(request.path.dropFirst()), answers.indices.contains(number - 1) else {
                return HTTPResponse(statusCode: .notFound)
            }
            return answers[number - 1].response
        }
        self.server = server
        task = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw UnreadableInput(message: "the demo's server has no address") }
        address = url
    }

    /// Stops the server.
    func stop() async {
        await server.stop()
        task.cancel()
    }
}

/// An answer of the demo's server.
struct DemoAnswer: Sendable {
    /// The status code.
    let status: Int

    /// The `Content-Type` field, if there is to be one.
    let contentType: String?

    /// The bytes of the body.
    let body: [UInt8]

    /// The length that the head claims, if it is not that of the body.
    let claimedLength: Int?

    /// The `Content-Encoding` field, if there is to be one.
    let coding: String?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - contentType: The `Content-Type` field, if there is to be one.
    ///   - bytes: The bytes of the body.
    ///   - claimedLength: The length that the head claims, if it is not that of the body.
    ///   - coding: The `Content-Encoding` field, if there is to be one.
    init(_ status: Int, _ contentType: String?, bytes: [UInt8], claimedLength: Int? = nil, coding: String? = nil) {
        self.status = status
        self.contentType = contentType
        body = bytes
        self.claimedLength = claimedLength
        self.coding = coding
    }

    /// Creates an answer with a picture.
    init(_ status: Int, _ contentType: String?, _ picture: DemoPicture) {
        self.init(status, contentType, bytes: picture.bytes)
    }

    /// Creates an answer with a text in UTF-8.
    init(_ status: Int, _ contentType: String?, _ text: String = "", claimedLength: Int? = nil) {
        self.init(status, contentType, bytes: Array(text.utf8), claimedLength: claimedLength)
    }

    /// The answer in a few words.
    var summary: String {
        [contentType ?? "no Content-Type", coding, "\(body.count.grouped)\u{A0}bytes"].compactMap(\.self).joined(
            separator: ", "
        )
    }

    /// The answer as the server sends it; after a body that is shorter than claimed the connection is closed.
    var response: HTTPResponse {
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
    /// The number with commas between groups of three digits.
    var grouped: String {
        var text = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text = "," + text }
            text = String(digit) + text
        }
        return text
    }
}

/// A body at whose end the connection breaks.
struct CutBody: AsyncBufferedSequence {
    /// The error that the server receives when it asks for more.
    struct Broken: Error {}

    /// Gives the bytes once.
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
