import Decant
import DecantTesting
import Foundation
import Testing

/// The lines of `--report` against their schema.
struct ReportSchemaTests {
    private static let problem = """
        HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\nRetry-After: 30\r\n\r
        {"title":"slow down","detail":"30 requests a minute"}
        """

    @Test func everyLineMatchesTheSchema() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackServer(Self.problem)
        defer { server.stop() }
        let inputs = [
            try folder.path("a.json", "[1]"), try folder.path("b.json", "[1,]"), try folder.path("c.xml", "<a/>"),
            try folder.path("d.plist", "<plist><true/></plist>"), ImageFixture.path("animated.png"),
            "\(folder.url.path)/none",
            try folder.path("e.http", Self.problem), try folder.path("f.jsonl", "1\n2\n"),
            try folder.path("g.json", ""),
            try folder.path("h.http", "HTTP/1.1 204 No Content\r\n\r\n"), "\(server.origin)/a?secret=1",
            try folder.path("i.http", "HTTP/1.1 2x\r\n\r\n"), "http://127.0.0.1:1/",
        ]
        let run = try await CommandRun(["--report", "--limit", "bodyBytes=1M"] + inputs)
        let schema = try ReportSchema()
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == inputs.count)
        for line in lines {
            let errors = try schema.errors(in: JSON(parsing: Array(line.utf8)))
            #expect(errors == [], "\(line)")
        }
    }

    @Test(arguments: [
        "{}", #"{"version":2}"#, "[]", "1",
        #"""
        {"version":1,"input":"a","url":null,"status":1000,"contentType":null,"bytes":0,"serializer":null,\#
        "verdict":"value","findings":[],"error":null,"milliseconds":0}
        """#,
        #"""
        {"version":1,"input":"a","url":null,"status":200,"contentType":null,"bytes":0,"serializer":null,\#
        "verdict":"value","findings":[{}],"error":null,"milliseconds":0}
        """#,
    ])
    func theSchemaRejectsOtherLines(line: String) throws {
        #expect(try !ReportSchema().errors(in: JSON(parsing: Array(line.utf8))).isEmpty)
    }

    @Test func hasTheMessageOfTheServer() async throws {
        let server = try LoopbackServer(Self.problem)
        defer { server.stop() }
        let run = try await CommandRun(["--report", "\(server.origin)/a?secret=1"])
        let line = try #require(run.report.first)
        let error = try #require(line["error"] as? [String: Any])
        #expect(error["serverMessage"] as? String == "slow down: 30 requests a minute")
        #expect(error["retryAfter"] as? Int == 30)
        #expect(error["hint"] as? String == "the server asks to retry after 30 seconds")
        #expect(line["url"] as? String == "\(server.origin)/a…")
        #expect(!run.text.contains("secret"))
    }
}

/// The part of JSON Schema that the schema of the report uses.
private struct ReportSchema {
    private let root: JSON

    init() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Documentation").standardized
        root = try JSON(parsing: Array(try Data(contentsOf: folder.appendingPathComponent("report.schema.json"))))
    }

    /// Returns the paths at which a value does not match, each with the keyword.
    func errors(in value: JSON) throws -> [String] { try errors(in: value, root, at: "") }

    private func errors(in value: JSON, _ schema: JSON, at path: String) throws -> [String] {
        var errors: [String] = []
        for member in members(of: schema) {
            switch member.key {
            case "$ref":
                let pointer = try #require(member.value.string.flatMap { JSONPointer(String($0.dropFirst())) })
                errors += try self.errors(in: value, try root.value(at: pointer), at: path)
            case "type" where !types(member.value).contains { matches(value, $0) }: errors.append("\(path) type")
            case "const" where value != member.value: errors.append("\(path) const")
            case "enum" where member.value.array?.contains { $0 == value } != true: errors.append("\(path) enum")
            case "minimum" where value.double.map { $0 < member.value.double ?? 0 } == true:
                errors.append("\(path) minimum")
            case "maximum" where value.double.map { $0 > member.value.double ?? 0 } == true:
                errors.append("\(path) maximum")
            case "required" where value.object != nil:
                let names = member.value.array?.compactMap(\.string) ?? []
                errors += names.filter { value[$0] == nil }.map { "\(path)/\($0) required" }
            case "properties":
                for property in members(of: member.value) {
                    guard let part = value[property.key] else { continue }
                    errors += try self.errors(in: part, property.value, at: "\(path)/\(property.key)")
                }
            case "items":
                for (index, item) in items(of: value).enumerated() {
                    errors += try self.errors(in: item, member.value, at: "\(path)/\(index)")
                }
            case "additionalProperties": #expect(member.value.bool == true)
            default: break
            }
        }
        return errors
    }

    private func items(of value: JSON) -> [JSON] {
        guard let array = value.array else { return [] }
        return Array(array)
    }

    private func members(of value: JSON) -> [(key: String, value: JSON)] {
        guard let object = value.object else { return [] }
        return Array(object)
    }

    private func types(_ value: JSON) -> [String] {
        value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
    }

    private func matches(_ value: JSON, _ type: String) -> Bool {
        type == "integer" ? value.number?.isInteger == true : "\(value.kind)" == type
    }
}
