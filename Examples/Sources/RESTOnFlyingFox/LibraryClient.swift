import Decant
import DecantFoundation
import FlyingFox
import FlyingSocks
import Foundation
import HTTPTypes
import LibraryService

/// A client of the service based on FlyingFox, whose body is a sequence of `Data`; Decant has no adapter for it.
struct LibraryClient {
    let port: UInt16

    func books() async throws -> [Book] {
        try await value("/books", as: .json([Book].self))
    }

    func book(_ id: Int) async throws -> Book {
        try await value("/books/\(id)", as: .json(Book.self))
    }

    private func value<Value>(_ path: String, as serializer: JSONResponseSerializer<Value>) async throws -> Value {
        let request = FlyingFox.HTTPRequest(
            method: .GET,
            version: .http11,
            path: path,
            query: [],
            headers: [.host: "127.0.0.1"],
            body: Data()
        )
        var client = HTTPClient()
        let response = try await client.sendHTTPRequest(request, to: .inet(ip4: "127.0.0.1", port: port))
        guard case .httpBody(let body) = response.payload else { throw TransferFault.malformedHead }
        return try await serializer.failure(.problemDetails).value(of: body, for: head(of: response))
    }

    private func head(of response: FlyingFox.HTTPResponse) -> HTTPTypes.HTTPResponse {
        var head = HTTPTypes.HTTPResponse(status: .init(code: response.statusCode.code))
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name.rawValue) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        return head
    }
}

@main
enum Program {
    static func main() async throws {
        let service = try LibraryService()
        let port = service.origin.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let library = LibraryClient(port: port)
        print(try await library.books().map(\.title).joined(separator: ", "))
        print(try await library.book(1).title)
        do {
            _ = try await library.book(7)
        } catch let error as ResponseError {
            print(error.status?.code ?? 0, error.errorBody(as: ProblemDetails.self)?.title ?? error.message)
        }
    }
}
