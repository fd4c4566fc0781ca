import DecantTesting

/// A book of the service.
public struct Book: Codable, Sendable, Equatable {
    /// The identifier of the book in the service.
    public var id: Int

    /// The title.
    public var title: String

    /// Creates a book.
    public init(id: Int, title: String) {
        (self.id, self.title) = (id, title)
    }
}

/// A small REST service on the loopback interface.
///
/// It serves `/books` and `/books/ID`, with errors as problem details (RFC 9457).
public struct LibraryService: Sendable {
    private let server: LoopbackServer

    /// The address of the service.
    public var origin: String { server.origin }

    /// Starts the service.
    public init() throws {
        server = try LoopbackServer { exchange in exchange.send(Self.answer(to: exchange.target)) }
    }

    private static func answer(to target: String) -> String {
        switch target {
        case "/books": response(200, "application/json", #"[{"id":1,"title":"Emma"},{"id":2,"title":"Ulysses"}]"#)
        case "/books/1": response(200, "application/json", #"{"id":1,"title":"Emma"}"#)
        default:
            response(404, "application/problem+json", #"{"title":"No such book","status":404,"detail":"\#(target)"}"#)
        }
    }

    private static func response(_ status: Int, _ type: String, _ body: String) -> String {
        "HTTP/1.1 \(status) -\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}
