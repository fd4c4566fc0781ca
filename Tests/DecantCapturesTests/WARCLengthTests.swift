import DecantCaptures
import DecantCore
import Testing
import TestSupport

/// Records whose `Content-Length` is wrong, and blocks and archives in other formats.
struct WARCLengthTests {
    private static let good = WARCTests.record(WARCTests.response, uri: "https://a.example/good")

    /// A response without a length of its own, so that the record alone ends its body.
    private static let response = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"a\":1}"

    private static func record(_ difference: Int, end: String = "\r\n\r\n") -> [UInt8] {
        WARCTests.record(response, length: response.utf8.count + difference, end: end)
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var writer = DeflateWriter()
        writer.putFixedBlock(bytes, isLast: true)
        return Wrapped.gzip(writer.bytes, of: bytes)
    }

    private static func check(_ records: [WARC.Record], count: Int, _ difference: Int) throws {
        #expect(records.count == count, "\(difference)")
        let first = try #require(records.first)
        #expect(first.block == Array(response.utf8), "\(difference)")
        #expect(first.findings.map(\.code) == (difference == 0 ? [] : [.guessedEnd]), "\(difference)")
        #expect(records.dropFirst().allSatisfy { $0.targetURI == "https://a.example/good" && $0.findings == [] })
    }

    /// A larger difference can end the block where the next header, head, or record ends.
    @Test("Ends a record before the next one whatever its length", arguments: -7...205)
    func endsARecordBeforeTheNextOneWhatever(difference: Int) throws {
        let (records, error) = WARCTests.readEvenly(Self.record(difference) + Self.good + Self.good)
        #expect(error == nil)
        try Self.check(records, count: 3, difference)
    }

    @Test(arguments: -7...300)
    func endsARecordAtItsMemberWhateverItsLength(difference: Int) throws {
        let (good, bytes) = (Self.gzip(Self.good), Self.gzip(Self.record(difference)))
        let (records, error) = WARCTests.readEvenly(bytes + good + good)
        #expect(error == nil)
        try Self.check(records, count: 3, difference)
        let (last, failure) = WARCTests.readEvenly(bytes)
        #expect(failure == nil)
        try Self.check(last, count: 1, difference)
    }

    @Test(arguments: Array(-7...60))
    func endsTheLastRecordAtTheEndOfTheArchive(difference: Int) throws {
        let (records, error) = WARCTests.readEvenly(Self.record(difference))
        #expect(error == nil)
        try Self.check(records, count: 1, difference)
    }

    @Test func anArchiveThatIsCutOffIsStillAnError() {
        let (records, error) = WARCTests.readEvenly(Self.good + Self.record(500))
        #expect(records.count == 1)
        #expect(error?.code == .truncatedBody)
    }

    @Test(arguments: ["\r\n\r\n", "\r\n", "\n\n", ""])
    func anArchiveInARecordStaysWhole(end: String) throws {
        let inner = String(decoding: Self.good + Self.good, as: UTF8.self)
        let block = "HTTP/1.1 200 OK\r\nContent-Type: application/warc\r\n\r\n\(inner)."
        for bytes in [WARCTests.record(block, end: end), Self.gzip(WARCTests.record(block, end: end))] {
            let next = bytes[0] == 0x1F ? Self.gzip(Self.good) : Self.good
            let (records, error) = WARCTests.readEvenly(bytes + next)
            #expect(error == nil)
            #expect(records.count == 2)
            #expect(records.first.map { Array($0.block) } == Array(block.utf8))
        }
    }

    @Test func aHeadWithoutABodyKeepsItsEmptyLine() throws {
        let head = "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n"
        for (difference, end) in [(0, ""), (0, "\r\n\r\n"), (4, "\r\n\r\n")] {
            let record = WARCTests.record(head, length: head.utf8.count + difference, end: end)
            let (records, error) = WARCTests.readEvenly(record + Self.good)
            #expect(error == nil)
            #expect(records.count == 2)
            #expect(records.first.map { Array($0.block) } == Array(head.utf8))
        }
    }

    @Test func doesNotWaitForARecordBeyondTheLimits() {
        var limits = Limits()
        (limits.bodyBytes, limits.headBytes) = (1000, 1000)
        let junk = Array(String(repeating: "junk\r\n", count: 1000).utf8)
        let bytes = WARCTests.record("abc", type: "resource", length: 2, end: "") + junk + Self.good
        let (records, error) = WARCTests.readEvenly(bytes, limits: limits)
        #expect(error == nil)
        #expect(records.map(\.blockCount) == [2, WARCTests.response.utf8.count])
        #expect(records.first?.findings.map(\.code) == [.irregularRecord])
    }

    /// The next record begins before, at, or after the limit.
    ///
    /// It is recognized by its first 7 bytes.
    @Test("Counts a block with a too small length toward the limits", arguments: 90...115)
    func countsABlockWithATooSmallLengthToward(count: Int) {
        var limits = Limits()
        (limits.bodyBytes, limits.headBytes) = (0, 100)
        let header = Array("WARC/1.0\r\nContent-Length: 3\r\n\r\n".utf8)
        let block = Array(String(repeating: "a", count: count - 4).utf8) + Array("\r\n\r\n".utf8)
        let (records, _) = WARCTests.readEvenly(header + block + header + Array("abc\r\n\r\n".utf8), limits: limits)
        #expect(records.map(\.blockCount) == [count <= 100 ? count - 4 : 3, 3])
    }

    // MARK: - Other formats

    @Test(arguments: [
        ("{\"a\":1}", "“{\"a\":1}”"), ("", "nothing"), ("<html>\r\n\r\n</html>", "“<html>”"),
        ("RTSP/1.0 200 OK\r\n\r\n", "“RTSP/1.0 200 OK”"), ("\r\n\r\n{}", "“{}”"),
    ])
    func namesABlockThatIsNotAResponse(block: String, found: String) throws {
        let entry = try #require(WARCTests.readEvenly(WARCTests.record(block)).records.first?.entry)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .data) }
        #expect(error?.code == .malformedHead)
        #expect(error?.message == "not an HTTP response: expected “HTTP/”, but found \(found)")
        #expect(found == "nothing" || error?.snippet.map { found.contains($0.text) } == true)
    }

    @Test(arguments: ["filedesc://x.arc 0.0.0.0 2004 text/plain 73\n1 0 A\n\nHTTP/1.1 200 OK\n\n{}\n", "filedesc://"])
    func namesAnArchiveInARC(text: String) {
        for bytes in [Array(text.utf8), Self.gzip(Array(text.utf8))] {
            let (records, error) = WARCTests.readEvenly(bytes)
            #expect(records.isEmpty)
            #expect(error?.code == .unsupportedFormat)
            #expect(error?.message == "ARC, the format before WARC, is not read")
            #expect(error?.offset == 0)
            #expect(error?.hint == "convert the archive to WARC")
        }
        #expect(WARCTests.readEvenly(Array("filed".utf8)).error?.code == .malformedBody)
    }

    @Test func namesALimitOnce() {
        var limits = Limits()
        (limits.bodyBytes, limits.headBytes) = (10, 500)
        let large = WARCTests.record(String(repeating: "a", count: 1000), type: "resource")
        let message = WARCTests.readEvenly(large, limits: limits).error?.message ?? ""
        #expect(message.components("limit bodyBytes") == 1, "\(message)")
        limits = Limits()
        limits.fieldCount = 8
        let fields = String(repeating: "A: b\r\n", count: 9)
        let entry = WARCTests.read(WARCTests.record("HTTP/1.1 200 OK\r\n\(fields)\r\n"), limits: limits).records.first?
            .entry
        let error = #expect(throws: ResponseError.self) { try entry?.value(as: .data) }
        #expect(error?.message.components("limit fieldCount") == 1, "\(error?.message ?? "")")
    }
}

extension String {
    /// Returns the number of times that the text contains another one.
    fileprivate func components(_ other: String) -> Int { ranges(of: other).count }
}
