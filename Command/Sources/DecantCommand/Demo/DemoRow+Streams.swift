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
        chat("the response of a chat service", chat + "data: [DONE]\n\n", .value("It reads while it arrives.")),
        chat(
            "a chat response that ends early",
            chat,
            .failure(.truncatedBody, ["the stream ended without the event that marks its end"])
        ),
        changes(
            "a change feed in JSON Lines",
            "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Grace\"}\n",
            .value("Ada, Grace")
        ),
        changes(
            "a change feed with a bad line",
            "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":\"two\",\"name\":\"Grace\"}\n",
            .failure(.typeMismatch, ["line 2, column 7", "\"two\""])
        ),
        feed("a change feed that drops twice", "\"Grace\"", .value("Ada, Grace, Alan")),
        feed("a change feed that drops, and has a bad event", "null", .failure(.valueNotFound, ["name"])),
        export(
            "an export of 100,000 elements",
            users(100_000),
            .value("100,000 users, the last one is user 99999")
        ),
        export(
            "an export with a bad element",
            users(100_000, bad: 77_777),
            .failure(.valueNotFound, ["data.items[77777].id"])
        ),
    ]

    private static func chat(_ title: String, _ text: String, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(
            streaming: title,
            DemoResponse("text/event-stream", text),
            as: .serverSentEvents(.json(Delta.self)).until("[DONE]"),
            ".serverSentEvents(.json(Delta.self)).until(\"[DONE]\")",
            expectation
        ) { events in events.map(\.data.text).joined() }
    }

    private static func changes(_ title: String, _ text: String, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(
            streaming: title,
            DemoResponse("application/x-ndjson", text),
            as: .jsonLines(Demo.User.self),
            ".jsonLines(User.self)",
            expectation
        ) { users in users.map(\.name).joined(separator: ", ") }
    }

    /// Returns a row for a feed whose first two connections are cut.
    private static func feed(_ title: String, _ name: String, _ expectation: DemoExpectation) -> DemoRow {
        let events = ["\"Ada\"", name, "\"Alan\""].enumerated().map { index, name in
            "id: \(index + 1)\ndata: {\"id\":\(index + 1),\"name\":\(name)}\n\n"
        }
        var response = DemoResponse("text/event-stream", "retry: 100\n\n" + events[0], claimedLength: 1000)
        response.laterResponses = [
            "1": DemoResponse("text/event-stream", events[1], claimedLength: 1000),
            "2": DemoResponse("text/event-stream", events[2]),
            "3": DemoResponse(nil, status: 204),
        ]
        return DemoRow(
            title,
            response,
            "session.events(from: url, as: .serverSentEvents(.json(User.self)))",
            expectation
        ) { url in
            var names: [String] = []
            for try await event in URLSession.shared.events(from: url, as: .serverSentEvents(.json(Demo.User.self))) {
                names.append(event.data.name)
            }
            return .value(names.joined(separator: ", "), findings: [])
        }
    }

    private static func export(_ title: String, _ text: String, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(
            streaming: title,
            .json(text),
            as: .jsonElements(Demo.User.self, at: "/data/items"),
            ".jsonElements(User.self, at: \"/data/items\")",
            expectation
        ) { users in "\(users.count.grouped) users, the last one is \(users.last?.name ?? "")" }
    }

    private struct Delta: Decodable, Sendable { var text: String }

    private static let chat = ["It ", "reads ", "while ", "it ", "arrives."].map { "data: {\"text\":\"\($0)\"}\n\n" }
        .joined()

    private static func users(_ count: Int, bad: Int? = nil) -> String {
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
            let stream = try await URLSession.shared.stream(for: URLRequest(url: url), as: serializer)
            var elements: [Element] = []
            for try await element in stream { elements.append(element) }
            return .value(show(elements), findings: stream.findings)
        }
    }
}
