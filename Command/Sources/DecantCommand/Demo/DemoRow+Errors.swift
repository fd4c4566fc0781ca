import Decant
import Foundation

extension DemoRow {
    /// Responses that are rejected because of their head.
    static let headErrors: [DemoRow] = [
        DemoRow(
            "not found, with problem details",
            DemoResponse(
                "application/problem+json",
                #"{"title": "No such user", "status": 404, "detail": "There is no user 8."}"#,
                status: 404
            ),
            as: .json(Demo.User.self).failure(.problemDetails),
            ".json(User.self).failure(.problemDetails)",
            .failure(.unacceptableStatus, ["404", "No such user"])
        ),
        .user(
            "a login page instead of JSON",
            DemoResponse("text/html; charset=utf-8", "<!DOCTYPE html><title>Sign in</title>"),
            .failure(.unacceptableMediaType, ["text/html", "hint: ", "HTML"])
        ),
        .user(
            "a bad gateway",
            DemoResponse("text/html", "<h1>Bad Gateway</h1>", status: 502),
            .failure(.unacceptableStatus, ["502", "text/html"])
        ),
        .user("no media type", DemoResponse(nil, #"{"id": 7, "name": "Ada"}"#), .failure(.missingMediaType)),
        .user(
            "a malformed media type",
            DemoResponse("json", #"{"id": 7, "name": "Ada"}"#),
            .failure(.malformedMediaType, ["“json”"])
        ),
        .user("an empty body instead of a user", .json(""), .failure(.emptyBody, ["hint: "])),
        .user(
            "a broken connection",
            DemoResponse("application/json", #"{"id": 7, "name": "#, claimedLength: 2048),
            .failure(.truncatedBody, ["18 of 2", "048"])
        ),
        DemoRow(
            "a body beyond the limit of the program",
            .json("[" + String(repeating: "1,", count: 2000) + "1]"),
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
    /// Responses that are rejected because of their body.
    static let bodyErrors: [DemoRow] = [
        .user(
            "a trailing comma",
            .json("{\n  \"id\": 7,\n  \"name\": \"Ada\",\n}"),
            .failure(.malformedBody, ["line 4", "^"])
        ),
        DemoRow(
            "a string instead of a number",
            .json(#"{"users": [{"id": 7, "name": "Ada"}, {"id": "8", "name": "Alan"}]}"#),
            as: .json([String: [Demo.User]].self),
            ".json([String: [User]].self)",
            .failure(.typeMismatch, ["users[1].id", "^"])
        ),
        .user("a missing member", .json(#"{"id": 7}"#), .failure(.keyNotFound, ["name"])),
        .user(
            "a number that is too large",
            .json(#"{"id": 18446744073709551616, "name": "Ada"}"#),
            .failure(.typeMismatch, ["at id", "^"])
        ),
        .user(
            "an unexpected prefix",
            .json(")]}',\n{\"id\": 7, \"name\": \"Ada\"}"),
            .failure(.malformedBody, ["hint: "])
        ),
        .user(
            "gzip data without Content-Encoding",
            .json(bytes: zipped),
            .failure(.malformedBody, ["hint: ", "gzip"])
        ),
        DemoRow(
            "100,000 nested arrays",
            .json(String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            as: .json,
            ".json",
            .failure(.limitExceeded, ["512"])
        ),
        .user(
            "escape codes that would clear the screen",
            .json("{\"id\": \u{1B}[2J\u{1B}[H\u{202E}7}"),
            .failure(.malformedBody, ["␛[2J"])
        ),
    ]

    private static let zipped: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 170, 202, 44, 40, 72, 77, 81, 178, 42, 41, 42, 77, 173, 5, 0, 132, 40,
        188, 8, 15, 0, 0, 0,
    ]
}
