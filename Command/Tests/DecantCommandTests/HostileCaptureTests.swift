import Foundation
import Testing

/// Archives, folders, and outputs that are damaged, endless, or change while they are read.
struct HostileCaptureTests {
    private static let good = CaptureJobsTests.record(Data("good".utf8), type: "text/plain")

    /// Runs a shell line in a folder with an archive `a.warc` of one record and its gzip member `a.warc.gz`.
    private static func run(_ line: String) async throws -> CommandRun {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.warc", good)
        return try await CommandRun.shell("cd '\(folder.url.path)' && gzip -n -c a.warc > a.warc.gz && (\(line))")
    }

    private static func verdicts(_ run: CommandRun) -> [String] {
        run.report.map { ($0["error"] as? [String: Any])?["code"] as? String ?? $0["verdict"] as? String ?? "" }
    }

    @Test(arguments: [
        // A member that does not end, after its record.
        ("(cat a.warc; head -c 8000000 /dev/zero) | gzip -1", ["value", "malformedBody"]),
        ("(cat a.warc; head -c 8000000 /dev/zero) | gzip -1 | head -c 3000", ["value", "malformedBody"]),
        // A header of megabytes, and one without an end.
        (
            "(printf 'WARC/1.1\\r\\nX: '; head -c 3000000 /dev/zero | tr '\\0' a); printf '\\r\\n'; cat a.warc",
            ["malformedBody", "value"]
        ),
        ("printf 'WARC/1.1\\r\\n'; yes 'X: 1' | head -c 3000000", ["limitExceeded"]),
        // Lengths beyond the file, beyond integers, and below zero.
        ("sed 's/Length: [0-9]*/Length: 99999/' a.warc; cat a.warc", ["value", "value"]),
        ("sed 's/Length: [0-9]*/Length: 999999999999999999999/' a.warc; cat a.warc", ["malformedBody", "value"]),
        ("sed 's/Length: [0-9]*/Length: -1/' a.warc; cat a.warc", ["malformedBody", "value"]),
        ("sed 's/Length: [0-9]*/Length: 9/' a.warc; cat a.warc", ["value", "value"]),
        // A record without an end.
        ("cat a.warc; head -c 200 a.warc", ["value", "truncatedBody"]),
        ("cat a.warc.gz; head -c 90 a.warc.gz", ["value", "truncatedBody"]),
    ])
    func reportsDamage(_ row: (line: String, verdicts: [String])) async throws {
        let archive = "( \(row.line) )"
        for line in [
            "\(archive) | decant --report --input warc -", "\(archive) > b.warc; decant --report b.warc",
            "\(archive) > b.warc; decant --report --jobs 2 b.warc",
            "\(archive) | decant --report --jobs 2 --input warc -",
        ] {
            let run = try await Self.run(line)
            #expect(Self.verdicts(run) == row.verdicts)
            #expect(run.exitStatus == (row.verdicts.contains { $0 != "value" } ? 1 : 0))
        }
    }

    @Test func readsAFolderWithLoopsAndPipesOnce() async throws {
        let line = """
            mkdir -p f/g && mv a.warc f/g && ln -s . f/self && ln -s .. f/g/parent && ln -s none f/lost.warc &&
            mkfifo f/pipe.warc && ln -s /dev/zero f/zero.warc && ln -s f link && decant --report
            """
        for folder in ["f", "link", "link/"] {
            let run = try await Self.run("\(line) \(folder)")
            #expect(run.errors == "")
            #expect(Self.verdicts(run) == ["value", "unreadableInput"])
            #expect(run.exitStatus == 2)
        }
    }

    @Test(arguments: ["--report", "", "--report --jobs 2", "--extract 0"])
    func endsIfTheDiskIsFull(options: String) async throws {
        let run = try await Self.run("decant \(options) a.warc a.warc.gz > /dev/full")
        #expect(run.exitStatus == 2)
    }

    @Test(arguments: [
        "while kill -0 $! && sleep 0.01; do cat a.warc.gz >> b.warc.gz; done 2>&-", "rm b.warc.gz", ": > b.warc.gz",
        "printf junk > b.warc.gz", "truncate -s 1M b.warc.gz", "truncate -s 9M b.warc.gz",
    ])
    func readsAFileThatChanges(change: String) async throws {
        for jobs in ["1", "2", "4"] {
            let run = try await Self.run(
                """
                head -c 30000 /dev/urandom | gzip -n > noise; cp a.warc.gz b.warc.gz
                for i in 1 2 3 4 5 6; do cat noise noise > c; mv c noise; done
                for i in 1 2 3 4 5 6 7 8 9 10 11; do cat b.warc.gz b.warc.gz > c; mv c b.warc.gz; done
                cat noise >> b.warc.gz
                decant --report --jobs \(jobs) b.warc.gz & \(change); wait $!
                """
            )
            #expect([0, 1, 2].contains(run.exitStatus), "\(run.exitStatus) \(run.errors)")
            #expect(run.report.filter { $0["verdict"] as? String != "value" }.count <= 1)
            let entries = run.report.compactMap { $0["entry"] as? Int }
            #expect(entries == Array(entries.indices))
        }
    }
}
