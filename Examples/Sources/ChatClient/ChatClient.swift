import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting

/// Prints the words of a chat service as they arrive.
///
/// A local server stands in for the service and sends a few events with pauses between them.
@main
struct ChatClient {
    struct Delta: Decodable, Sendable {
        struct Choice: Decodable, Sendable {
            struct Content: Decodable, Sendable { var content: String? }
            var delta: Content
        }
        var choices: [Choice]
    }

    struct Fault: Decodable, Sendable { var message: String }

    static func main() async throws {
        let service = try LoopbackServer(answer: answer)
        defer { service.stop() }
        do throws(ResponseError) {
            let events = try await HTTPClient.shared.stream(
                from: service.origin + "/chat",
                as: .serverSentEvents(.json(Delta.self)).until("[DONE]").failing(on: "error", as: .json(Fault.self)),
                timeout: .seconds(30)
            )
            for try await event in events { print(event.data.choices.first?.delta.content ?? "", terminator: "") }
            print()
        } catch {
            // A stream that is cut off throws; one that ends with the mark does not.
            print("\n\(error)")
        }
    }

    /// Sends the events of a response.
    @Sendable
    private static func answer(_ exchange: LoopbackServer.Exchange) -> Bool {
        exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for word in ["A ", "stream ", "is ", "read ", "while ", "it ", "arrives."] {
            exchange.send("data: {\"choices\":[{\"delta\":{\"content\":\"\(word)\"}}]}\n\n")
            exchange.pause(.milliseconds(60))
        }
        exchange.send("data: [DONE]\n\n")
        return false
    }
}
