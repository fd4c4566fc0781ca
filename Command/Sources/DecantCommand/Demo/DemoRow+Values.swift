import Decant
import DecantFoundation
import Foundation

extension DemoRow {
    /// Responses that decode to values.
    static let values: [DemoRow] = [
        .user("a user", .json(#"{"id": 7, "name": "Ada", "admin": true}"#), .value(#"User(id: 7, name: "Ada")"#)),
        DemoRow(
            "numbers beyond the precision of Double",
            .json(#"{"id": 9007199254740993, "pi": 3.14159265358979323846}"#),
            as: .json,
            ".json",
            .value("id 9007199254740993, pi 3.14159265358979323846"),
            show: { "id \($0["id"]?.number?.text ?? "-"), pi \($0["pi"]?.number?.text ?? "-")" }
        ),
        DemoRow(
            "an amount, a date, and a URL",
            .json(#"{"total": 0.30, "placed": "2026-02-28T12:00:00Z", "receipt": "https://example.com/r/1"}"#),
            as: .json(Demo.Order.self, options: isoDates),
            ".json(Order.self)",
            .value("Order(total: 0.3, placed: 2026-02-28T12:00:00Z, receipt: https://example.com/r/1)")
        ),
        DemoRow(
            "a prefix against cross-site inclusion",
            .json(")]}',\n{\"id\": 7, \"name\": \"Ada\"}"),
            as: .json(Demo.User.self).removingXSSIPrefix(),
            ".json(User.self).removingXSSIPrefix()",
            .value(#"User(id: 7, name: "Ada")"#, findings: [.xssiPrefix])
        ),
        DemoRow(
            "JSON labeled as text",
            DemoResponse("text/plain", #"{"id": 7, "name": "Ada"}"#),
            as: .json(Demo.User.self).accepting("text/plain"),
            #".json(User.self).accepting("text/plain")"#,
            .value(#"User(id: 7, name: "Ada")"#, findings: [.toleratedMediaType])
        ),
        DemoRow(
            "no content",
            DemoResponse(nil, status: 204),
            as: .json(Demo.User?.self),
            ".json(User?.self)",
            .value("nil"),
            show: { $0.map { "\($0)" } ?? "nil" }
        ),
        DemoRow(
            "the response to HEAD",
            DemoResponse("application/json", claimedLength: 2048),
            method: "HEAD",
            as: .empty,
            ".empty",
            .value("EmptyResponse()")
        ),
        DemoRow(
            "JSON or text",
            DemoResponse("text/plain; charset=utf-8", "pong"),
            as: .firstOf(JSONResponseSerializer().map { "\($0)" }, StringResponseSerializer()),
            ".firstOf(.json.map(…), .string)",
            .value("pong")
        ),
    ]

    private static let isoDates: JSON.Options = {
        var options = JSON.Options()
        options.decoding.dates = .iso8601
        return options
    }()
}
