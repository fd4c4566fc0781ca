import Foundation
import Testing

/// Property lists, decoded by the built command.
struct PropertyListTests {
    private static let xml = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>b</key><string>é</string><key>a</key><array>\
        <integer>-1</integer><real>0.5</real><true/><date>2001-01-01T00:00:01Z</date><data>AP8=</data></array>\
        </dict></plist>
        """

    /// A dictionary with the number 2^64-1 and a UID.
    private static let binary =
        Data(
            base64Encoded: """
                YnBsaXN0MDDSAQIDBFNiaWdSaWQUAAAAAAAAAAD//////////4AHCA0RFCUAAAAAAAABAQAAAAAAAAAFAAAAAAAAAAAAAAAAAAAAJw==
                """
        ) ?? Data()

    private static let openStep = "// settings\n{ name = Ada; list = (1, \"b c\", <0f bd>); }"

    private static func saved(_ type: String, _ body: Data) -> Data {
        Data("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8) + body
    }

    @Test func printsTheFormatAndTheValues() async throws {
        let run = try await CommandRun([], input: Self.xml)
        #expect(
            run.text == """
                // XML property list
                {
                  "b": "é",
                  "a": [
                    -1,
                    0.5,
                    true,
                    2001-01-01T00:00:01Z,
                    <00ff>
                  ]
                }

                """
        )
        #expect(run.errors == "")
    }

    @Test func printsTypesThatOnlyTheBinaryFormatHas() async throws {
        let run = try await CommandRun([], input: Self.binary)
        #expect(run.text == "// binary property list\n{\n  \"big\": 18446744073709551615,\n  \"id\": uid 7\n}\n")
    }

    @Test(arguments: ["openstep", "any"])
    func readsOpenStepOnRequest(format: String) async throws {
        let run = try await CommandRun(["--as", "plist", "--plist-format", format], input: Self.openStep)
        #expect(run.text.hasPrefix("// OpenStep property list\n{\n  \"name\": \"Ada\",\n"))
        #expect(run.text.contains("    \"b c\",\n    <0fbd>\n"))
    }

    @Test(arguments: [
        ([], "xml", true), ([], "binary", true), ([], "openstep", false), (["xml"], "xml", true),
        (["xml"], "binary", false), (["binary"], "binary", true), (["binary"], "xml", false),
        (["openstep"], "binary", false), (["any"], "xml", true), (["any"], "binary", true),
    ])
    func rejectsOtherFormats(asked: [String], format: String, isRead: Bool) async throws {
        let bodies = ["xml": Data(Self.xml.utf8), "binary": Self.binary, "openstep": Data(Self.openStep.utf8)]
        let arguments = asked.flatMap { ["--plist-format", $0] }
        let run = try await CommandRun(["--as", "plist", "--report"] + arguments, input: try #require(bodies[format]))
        let line = try #require(run.report.first)
        #expect(line["verdict"] as? String == (isRead ? "value" : "failure"))
        #expect(line["serializer"] as? String == "plist")
        #expect((line["propertyList"] as? [String: String]) == (isRead ? ["format": format] : nil))
    }

    @Test(
        "Is recognized by the media type or the magic number",
        arguments: [
            ("application/x-plist", "plist"), ("application/x-apple-binary-plist", "plist"),
            ("application/octet-stream", "plist"), ("application/vnd.example", "plist"),
        ]
    )
    func isRecognizedByTheMediaTypeOrTheMagic(type: String, kind: String) async throws {
        let run = try await CommandRun(["--report"], input: Self.saved(type, Self.binary))
        #expect(run.report.first?["serializer"] as? String == kind)
        #expect(run.report.first?["verdict"] as? String == "value")
    }

    @Test func printsXMLIfTheMediaTypeIsXML() async throws {
        let run = try await CommandRun(["--report"], input: Self.saved("text/xml", Data(Self.xml.utf8)))
        #expect(run.report.first?["serializer"] as? String == "xml")
        let asked = try await CommandRun(
            ["--report", "--as", "plist", "--accept", "text/xml"],
            input: Self.saved("text/xml", Data(Self.xml.utf8))
        )
        #expect((asked.report.first?["propertyList"] as? [String: String]) == ["format": "xml"])
    }

    @Test func hintsThatOpenStepIsOptional() async throws {
        let run = try await CommandRun(["--as", "plist"], input: "{ name = Ada; }")
        #expect(run.errors.hasPrefix("malformedBody: expected a list in the binary format or XML, but found a body"))
        #expect(run.exitStatus == 1)
    }

    @Test func rejectsAnUnknownFormat() async throws {
        let run = try await CommandRun(["--plist-format", "json", "file"])
        #expect(run.errors.hasPrefix("Error: The value 'json' is invalid for '--plist-format <format>'"))
        #expect(run.exitStatus == 2)
    }
}
