import Decant

/// Prints the words of a chat service as they come.
///
/// A substitute for the server sends a few events with pauses between them. With a real one, `URLSession.stream(for:as:)` or
/// any client whose body is an asynchronous sequence of pieces takes its place; the loop stays as it is.
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

    static func main() async {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
        let serializer = StreamSerializer.serverSentEvents(.json(Delta.self)).until("[DONE]")
            .failing(on: "error", as: .json(Fault.self))
        do throws(ResponseError) {
            let events = try await serializer.stream(of: answer(), for: head)
            for try await event in events { print(event.data.choices.first?.delta.content ?? "", terminator: "") }
            print()
        } catch {
            // A stream that breaks throws; one that ends with the mark does not.
            print("\n\(error)")
        }
    }

    /// The pieces of an answer, cut without regard to events.
    private static func answer() -> AsyncStream<[UInt8]> {
        let words = ["A ", "stream ", "is ", "read ", "while ", "it ", "arrives."]
        let events =
            words.map { "data: {\"choices\":[{\"delta\":{\"content\":\"\($0)\"}}]}\n\n" } + ["data: [DONE]\n\n"]
        let bytes = Array(events.joined().utf8)
        return AsyncStream { continuation in
            let task = Task {
                for start in stride(from: 0, to: bytes.count, by: 23) {
                    continuation.yield(Array(bytes[start..<min(start + 23, bytes.count)]))
                    try? await Task.sleep(for: .milliseconds(20))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
