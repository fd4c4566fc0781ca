import Decant
import Foundation

extension DemoRow {
    private static let json = "application/json"

    /// Answers that are refused for their body.
    static let bodyErrors: [DemoRow] = [
        DemoRow(
            "a comma too many",
            DemoAnswer(200, json, "{\n  \"id\": 7,\n  \"name\": \"Ada\",\n}"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.malformedBody, ["line 4", "^"])
        ),
        DemoRow(
            "text where a number should be",
            DemoAnswer(200, json, #"{"users": [{"id": 7, "name": "Ada"}, {"id": "8", "name": "Alan"}]}"#),
            as: .json([String: [Demo.User]].self),
            ".json([String: [User]].self)",
            .failure(.typeMismatch, ["users[1].id", "^"])
        ),
        DemoRow(
            "a member that is not there",
            DemoAnswer(200, json, #"{"id": 7}"#),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.keyNotFound, ["name"])
        ),
        DemoRow(
            "a number too large",
            DemoAnswer(200, json, #"{"id": 18446744073709551616, "name": "Ada"}"#),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.typeMismatch, ["at id", "^"])
        ),
        DemoRow(
            "an unexpected prefix",
            DemoAnswer(200, json, ")]}',\n{\"id\": 7, \"name\": \"Ada\"}"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.malformedBody, ["hint: "])
        ),
        DemoRow(
            "a body still in gzip, and no word of it",
            DemoAnswer(200, json, bytes: zipped),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.malformedBody, ["hint: ", "gzip"])
        ),
        DemoRow(
            "100,000 arrays inside each other",
            DemoAnswer(200, json, String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            as: .json,
            ".json",
            .failure(.limitExceeded, ["512"])
        ),
        DemoRow(
            "escape codes that would clear the screen",
            DemoAnswer(200, json, "{\"id\": \u{1B}[2J\u{1B}[H\u{202E}7}"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.malformedBody, ["␛[2J"])
        ),
    ]

    private static let zipped: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 170, 202, 44, 40, 72, 77, 81, 178, 42, 41, 42, 77, 173, 5, 0, 132, 40,
        188, 8, 15, 0, 0, 0,
    ]
}
