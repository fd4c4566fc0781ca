// The examples of README.md, verbatim except for the surrounding code. ReadmeTests compares them.
import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The program as a function.
// swift-format-ignore: NeverForceUnwrap
func readmeProgram() async {
    struct User: Decodable, Sendable {
        var name: String
        var createdAt: Date
    }

    do throws(ResponseError) {
        let user = try await URLSession.shared.value(
            from: URL(string: "https://api.github.com/users/apple")!,
            as: .json(User.self).keys(.convertFromSnakeCase).dates(.iso8601)
        )
        print("\(user.name), since \(user.createdAt)")
    } catch {
        // One error: the status, the body, what the server says, the path, the line, a hint.
        print(error)
    }
}

enum ReadmeExamples {
    static func headlines(_ bytes: [UInt8], _ head: HTTPResponse) throws(ResponseError) -> [String] {
        let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: head)
        return feed.all("channel/item/title").map(\.text)
    }
}
