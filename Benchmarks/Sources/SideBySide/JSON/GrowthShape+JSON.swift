import DecantCore
import DecantJSON

extension GrowthShape {
    /// The shapes of JSON texts.
    static let json: [GrowthShape] = jsonTexts + jsonObjects

    private static let jsonTexts = [
        GrowthShape(
            name: "depth",
            count: 4_000,
            text: { repeated("[", $0, "") + repeated("]", $0, "") },
            use: onlyParse
        ),
        GrowthShape(
            name: "escapes",
            count: 8_000,
            text: { "\"" + repeated("\\n\\u00e9", $0, "") + "\"" },
            use: { body, _ in Sink.keep(try parse(body).decode(String.self)) }
        ),
        GrowthShape(
            name: "digits",
            count: 16_000,
            text: { "0." + repeated("7", $0, "") },
            use: { body, _ in Sink.keep(try parse(body).decode(Double.self)) }
        ),
        GrowthShape(name: "whitespace", count: 32_000, text: { "[" + repeated(" ", $0, "") + "]" }, use: onlyParse),
        GrowthShape(
            name: "long strings",
            count: 32_000,
            text: { "\"" + repeated("a", $0, "") + "\"" },
            use: { body, _ in Sink.keep(try parse(body).decode(String.self)) }
        ),
        GrowthShape(
            name: "many small arrays",
            count: 4_000,
            text: { "[" + repeated("[1]", $0) + "]" },
            use: { body, _ in Sink.keep(try parse(body).decode([[Int]].self)) }
        ),
        GrowthShape(
            name: "non-ASCII",
            count: 10_000,
            text: { "\"" + repeated("漢é", $0, "") + "\"" },
            use: { body, _ in Sink.keep(try parse(body).decode(String.self)) }
        ),
        GrowthShape(
            name: "numbers with exponents",
            count: 4_000,
            text: { "[" + repeated("1.25e-300", $0) + "]" },
            use: { body, _ in Sink.keep(try parse(body).decode([Double].self)) }
        ),
    ]

    private static let jsonObjects = [
        GrowthShape(name: "keys", count: 1_000, text: object, use: decodeNumbers),
        GrowthShape(name: "keys asked in reverse", count: 1_000, text: object) { body, count in
            try ask((0..<count).reversed().map { "name\($0)" }, of: body)
        },
        GrowthShape(name: "wide misses", count: 1_000, text: object) { body, count in
            try ask((0..<count).map { "none\($0)" }, of: body)
        },
        GrowthShape(name: "names tested for duplicates", count: 500, text: object) { body, _ in
            var options = JSON.Options()
            options.rejectsDuplicateKeys = true
            Sink.keep(try JSON(parsing: body, options: options))
        },
        GrowthShape(
            name: "duplicates",
            count: 1_000,
            text: { "{" + repeated("\"a\":1", $0) + "}" },
            use: decodeNumbers
        ),
    ]

    private static func parse(_ body: ResponseBytes) throws -> JSON {
        var limits = Limits()
        limits.jsonDepth = 1_000_000
        limits.jsonNumberBytes = 1_000_000
        return try JSON(parsing: body, limits: limits)
    }

    /// Parses the text and discards the result.
    private static func onlyParse(_ body: ResponseBytes, _ count: Int) throws {
        Sink.keep(try parse(body))
    }

    /// Returns an object whose members have distinct names and numbers as values.
    private static func object(_ count: Int) -> String {
        "{" + (0..<count).map { "\"name\($0)\":\($0)" }.joined(separator: ",") + "}"
    }

    private static func decodeNumbers(_ body: ResponseBytes, _ count: Int) throws {
        Sink.keep(try parse(body).decode([String: Int].self))
    }

    /// Decodes a type that looks up all names in one container.
    private static func ask(_ names: [String], of body: ResponseBytes) throws {
        Sink.keep(try AskedNames.$names.withValue(names) { try parse(body).decode(AskedNames.self) })
    }
}
