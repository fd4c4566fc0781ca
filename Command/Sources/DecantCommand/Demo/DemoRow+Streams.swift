import Decant
import DecantFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension DemoRow {
    /// Streams, each also in a malformed form.
    ///
    /// The items before the error arrive, and the error states its location.
    static let streams: [DemoRow] = [
        DemoRow(
            streaming: "the response of a chat service",
            DemoResponse(200, events, chat + "data: [DONE]\n\n"),
            as: .serverSentEvents(.json(Delta.self)).until("[DONE]"),
            ".serverSentEvents(.json(Delta.self)).until(\"[DONE]\")",
            .value("It reads while it arrives.")
        ) { events in events.map(\.data.text).joined() },
        DemoRow(
            streaming: "a chat response that ends early",
            DemoResponse(200, events, chat),
            as: .serverSentEvents(.json(Delta.self)).until("[DONE]"),
            ".serverSentEvents(.json(Delta.self)).until(\"[DONE]\")",
            .failure(.truncatedBody, ["the stream ended without the event that marks its end"])
        ) { events in events.map(\.data.text).joined() },
        DemoRow(
            streaming: "a change feed in JSON Lines",
            DemoResponse(200, "application/x-ndjson", "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Grace\"}\n"),
            as: .jsonLines(Demo.User.self),
            ".jsonLines(User.self)",
            .value("Ada, Grace")
        ) { users in users.map(\.name).joined(separator: ", ") },
        DemoRow(
            streaming: "a change feed with a bad line",
            DemoResponse(
                200,
                "application/x-ndjson",
                "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":\"two\",\"name\":\"Grace\"}\n"
            ),
            as: .jsonLines(Demo.User.self),
            ".jsonLines(User.self)",
            .failure(.typeMismatch, ["line 2, column 7", "\"two\""])
        ) { users in users.map(\.name).joined(separator: ", ") },
        DemoRow(
            streaming: "an export of 100,000 elements",
            DemoResponse(200, "application/json", export(100_000)),
            as: .jsonElements(Demo.User.self, at: "/data/items"),
            ".jsonElements(User.self, at: \"/data/items\")",
            .value("100,000 users, the last one is user 99999")
        ) { users in "\(users.count.grouped) users, the last one is \(users.last?.name ?? "")" },
        DemoRow(
            streaming: "an export with a bad element",
            DemoResponse(200, "application/json", export(100_000, bad: 77_777)),
            as: .jsonElements(Demo.User.self, at: "/data/items"),
            ".jsonElements(User.self, at: \"/data/items\")",
            .failure(.valueNotFound, ["data.items[77777].id"])
        ) { users in "\(users.count.grouped) users" },
    ]

    private struct Delta: Decodable, Sendable { var text: String }

    private static let events = "text/event-stream"

    private static let chat = ["It ", "reads ", "while ", "it ", "arrives."].map { "data: {\"text\":\"\($0)\"}\n\n" }
        .joined()

    private static func export(_ count: Int, bad: Int? = nil) -> String {
        let users = (0..<count).map { "{\"id\":\($0 == bad ? "null" : "\($0)"),\"name\":\"user \($0)\"}" }
        return "{\"data\":{\"items\":[" + users.joined(separator: ",") + "]},\"next\":null}"
    }

    /// Creates a row for a stream.
    private init<Element>(
        streaming title: String,
        _ response: DemoResponse,
        as serializer: StreamSerializer<Element>,
        _ code: String,
        _ expectation: DemoExpectation,
        show: @escaping @Sendable ([Element]) -> String
    ) {
        self.init(title, response, code, expectation) { url in
            do throws(ResponseError) {
                let stream = try await URLSession.shared.stream(for: URLRequest(url: url), as: serializer)
                var elements: [Element] = []
                for try await element in stream { elements.append(element) }
                return .value(show(elements), findings: stream.findings)
            } catch {
                return .failure(error)
            }
        }
    }
}
