import DecantReport
import Foundation
import Testing

/// Credentials in the outputs of the command; `hush` is one in each.
struct CredentialMaskTests {
    @Test func changesNothingIfItIsInactive() {
        #expect(CredentialMask(isActive: true)(#"{"token":"hush"}"#) == #"{"token":"••••"}"#)
        #expect(CredentialMask(isActive: false)(#"{"token":"hush"}"#) == #"{"token":"hush"}"#)
    }

    private static let archive: String = {
        let plist = #"<?xml version="1.0"?><plist version="1.0"><dict><key>password</key>"#
        let rows: [(type: String, url: String, body: String)] = [
            ("application/json", "https://h/?next=https%3A%2F%2Fh%2F%3Ftoken%3Dhush", #"{"tokens":{"a":"hush§"}}"#),
            ("application/json", "//u:hush@h/", #"{"token":["hush§"],"session":{"id":"hush"}}"#),
            ("application/json", "https:/u:hush@h/a;token=hush", "{\"token\":\n\"hush§\" x}"),
            ("application/json", "https://h/token=hush", "{\"tok\\u0065n\"\t:\t\"hush§\" x}"),
            ("application/json", "https://h/1", #"{"body":"Authorization: Bearer hush§; hush"}"#),
            ("application/xml", "https://h/2", #"<a><x:token xmlns:x="y" x="1"><v>hush§</v></x:token></a>"#),
            ("application/xml", "https://h/3", "<a><wsse:Password Type=\"t\">\nhush§ <b></a>"),
            ("application/x-plist", "https://h/4", plist + "\n<data>hush§=</data></dict></plist>"),
            ("application/x-plist", "https://h/5", plist + "<array><string>hush§</string></array></dict></plist>"),
            ("application/x-plist", "https://h/6", plist + "\n<string>hush§"),
            ("text/plain; token=hush", "https://h/7", "Cookie: a=1; sid=hush§\nSet-Cookie: x=1; y=hush"),
            ("text/plain", "https://proxy/https://u:hush@h/", "eyJhbGciOi.hush§.x https://u:hush@h/?sig=hush"),
        ]
        let entries = rows.map { row -> String in
            let members: [String: Any] = [
                "request": ["method": "GET", "url": row.url],
                "response": [
                    "status": 200, "headers": [["name": "Content-Type", "value": row.type]],
                    "content": ["text": row.body],
                ],
            ]
            let data = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
            return String(decoding: data, as: UTF8.self)
        }
        return #"{"log":{"entries":["# + entries.joined(separator: ",\n") + "]}}"
    }()

    @Test(arguments: [
        ["FILE"], ["FILE", "--report"], ["report", "FILE", "--output", "-"], ["compare", "FILE", "OTHER"],
        ["compare", "FILE", "OTHER", "--report"], ["report", "FILE", "--compare", "OTHER", "--output", "-"],
    ])
    func hidesCredentialsInAllOutputs(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.path("a.har", Self.archive.replacingOccurrences(of: "§", with: "1"))
        let other = try folder.path("b.har", Self.archive.replacingOccurrences(of: "§", with: "2"))
        let run = try await CommandRun(arguments.map { $0 == "FILE" ? file : $0 == "OTHER" ? other : $0 })
        #expect(!run.text.contains("hush"), "\(run.text.components(separatedBy: "\n").filter { $0.contains("hush") })")
        #expect(!run.errors.contains("hush"), "\(run.errors)")
        #expect(run.exitStatus < 2)
    }

    @Test func comparesAStoredReportWithRedactedURLs() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.path("a.har", Self.archive.replacingOccurrences(of: "§", with: "1"))
        let report = try folder.path("r.jsonl", try await CommandRun([file, "--report"]).text)
        let run = try await CommandRun(["compare", report, file])
        #expect(run.exitStatus == 0)
        #expect(run.text.contains("12 unchanged"), "\(run.text)")
    }
}
