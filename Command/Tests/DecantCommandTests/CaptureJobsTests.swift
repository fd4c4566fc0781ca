import Foundation
import Testing

/// Captures that several jobs read.
struct CaptureJobsTests {
    /// The same pseudorandom bytes each time, which gzip stores uncompressed.
    private static func noise(_ count: Int) -> Data {
        var state: UInt64 = 1
        return Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
        )
    }

    /// A record with a response.
    static func record(_ body: Data, type: String) -> Data {
        let block = Data("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8) + body
        let header = """
            WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
            WARC-Target-URI: https://a.example/1\r\nContent-Type: application/http\r\n\
            Content-Length: \(block.count)\r\n\r\n
            """
        return Data(header.utf8) + block + Data("\r\n\r\n".utf8)
    }

    /// Runs a shell line in a folder with two records, `a` and `b`, and returns the path of the archive that it writes.
    private static func archive(_ folder: TemporaryFolder, _ line: String) async throws -> String {
        _ = try folder.file("a", record(noise(40_000), type: "application/octet-stream"))
        _ = try folder.file("b", record(Data("b".utf8), type: "text/plain"))
        let run = try await CommandRun.shell(
            "cd '\(folder.url.path)' && gzip -n -c a > a.gz && gzip -n -c b > b.gz && (\(line)) > all.warc.gz"
        )
        #expect(run.errors == "")
        return "\(folder.url.path)/all.warc.gz"
    }

    /// The lines of a report without the milliseconds.
    private static func lines(_ run: CommandRun) -> [String] {
        run.text.split(separator: "\n").map { String($0.replacing(/"milliseconds":[0-9.e-]*/, with: "")) }
    }

    private static let members = "for i in $(seq 100); do cat a.gz b.gz; done"

    /// A record whose payload is an archive, which gzip stores uncompressed.
    private static let nested = """
        (\(members)) > inner; (printf 'WARC/1.1\\r\\nWARC-Type: resource\\r\\nWARC-Record-ID: <urn:uuid:2>\\r\\n'
        printf 'WARC-Date: 2026-01-02T03:04:05Z\\r\\nContent-Type: application/octet-stream\\r\\n'
        printf 'Content-Length: %s\\r\\n\\r\\n' $(wc -c < inner); cat inner; printf '\\r\\n\\r\\n') | gzip -n
        """

    private static let damaged = """
        (\(members)) > whole; printf ZZZZ | dd of=whole bs=1 seek=1500000 conv=notrunc status=none; cat whole
        """

    @Test(arguments: [
        (members, "0 of 6 guessed members were wrong (0 %)\n"), ("(\(members)) | zcat | gzip -n", ""),
        ("cat b.gz; \(nested); \(members)", "6 of 14 guessed members were wrong (43 %)\n"),
        (damaged, "0 of 6 guessed members were wrong (0 %)\n"), ("cat a.gz b.gz; head -c 9000 a.gz", ""),
    ])
    func printsTheSameWithAnyNumberOfJobs(_ row: (line: String, note: String)) async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.archive(folder, row.line)
        let one = try await CommandRun(["--report", path])
        #expect(one.errors == "")
        for jobs in ["1", "2", "3", "8"] {
            let run = try await CommandRun(["--report", "--jobs", jobs, path, path])
            #expect(Self.lines(run) == Self.lines(one) + Self.lines(one))
            #expect(run.exitStatus == one.exitStatus)
            #expect(run.errors == (jobs == "1" ? "" : row.note))
        }
        let tables = [try await CommandRun([path]).text, try await CommandRun(["--jobs", "2", path]).text]
        #expect(tables[0] == tables[1])
    }
}
