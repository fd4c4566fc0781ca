import DecantCommand
import Foundation
import Testing

/// Sessions on a terminal, compared with the files in `Command/Tests/Sessions`.
///
/// `DECANT_UPDATE_GOLDEN=1` writes the files.
struct SessionTests {
    private static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

    /// A session: commands in a folder with the files, and their output.
    struct Session: Sendable, CustomTestStringConvertible {
        var name: String
        var line: String
        var steps: [String] = []

        var testDescription: String { name }
    }

    private static let sessions = [
        Session(name: "help", line: "decant --help"),
        Session(name: "error", line: "decant user.json missing.http"),
        Session(name: "stream", line: "decant events.http --at /text"),
        Session(
            name: "progress",
            line: "mkfifo gate; { echo 1; read go < gate; echo 2; } | decant --as json-lines > items; cat items",
            steps: ["wait:1 item", "run:echo go > gate"]
        ),
        Session(
            name: "interrupt",
            line: "mkfifo gate; { echo 1; read go < gate; } | decant --as json-lines",
            steps: ["wait:1", "type:^C"]
        ),
        Session(name: "closed-pipe", line: "yes 1 2> yes | decant --as json-lines 2> errors | head -n 2; cat errors"),
    ]

    private static let files = [
        "user.json": #"{"name": "Ada", "roles": ["admin",]}"#,
        "missing.http":
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n\r\n{\"message\": \"no such user\"}",
        "events.http": "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
            + "data: {\"text\": \"one\"}\n\ndata: {\"text\": \"two\\u001b[31m\"}\n\n",
    ]

    private static let hasPython =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
        || ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/python3")
        } == true

    @Test(.enabled(if: hasPython, "a pseudo-terminal needs python3"), .timeLimit(.minutes(10)), arguments: sessions)
    func matchesTheRecordedSession(_ session: Session) async throws {
        var script = ""
        for (name, text) in Self.files { script += "printf '%s' '\(text)' > \(name); " }
        let steps = session.steps.map { " '\($0)'" }.joined()
        let helper = Self.folder.appendingPathComponent("terminal-session").path
        let run = try await CommandRun.shell(
            "\(script)export -f decant; '\(helper)' '\(session.line)'\(steps)",
            in: "bash"
        )
        let transcript = Self.normalized(run.text)
        let file = Self.folder.appendingPathComponent("Sessions/\(session.name).txt")
        if ProcessInfo.processInfo.environment["DECANT_UPDATE_GOLDEN"] == "1" {
            try transcript.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(transcript == (try String(contentsOf: file, encoding: .utf8)), "\(run.errors)")
    }

    /// Returns a transcript with each progress line once, and without rates.
    private static func normalized(_ text: String) -> String {
        let steady = text.replacing(/[0-9.]+ [kM]?B\/s/) { _ in "N B/s" }
        return steady.replacing(/(␍[^␍␛]+␛\[K)(?:␍[^␍␛]+␛\[K)*/) { String($0.output.1) }
    }
}

struct ProgressTextTests {
    @Test(arguments: [
        (0, nil, nil, 1, "0 B, 0 B/s"), (999, nil, 1, 1, "999 B, 999 B/s, 1 item"),
        (12_400_000, 200_000_000, nil, 0.5, "12.4 MB of 200 MB, 24.8 MB/s, 8 s left"),
        (1_000_000, 1_000_000, 1234, 2, "1.0 MB of 1.0 MB, 500 kB/s, 1,234 items, 0 s left"),
        (5, 4, nil, 1, "5 B, 5 B/s"), (1000, 1_000_000_000, nil, 1, "1.0 kB of 1.0 GB, 1.0 kB/s, 277 h left"),
    ])
    func describesATransfer(_ row: (bytes: Int, total: Int?, items: Int?, seconds: Double, text: String)) {
        #expect(ProgressText(bytes: row.bytes, of: row.total, items: row.items, seconds: row.seconds).text == row.text)
    }
}
