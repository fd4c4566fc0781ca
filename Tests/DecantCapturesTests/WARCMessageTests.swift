import DecantCaptures
import DecantCore
import Foundation
import Testing
import TestSupport

/// The messages about deviations of web archives.
struct WARCMessageTests {
    private static func header(_ fields: String, version: String = "WARC/1.0") -> [UInt8] {
        Array("\(version)\r\n\(fields)\r\n\r\n".utf8)
    }

    private static let resource = "WARC-Type: resource\r\nWARC-Record-ID: <a>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"

    /// Limits that small archives exceed.
    private static var limits: Limits {
        var limits = Limits()
        (limits.headBytes, limits.fieldBytes, limits.fieldCount, limits.bodyBytes) = (200, 100, 5, 100)
        return limits
    }

    @Test(
        arguments: [
            ("", "the archive has no bytes"),
            ("Content-Length: 5 \u{7F}", "expected one number in Content-Length, but found “5 \u{FFFD}”"),
            ("Content-Length: 400", "the block of 400 bytes is larger than bodyBytes and headBytes allow"),
            ("A: \(String(repeating: "a", count: 100))", "a field of the record has more than 100 bytes"),
            ("A: 1\r\nA: 2\r\nA: 3\r\nA: 4\r\nA: 5\r\nA: 6", "the record has more than 5 fields"),
            (String(repeating: "A: 1\r\n", count: 40), "the header has more than 200 bytes"),
            ("Content-Length: 9", "the archive is truncated in the block of a record"),
        ] as [(String, String)]
    )
    func explainsArchivesThatEndInDamagedData(fields: String, message: String) {
        let bytes = fields.isEmpty ? [] : Self.header(fields)
        #expect(WARCTests.readEvenly(bytes, limits: Self.limits).error?.message.contains(message.prefix(44)) == true)
    }

    @Test func explainsATruncatedHeader() {
        let error = WARCTests.readEvenly(Array("WARC/1.0\r\nWARC-Type: resource\r\n".utf8)).error
        #expect(error?.message == "the archive is truncated in the header of a record")
    }

    /// Records with their fields, the bytes after the header, and the message about them.
    private static let irregular: [[String]] = [
        ["Content-Length: 0", "\r\n\r\n", "the record lacks mandatory fields: WARC-Type, WARC-Record-ID, WARC-Date"],
        [resource + "a\r\nContent-Length: 0", "\r\n\r\n", "ignored 1 line of the header without the name of a field"],
        [resource + "Content-Length: 0", "", "expected CR LF twice after the block"],
        [resource + "Content-Length: 1", "abc", "the record does not end after its 1 byte"],
        [resource + "Content-Length: 900", "abc\r\n\r\n", "the record has 3 bytes, although its length is 900"],
    ]

    @Test(arguments: irregular)
    func explainsIrregularRecords(parts: [String]) {
        let bytes = Self.header(parts[0]) + Array(parts[1].utf8) + WARCTests.record("", type: "request")
        #expect(WARCTests.readEvenly(bytes).records.first?.findings.map(\.message).contains(parts[2]) == true)
    }

    @Test func explainsAnotherVersion() {
        let bytes = Self.header(Self.resource + "Content-Length: 0\r\n", version: "WARC/0.18")
        let records = WARCTests.readEvenly(bytes + Array("\r\n\r\n".utf8)).records
        #expect(records.first?.findings.map(\.message) == ["the version 0.18 was read like 1.1"])
    }

    @Test(
        arguments: [
            ("WARC-Truncated: disconnect\r\n", "response", "the crawler truncated the record: disconnect"),
            (
                "WARC-Segment-Number: 1\r\n", "response",
                "the record is segment 1 of several, and the others are separate records"
            ),
            ("", "revisit", "the payload equals the payload of an earlier record"),
        ]
    )
    func explainsResponsesWithoutTheirPayload(fields: String, type: String, message: String) throws {
        let record = WARCTests.record(WARCTests.response, type: type, fields: fields)
        let entry = try #require(WARCTests.readEvenly(record).records.first?.entry)
        #expect(entry.findings.map(\.message) == [message])
        guard type == "revisit" else { return }
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .data.acceptingAnyMediaType()) }
        #expect(
            error?.message
                == "the transfer failed: the record is a revisit, and repeats the payload of an earlier record"
        )
    }

    @Test func explainsACodingThatTheCrawlerDecoded() throws {
        let response = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: br\r\n\r\nhello"
        let entry = try #require(WARCTests.readEvenly(WARCTests.record(response)).records.first?.entry)
        #expect(entry.findings.map(\.message) == ["the head names the coding br, but the body is already decoded"])
    }

    @Test func countsTheSkippedData() {
        let bytes = Array("a\r\n".utf8) + Self.header("B: c") + WARCTests.record("")
        #expect(
            WARCTests.readEvenly(bytes).records.first?.findings.first?.message
                == "skipped data before this record, at byte 0 of the archive, and 1 more: "
                + "expected “WARC/1.0” or “WARC/1.1” at the beginning of a record"
        )
    }

    #if DECANT_Zstd
    @Test func explainsADictionary() {
        let magic: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18]
        let large = WARCTests.readEvenly(magic + [0, 0, 0, 1]).error
        let message = "the dictionary of 16777216 bytes is larger than the limit of 8388608"
        #expect(large?.message.hasPrefix(message) == true)
        let cut = WARCTests.readEvenly(magic + [9, 0, 0, 0, 1]).error
        #expect(cut?.message == "the archive is truncated in its dictionary")
        let damaged = WARCTests.readEvenly(magic + [5, 0, 0, 0, 0x28, 0xB5, 0x2F, 0xFD, 0]).error
        #expect(damaged?.message.hasPrefix("the dictionary: zstd: ") == true)
    }
    #endif
}
