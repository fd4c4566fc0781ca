import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import LibraryService

/// A client of the service based on AsyncHTTPClient.
struct LibraryClient {
    let client: HTTPClient
    let origin: String

    func books() async throws(ResponseError) -> [Book] {
        try await client.value(from: "\(origin)/books", as: .json([Book].self).failure(.problemDetails))
    }

    func book(_ id: Int) async throws(ResponseError) -> Book {
        let serializer = JSONResponseSerializer(Book.self).failure(.problemDetails)
        return try await client.value(from: "\(origin)/books/\(id)", as: serializer, timeout: .seconds(10))
    }
}

@main
enum Program {
    static func main() async throws {
        let service = try LibraryService()
        let library = LibraryClient(client: .shared, origin: service.origin)
        print(try await library.books().map(\.title).joined(separator: ", "))
        print(try await library.book(1).title)
        do {
            _ = try await library.book(7)
        } catch {
            print(error.status?.code ?? 0, error.errorBody(as: ProblemDetails.self)?.title ?? error.message)
        }
    }
}
