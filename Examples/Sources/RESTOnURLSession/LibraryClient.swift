import Decant
import DecantFoundation
import Foundation
import LibraryService

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client of the service based on URLSession.
struct LibraryClient {
    let session: URLSession
    let origin: URL

    func books() async throws(ResponseError) -> [Book] {
        try await session.value(from: origin.appending(path: "books"), as: .json([Book].self).failure(.problemDetails))
    }

    func book(_ id: Int) async throws(ResponseError) -> Book {
        var request = URLRequest(url: origin.appending(path: "books/\(id)"))
        request.timeoutInterval = 10
        return try await session.value(for: request, as: JSONResponseSerializer(Book.self).failure(.problemDetails))
    }
}

@main
enum Program {
    static func main() async throws {
        let service = try LibraryService()
        guard let origin = URL(string: service.origin) else { return }
        let library = LibraryClient(session: .forResponses(), origin: origin)
        print(try await library.books().map(\.title).joined(separator: ", "))
        print(try await library.book(1).title)
        do {
            _ = try await library.book(7)
        } catch {
            print(error.status?.code ?? 0, error.errorBody(as: ProblemDetails.self)?.title ?? error.message)
        }
    }
}
