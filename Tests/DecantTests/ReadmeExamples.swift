// The examples of README.md, to the letter except for their surroundings; ReadmeTests compares them.
import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum ReadmeExamples {
    struct User: Decodable, Sendable {
        var name: String
        var joined: Date
    }

    static func card(of url: URL) async -> String {
        do {
            let user = try await URLSession.shared.value(
                from: url,
                as: .json(User.self).dates(.iso8601).failure(.problemDetails)
            )
            return "\(user.name), since \(user.joined)"
        } catch {
            // One error: the status, the body, what the server says, the path, the line, a hint.
            let problem = error.errorBody(as: ProblemDetails.self)
            return problem?.title ?? error.description
        }
    }

    static func headlines(_ bytes: [UInt8], _ head: HTTPResponse) throws(ResponseError) -> [String] {
        let feed = try XMLDocumentResponseSerializer().serialize(bytes, for: head)
        return feed.all("channel/item/title").map(\.text)
    }
}
