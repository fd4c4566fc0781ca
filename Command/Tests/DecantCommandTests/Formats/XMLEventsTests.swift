import Foundation
import Testing

/// XML as events, decoded by the built command.
struct XMLEventsTests {
    @Test func printsAnEventOnEachLineWithItsPosition() async throws {
        let document = """
            <?a b?><!DOCTYPE r SYSTEM "s"><r x='1&#10;2' y:z='\u{202E}' xmlns:y='urn:y'>
            <y:a/><![CDATA[<>]]><!-- c -->d</r>
            """
        let run = try await CommandRun(["--as", "xml-events"], input: document)
        #expect(
            run.text == #"""
                1:1       pi       a "b"
                1:8       doctype  r system="s"
                1:31      start    r x="1\n2" y:z="\u202e" xmlns:y="urn:y"
                1:70      text     "\n"
                2:1       start    y:a {urn:y}
                2:5       end      y:a
                2:7       cdata    "<>"
                2:21      comment  " c "
                2:31      text     "d"
                2:32      end      r

                """#
        )
        #expect(run.exitStatus == 0)
    }

    @Test func printsTheEventsBeforeAnError() async throws {
        let run = try await CommandRun(["--as", "xml-events"], input: "<a>\n<b></a>")
        #expect(run.text.hasSuffix("2:1       start    b\n"))
        #expect(run.errors.contains("line 2, column 4 (byte 7)"))
        #expect(run.exitStatus == 1)
    }

    @Test func reportsAnErrorAsTheVerdict() async throws {
        let run = try await CommandRun(["--as", "xml-events", "--report"], input: "<a>\n<b></a>")
        #expect(run.report.first?["verdict"] as? String == "failure")
        #expect(run.report.first?["serializer"] as? String == "xml-events")
        #expect(run.exitStatus == 1)
    }

    @Test func reportsUnreadEntities() async throws {
        let document = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"
        let run = try await CommandRun(["--as", "xml-events"], input: document)
        #expect(run.errors == "warning: the external entity “x” was not read\n")
        let report = try await CommandRun(["--as", "xml-events", "--report"], input: document)
        let findings = report.report.first?["findings"] as? [[String: Any]]
        #expect(findings?.compactMap { $0["code"] as? String } == ["guessedMediaType", "externalReference"])
    }

    /// Larger than a chunk: it is read while it is written, and cut inside a character and a tag.
    private static let large = "<r>" + String(repeating: "<é>ü</é>", count: 60_000) + "</r>"

    @Test func readsALargeBodyWhileItIsWritten() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.path("large.xml", Self.large)
        for arguments in [[path], ["--content-type", "text/xml", path], ["--input", "body", path]] {
            let run = try await CommandRun(["--as", "xml-events"] + arguments)
            #expect(run.text.utf8.count { $0 == 0x0A } == 180_002)
            #expect(run.text.hasSuffix("1:480004  end      r\n"))
            #expect(run.exitStatus == 0)
        }
    }

    @Test func reportsTheErrorOfALargeBody() async throws {
        let broken = try await CommandRun(["--as", "xml-events"], input: Self.large + "<s/>")
        #expect(broken.errors.contains("line 1, column 480008"))
        #expect(broken.exitStatus == 1)
        let long = try await CommandRun(["--as", "xml-events", "--limit", "bodyBytes=300000"], input: Self.large)
        #expect(long.errors.hasPrefix("limitExceeded: "))
        #expect(long.exitStatus == 1)
        let refused = try await CommandRun(["--as", "xml-events", "--status", "404"], input: Self.large)
        #expect(refused.errors.hasPrefix("unacceptableStatus: "))
        #expect(refused.text == "")
    }

    @Test func readsALargeSavedResponse() async throws {
        let saved = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n" + Self.large
        let run = try await CommandRun(["--as", "xml-events"], input: saved)
        #expect(run.text.hasSuffix("1:480004  end      r\n"))
    }
}
