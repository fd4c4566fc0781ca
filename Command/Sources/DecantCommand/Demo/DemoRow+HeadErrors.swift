import Decant
import Foundation

extension DemoRow {
    /// Answers that are refused for their head.
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
            "a login page in place of JSON",
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
