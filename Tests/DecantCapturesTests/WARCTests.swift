import DecantCaptures
import DecantCore
import HTTPTypes
import Testing

struct WARCTests {
    /// A record with the fields that every record has.
    static func record(
        _ block: String,
        type: String = "response",
        contentType: String = "application/http;msgtype=response",
        uri: String = "https://a.example/b",
        length: Int? = nil,
        fields: String = "",
        end: String = "\r\n\r\n"
    ) -> [UInt8] {
        Array(
            """
            WARC/1.1\r\nWARC-Type: \(type)\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
            WARC-Target-URI: \(uri)\r\n\(fields)Content-Type: \(contentType)\r\n\
            Content-Length: \(length ?? block.utf8.count)\r\n\r\n\(block)\(end)
            """.utf8
        )
    }

    static let response = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"

    static func read(_ bytes: [UInt8], limits: Limits = Limits(), chunk: Int? = nil)
        -> (records: [WARC.Record], error: ResponseError?)
    {
        var reader = WARC.Reader(limits: limits)
        var records: [WARC.Record] = []
        do throws(ResponseError) {
            for start in stride(from: 0, to: bytes.count, by: chunk ?? max(1, bytes.count)) {
                reader.append(bytes[start..<min(bytes.count, start + (chunk ?? bytes.count))])
                while let record = try reader.next() { records.append(record) }
            }
            reader.finish()
            while let record = try reader.next() { records.append(record) }
            return (records, nil)
        } catch {
            return (records, error)
        }
    }

    /// Reads an archive in one chunk and byte by byte, and checks that the results agree.
    static func readEvenly(_ bytes: [UInt8], limits: Limits = Limits())
        -> (records: [WARC.Record], error: ResponseError?)
    {
        let (whole, single) = (read(bytes, limits: limits), read(bytes, limits: limits, chunk: 1))
        #expect(whole.records.map(\.offset) == single.records.map(\.offset))
        #expect(whole.records.map(\.block) == single.records.map(\.block))
        #expect(whole.records.map(\.findings) == single.records.map(\.findings))
        #expect(whole.error?.message == single.error?.message)
        #expect(whole.error?.offset == single.error?.offset)
        return whole
    }

    private static func only(_ bytes: [UInt8]) throws -> WARC.Record {
        let (records, error) = readEvenly(bytes)
        #expect(error == nil)
        #expect(records.count == 1)
        return try #require(records.first)
    }

    @Test func readsARecordAndItsFields() throws {
        let record = try Self.only(Self.record(Self.response, fields: "X-Folded: a\r\n  b\r\nx-empty:\r\n"))
        #expect(record.kind == .response)
        #expect(record.version == "1.1")
        #expect(record.offset == 0)
        #expect(record.targetURI == "https://a.example/b")
        #expect(record.date == "2026-01-02T03:04:05Z")
        #expect(record.identifier == "<urn:uuid:1>")
        #expect(record.contentType == "application/http;msgtype=response")
        #expect(record["x-folded"] == "a b")
        #expect(record["X-Empty"] == "")
        #expect(record["X-None"] == nil)
        #expect(record.fields.map(\.key).first == "WARC-Type")
        #expect(record.fields.count == 8)
        #expect(record.block == Array(Self.response.utf8))
        #expect(record.findings == [])
    }

    @Test func decodesAResponseLikeALiveOne() throws {
        let entry = try #require(try Self.only(Self.record(Self.response)).entry)
        #expect(entry.context.url == "https://a.example/b")
        #expect(entry.startedDateTime == "2026-01-02T03:04:05Z")
        #expect(try entry.value(as: .data.acceptingAnyMediaType()) == Array("{\"a\":1}".utf8))
        #expect(entry.findings == [])
    }

    @Test func joinsChunksAndSkipsInterimHeads() throws {
        let chunked = """
            HTTP/1.1 100 Continue\r\n\r\n\
            HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n\
            3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n
            """
        let entry = try #require(try Self.only(Self.record(chunked)).entry)
        #expect(entry.body == Array("abcde".utf8))
        #expect(entry.findings.map(\.code) == [.chunkedBody])
    }

    @Test("Reports chunks and codings that the crawler removed") func reportsChunksAndCodingsThatTheCrawler() throws {
        let removed = """
            HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\
            Content-Length: 3\r\n\r\nhello
            """
        let entry = try #require(try Self.only(Self.record(removed)).entry)
        #expect(entry.body == Array("hello".utf8))
        #expect(entry.findings.map(\.code) == [.irregularHead, .transferCoding, .contentCoding])
        #expect(try entry.value(as: .data.acceptingAnyMediaType()) == Array("hello".utf8))
    }

    @Test("Reads a resource and a response of another protocol") func readsAResourceAndAResponse() throws {
        let resource = try Self.only(Self.record("{}", type: "resource", contentType: "application/json"))
        #expect(resource.entry?.context.head == nil)
        #expect(resource.entry?.context.mediaType?.essence == "application/json")
        #expect(resource.entry?.body.elementsEqual("{}".utf8) == true)
        let address = "a.example. IN A 192.0.2.1"
        let name = try Self.only(Self.record(address, contentType: "text/dns", uri: "dns:a.example"))
        #expect(name.entry?.context.mediaType?.essence == "text/dns")
    }

    @Test(arguments: ["request", "metadata", "warcinfo", "conversion", "other"])
    func recordsWithoutAResponseHaveNoEntry(type: String) throws {
        let record = try Self.only(Self.record("a", type: type, contentType: "text/plain"))
        #expect(record.entry == nil)
        #expect("\(record.kind)".contains(type))
    }

    @Test func explainsARevisit() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n"
        for block in [head, ""] {
            let record = Self.record(block, type: "revisit", fields: "WARC-Refers-To: <urn:uuid:0>\r\n")
            let entry = try #require(try Self.only(record).entry)
            #expect(entry.findings.map(\.code) == [.revisit])
            let error = #expect(throws: ResponseError.self) { try entry.value(as: .data.acceptingAnyMediaType()) }
            #expect(error?.message.contains("repeats the payload of <urn:uuid:0>") == true)
        }
    }

    @Test func explainsAMalformedHead() throws {
        let entry = try #require(try Self.only(Self.record("HTTP/1.1 200 OK\r\nA: \0\r\n\r\nabc")).entry)
        let error = #expect(throws: ResponseError.self) { try entry.value(as: .data) }
        #expect(error?.code == .malformedHead)
        #expect(error?.offset == 20)
        #expect(error?.context?.url == "https://a.example/b")
    }

    @Test func warnsOfARecordThatTheCrawlerTruncated() throws {
        let record = try Self.only(Self.record(Self.response, fields: "WARC-Truncated: length\r\n"))
        #expect(record.entry?.findings.map(\.code) == [.truncatedBody])
    }

    @Test func stripsTheAngleBracketsOfAnAddress() throws {
        #expect(try Self.only(Self.record("", uri: "<https://a.example/>")).targetURI == "https://a.example/")
    }
}

// MARK: - Damage

extension WARCTests {
    private static let good = record(response, uri: "https://a.example/good")

    @Test(arguments: [
        (Array("junk\r\n".utf8), "expected “WARC/1.0” or “WARC/1.1” at the beginning of a record"),
        (Array("WARC/1.0\r\nWARC-Type: response\r\n\r\n".utf8), "the record has no Content-Length"),
        (Array("WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n".utf8), "expected one number"),
        (Array("WARC/1.0\r\nContent-Length: -1\r\n\r\nabc\r\n\r\n".utf8), "but found “-1”"),
        (Array("WARC/1.0\r\nContent-Length: 99999999999999999999999\r\n\r\nabc\r\n\r\n".utf8), "larger than bodyBytes"),
        (Array("WARC/1.0\r\nContent-Length: 3\r\n".utf8), "the header of a record ends without an empty line"),
    ])
    func skipsDamagedData(damage: [UInt8], message: String) throws {
        let (records, error) = Self.readEvenly(Self.good + damage + Self.good)
        #expect(error == nil)
        #expect(records.count == 2)
        #expect(records.last?.findings.map(\.code) == [.skippedRecord])
        #expect(records.last?.findings.first?.message.contains(message) == true, "\(records.last?.findings ?? [])")
        let (first, last) = Self.readEvenly(Self.good + damage)
        #expect(first.count == 1)
        #expect(last?.offset == Self.good.count)
    }

    @Test("Ends a record with a too large length before the next one") func endsARecordWithATooLargeLength() throws {
        let long = Self.record("abc", type: "resource", length: 500)
        for bytes in [long + Self.good + Self.good + Self.good, long + Self.good] {
            let (records, error) = Self.readEvenly(bytes)
            #expect(error == nil)
            #expect(records.first?.block.elementsEqual("abc".utf8) == true)
            #expect(records.first?.findings.map(\.code) == [.guessedEnd])
            #expect(records.dropFirst().allSatisfy { $0.targetURI == "https://a.example/good" })
            #expect(records.count == (bytes.count - long.count) / Self.good.count + 1)
        }
    }

    @Test(
        "Reads the record after one with an enormous length",
        arguments: [Int.max, .max - 9, .max >> 1, .max >> 1 - 600]
    )
    func readsTheRecordAfterOneWithAnEnormous(_ length: Int) throws {
        let long = Self.record("abc", type: "resource", length: length)
        let (records, error) = Self.readEvenly(long + Self.good, limits: .unlimited)
        #expect(records.last?.targetURI == "https://a.example/good")
        #expect(error == nil)
    }

    @Test("Skips the rest of a record with a too small length and no end")
    func skipsTheRestOfARecordWithATooSmallLength() throws {
        let long = Self.record("abcdef", type: "resource", length: 3, end: "\r\n")
        let (records, error) = Self.readEvenly(long + Self.good)
        #expect(error == nil)
        #expect(records.map(\.blockCount) == [3, Self.response.utf8.count])
        #expect(records.first?.findings.map(\.code) == [.irregularRecord])
    }

    @Test(arguments: ["", "\n", "\r\n", "\n\n", "\r\n\r\n\r\n\r\n"])
    func acceptsOtherLineEndsAfterARecord(end: String) throws {
        let (records, error) = Self.readEvenly(Self.record("abc", type: "resource", end: end) + Self.good)
        #expect(error == nil)
        #expect(records.count == 2)
        #expect(records.first?.findings.count == (end.utf8.count < 4 ? 1 : 0))
    }

    @Test func reportsATruncatedArchiveAfterItsRecords() throws {
        for count in [1, 12, 100, Self.good.count - 20] {
            let (records, error) = Self.readEvenly(Self.good + Self.good.prefix(count))
            #expect(records.count == 1)
            #expect(error?.offset == Self.good.count, "\(count)")
        }
        #expect(Self.readEvenly([]).error?.code == .emptyBody)
    }

    @Test func reportsDeviationsOfTheHeader() throws {
        let (records, _) = Self.readEvenly(Array("WARC/0.18\nno colon\nContent-Length: 0\n\n\n\n".utf8))
        #expect(records.first?.findings.count == 4)
        #expect(records.first?.kind == .other(""))
    }

    @Test func rejectsRecordsBeyondTheLimits() throws {
        var limits = Limits()
        limits.headBytes = 300
        limits.bodyBytes = 100
        let large = Self.record(String(repeating: "a", count: 500), type: "resource")
        let long = Self.record("", fields: "X: \(String(repeating: "a", count: 500))\r\n")
        for bytes in [large, long] {
            let (records, error) = Self.readEvenly(bytes + Self.good, limits: limits)
            #expect(error == nil)
            #expect(records.count == 1)
            #expect(records.first?.findings.map(\.code) == [.skippedRecord])
        }
        // Another record begins before, at, or after the limit. It is recognized by its first 7 bytes.
        for count in 260...310 {
            let header = "WARC/1.1\r\nX: " + String(repeating: "a", count: count - 15) + "\r\n"
            let (records, error) = Self.readEvenly(Array(header.utf8) + Self.good, limits: limits)
            #expect(error == nil && records.count == 1)
            let isCut = records.first?.findings.first?.message.contains("ends without an empty line")
            #expect(isCut == (count <= 293), "\(count)")
        }
        limits = Limits()
        limits.fieldCount = 3
        #expect(Self.readEvenly(Self.good, limits: limits).error?.limit == .fieldCount)
    }

    @Test func readsRecordsAsynchronously() async throws {
        let bytes = Self.good + Self.good + Self.good.dropLast(10)
        let chunks = AsyncStream<[UInt8]> { continuation in
            for byte in bytes { continuation.yield([byte]) }
            continuation.finish()
        }
        var count = 0
        do throws(ResponseError) {
            for try await record in WARC.records(of: chunks) { count += record.blockCount > 0 ? 1 : 0 }
            Issue.record("no error")
        } catch {
            #expect(error.code == .truncatedBody)
        }
        #expect(count == 2)
    }
}
