// The examples of README.md, to the letter; ReadmeTests compares them. What an example calls is compiled here.
import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Decodable, Sendable {
    var name: String
    var joined: Date
}

func user(_ id: Int) async -> String {
    let request = URLRequest(url: URL(string: "https://api.example.com/users/\(id)")!)
    do {
        let user = try await URLSession.shared.value(
            for: request,
            as: .json(User.self).dates(.iso8601).failure(.problemDetails)
        )
        return "\(user.name), since \(user.joined)"
    } catch {
        // One error: the status, the body, what the server says, the path, the line, a hint.
        let problem = error.errorBody(as: ProblemDetails.self)
        return problem?.title ?? error.description
    }
}

func port(_ bytes: [UInt8], _ head: HTTPResponse) throws(ResponseError) -> Int? {
    let settings = try JSONResponseSerializer().serialize(bytes, for: head)
    return settings["server"]?["port"]?.int
}
