import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantCaptures
import Foundation
import LibraryService

/// Fetches books, one of which does not exist, and writes the failure to a HAR file.
///
/// `decant failures.har` prints the failure as the program saw it.
@main
enum Recording {
    static func main() async throws {
        let service = try LibraryService()
        let recorder = CaptureRecorder()
        await ResponseOutcome.withObserver(recorder.observer) {
            for id in [1, 7] {
                let serializer = JSONResponseSerializer(Book.self).failure(.problemDetails)
                let book = try? await HTTPClient.shared.value(from: "\(service.origin)/books/\(id)", as: serializer)
                print(book?.title ?? "no book \(id)")
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "failures.har")
        try Data(recorder.archive).write(to: file)
        print("\(recorder.count) failure in \(file.path)")
        try await replay(recorder.archive)
    }

    /// Decodes the recorded responses again.
    private static func replay(_ archive: [UInt8]) async throws {
        let chunks = AsyncStream { continuation in
            continuation.yield(archive)
            continuation.finish()
        }
        for try await entry in HAR.entries(of: chunks) where entry.context.hasURL(matching: "/books/*") {
            do throws(ResponseError) {
                print(try entry.value(as: .json(Book.self).failure(.problemDetails)))
            } catch {
                print(error)
            }
        }
    }
}
