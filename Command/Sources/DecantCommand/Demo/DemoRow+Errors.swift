import Decant
import Foundation

extension DemoRow {
    /// Responses that are rejected because of their head.
    static let headErrors: [DemoRow] = [
        DemoRow(
            "not found, with details of the problem",
            DemoAnswer(
                404,
                "application/problem+json",
                #"{"title": "No such user", "status": 404, "detail": "There is no user 8."}"#
            ),
            as: .json(Demo.User.self).failure(.problemDetails),
            ".json(User.self).failure(.problemDetails)",
            .failure(.unacceptableStatus, ["404", "No such user"])
        ),
        DemoRow(
            "a login page instead of JSON",
            DemoAnswer(200, "text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in</title>"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.unacceptableMediaType, ["text/html", "hint: ", "HTML"])
        ),
        DemoRow(
            "a server that broke down",
            DemoAnswer(502, "text/html", "<h1>Bad Gateway</h1>"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.unacceptableStatus, ["502", "text/html"])
        ),
        DemoRow(
            "no media type",
            DemoAnswer(200, nil, #"{"id": 7, "name": "Ada"}"#),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.missingMediaType)
        ),
        DemoRow(
            "a media type that is none",
            DemoAnswer(200, "json", #"{"id": 7, "name": "Ada"}"#),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.malformedMediaType, ["“json”"])
        ),
        DemoRow(
            "nothing where a user should be",
            DemoAnswer(200, "application/json"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.emptyBody, ["hint: "])
        ),
        DemoRow(
            "a connection that broke",
            DemoAnswer(200, "application/json", #"{"id": 7, "name": "#, claimedLength: 2048),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .failure(.truncatedBody, ["18 of 2", "048"])
        ),
        DemoRow(
            "more than the program wants",
            DemoAnswer(200, "application/json", "[" + String(repeating: "1,", count: 2000) + "1]"),
            as: .json.limits(smallBodies),
            ".json.limits(…)",
            .failure(.limitExceeded, ["1000"])
        ),
    ]

    private static let smallBodies: Limits = {
        var limits = Limits()
        limits.bodyBytes = 1000
        return limits
    }()
}

extension DemoRow {
    private static let json = "application/json"

    /// Responses that are rejected because of their body.
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
