import DecantExamine
import Foundation
import Testing

/// The lines of `decant-examine`; the expected digests come from `printf … | sha256sum`.
struct ExaminationTests {
    /// The lines for one file with the given contents.
    private static func lines(_ arguments: [String], _ contents: Data) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("examine-\(UUID().uuidString)")
        try contents.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return run(arguments + [file.path])
    }

    private static func run(_ arguments: [String]) -> [String] {
        final class Lines { var all: [String] = [] }
        let lines = Lines()
        _ = Examination.run(arguments.map { Array($0.utf8) }, print: { lines.all.append($0) }, complain: { _ in })
        return lines.all
    }

    private static func digest(_ arguments: [String], _ contents: String) throws -> String? {
        let line = try lines(arguments + ["--digest"], Data(contents.utf8)).first
        return line?.split(separator: " ").first.map(String.init)
    }

    private static func report(_ arguments: [String], _ contents: Data) throws -> [String: Any] {
        let line = try #require(try lines(arguments + ["--report", "--digest"], contents).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func digestsBytesOfEveryLength() throws {
        // for n in 0 55 56 63 64 65 1000: head -c $n /dev/zero | sha256sum
        let digests = [
            55: "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7",
            56: "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb",
            63: "c7723fa1e0127975e49e62e753db53924c1bd84b8ac1ac08df78d09270f3d971",
            64: "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b",
            65: "98ce42deef51d40269d542f5314bef2c7468d401ad5d85168bfab4c0108f75f7",
            1000: "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53",
        ]
        for (count, digest) in digests {
            let line = try Self.lines(["--as", "data", "--digest"], Data(count: count)).first
            #expect(line?.hasPrefix(digest + "  ") == true, "\(count)")
        }
    }

    @Test func digestsText() throws {
        let digest = try Self.digest(["--as", "string"], "abc")
        #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func digestsTheEventsOfJSON() throws {
        // printf '{\nk:61\n[\nn:3ff0000000000000\ns:c3a9\nt\nf\nz\n]\n}' | sha256sum
        let digest = try Self.digest([], #"{"a":[1,"é",true,false,null]}"#)
        #expect(digest == "2928fa99cb9a08b0331a03340f7b103c22590ddaf3b281639bc123c835b37fb7")
    }

    @Test func digestsTheEventsOfADocument() throws {
        // printf 'P:61:62\nS:63\nA:64=31\nA:786d6c6e733a65=66\nT:3c78793e\nC:7a\nT:21\nE:63' | sha256sum
        let document = "<?a b?><c xmlns:e='f' d='1'>&lt;<![CDATA[x]]>y><!--z-->!</c>"
        let digest = try Self.digest(["--as", "xml"], document)
        #expect(digest == "412de4cea05d9a70643f33aba7eda736f15eb16bb14be4318fefce56dea97923")
        #expect(try Self.digest(["--as", "xml-events"], document) == digest)
    }

    @Test("A large document has one digest as a tree and as a stream") func aLargeDocumentHasOneDigestAsATree() throws {
        let large = "<r>" + String(repeating: "<é>ü</é>", count: 60_000) + "</r>"
        let events = try Self.digest(["--as", "xml-events"], large)
        #expect(events?.count == 64)
        #expect(try Self.digest(["--as", "xml"], large) == events)
    }

    @Test func digestsTheEventsOfAList() throws {
        // printf '{\nk:61\n[\ni:-1\nr:3fe0000000000000\nb:1\nt:2001-01-01T00:00:01.000000Z\n'\
        // 'd:00ff\n]\nk:62\ns:c3a9\n}' | sha256sum
        let list = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>b</key><string>é</string><key>a</key><array>\
            <integer>-1</integer><real>0.5</real><true/><date>2001-01-01T00:00:01Z</date><data>AP8=</data></array>\
            </dict></plist>
            """
        let digest = try Self.digest([], list)
        #expect(digest == "60c54f8d693454e1bbabbce6b1997dd71b40f8a975507c5725283b716f93312c")
    }

    @Test func digestsTheLastMemberOfAName() throws {
        let twice = "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>"
        let once = "<plist><dict><key>a</key><false/></dict></plist>"
        #expect(try Self.digest([], twice) == Self.digest([], once))
    }

    private static let fixtures = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../Tests/Fixtures/Images").standardized

    /// The digests match the samples described by the script that makes the fixtures.
    @Test("Digests the displayed and the stored samples of an image") func digestsTheDisplayedAndTheStoredSamples()
        throws
    {
        let line = try Self.report([], Data(contentsOf: Self.fixtures.appendingPathComponent("rgb.png")))
        var (seen, stored) = (Data(), Data())
        for (x, y) in (0..<35).map({ ($0 % 7, $0 / 7) }) {
            let color = Data([UInt8(x * 40), UInt8(y * 60), (x + y) % 2 == 0 ? 0 : 255])
            seen += color + [255]
            stored += color
        }
        for (names, bytes) in [(["digest", "pixelsDigest", "framesDigest"], seen), (["nativeDigest"], stored)] {
            let digest = try Self.lines(["--as", "data", "--digest"], bytes).first?.prefix(64)
            for name in names { #expect(line[name] as? String == digest.map(String.init)) }
        }
        let grid = try #require(line["grid"] as? String)
        #expect(grid.count == 512)
        // Seven columns are spread over eight cells; the first two cells are the first column.
        #expect(grid.hasPrefix("000000ff" + "000000ff" + "2800ffff" + "500000ff"))
        #expect(grid.hasSuffix("f0f000ff"))
    }

    @Test func digestsEveryFrame() throws {
        let line = try Self.report([], Data(contentsOf: Self.fixtures.appendingPathComponent("animated.gif")))
        #expect((line["image"] as? [String: Any])?["frames"] as? Int == 4)
        #expect(line["framesDigest"] as? String != line["pixelsDigest"] as? String)
        #expect(line["nativeDigest"] is NSNull)
    }

    @Test func digestsTheItemsOfStreams() throws {
        // printf '[{"retry":5},{"event":"message","data":"\\u00e9","lastEventId":"7"}]' | sha256sum
        let events = try Self.report(["--as", "sse"], Data("retry: 5\nid: 7\ndata: é\n\n".utf8))
        #expect(events["items"] as? Int == 1 && events["verdicts"] == nil)
        #expect(events["itemsDigest"] as? String == "07b9831dc609678217903c8be994b6c13042b3619f2cb45f75817d7abd5f5f1e")
        // printf '{"a":[1,"\\u00e9"]}\n2' | sha256sum
        let digest = "e2a7e98a514dc0bc5e67ea0db74d4b5185c5cdb4e6cce9550b2c5d773b7cde0e"
        for (format, text, verdicts) in [
            ("json-lines", "{\"a\": [1, \"é\"]}\n\nx\n2\n", "vbmv"),
            ("json-seq", "\u{1E}{\"a\": [1, \"é\"]}\n\u{1E}{\u{1E}2\n", "vmv"),
        ] {
            let line = try Self.report(["--as", format, "--skip-bad-items"], Data(text.utf8))
            #expect(line["items"] as? Int == 2 && line["itemsDigest"] as? String == digest, "\(format)")
            #expect(line["verdicts"] as? String == verdicts, "\(format)")
        }
        // printf 'eins\nzwei' | sha256sum
        let lines = try Self.report(["--as", "lines"], Data("eins\r\nzwei".utf8))
        #expect(lines["itemsDigest"] as? String == "ea2458d2b156fa75a0ceab7770245259628c379945516a480ca7d2d0a0c309db")
    }

    @Test func aFailureHasNoDigest() throws {
        let line = try Self.report(["--as", "xml-events"], Data("<a>\n<b></a>".utf8))
        #expect(line["verdict"] as? String == "failure")
        #expect(line["digest"] is NSNull)
    }

    @Test(arguments: [
        [], ["--report"], ["file"], ["--report", "--as", "yaml", "file"], ["--report", "--status", "1000", "file"],
        ["--report", "--unknown", "x", "file"], ["--report", "file", "--as"],
    ])
    func rejectsIncorrectUsage(arguments: [String]) {
        let status = Examination.run(arguments.map { Array($0.utf8) }, print: { _ in }, complain: { _ in })
        #expect(status == 2)
    }

    @Test(
        "A body without a head, in named codings, has the digest of the decoded body",
        arguments: ["gzip", "identity, X-GZIP"]
    )
    func decodesContentCodings(names: String) throws {
        let coded = try #require(Data(base64Encoded: "H4sIAAAAAAAC/6tWykxRslIw11FQykvMTQUylRxTEpVqAYQwxPMYAAAA"))
        let line = try Self.report(["--coding", names, "--as", "data", "--input", "body"], coded)
        #expect(line["bytes"] as? Int == 24 && line["verdict"] as? String == "value")
        #expect(line["digest"] as? String == "dd3057c9fa340b97c54aad46c0ca74cf335c3de7baa1eb3ddca9ad033d5967ac")
        let cut = try Self.report(["--coding", names, "--as", "data", "--input", "body"], coded.dropLast())
        #expect((cut["error"] as? [String: Any])?["code"] as? String == "truncatedBody")
        let unknown = try Self.report(["--coding", "foo", "--as", "data", "--input", "body"], coded)
        #expect((unknown["error"] as? [String: Any])?["code"] as? String == "unsupportedFormat")
    }

    @Test func printsALineForEachEntryOfAnArchive() throws {
        // printf '{"a":1}' | sha256sum
        let archive = """
            {"log":{"entries":[{"request":{"method":"GET","url":"https://a.example/b"},\
            "response":{"status":200,"headers":[
            {"name":"Content-Type","value":"application/json"}],"content":{"text":"{\\"a\\":1}"}}},\
            {"response":{"status":0}}
            """
        let lines = try Self.lines(["--input", "har", "--report", "--digest"], Data(archive.utf8)).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 3)
        #expect(lines[0]["entry"] as? Int == 0)
        #expect(lines[0]["url"] as? String == "https://a.example/b")
        #expect(lines[0]["method"] as? String == "GET")
        #expect(lines[0]["status"] as? Int == 200)
        #expect(lines[0]["verdict"] as? String == "value")
        #expect(lines[0]["bytes"] as? Int == 7)
        #expect(lines[0]["sha256"] as? String == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862")
        #expect(lines[1]["verdict"] as? String == "failure")
        #expect((lines[1]["error"] as? [String: Any])?["code"] as? String == "transportFailed")
        #expect((lines[2]["error"] as? [String: Any])?["code"] as? String == "truncatedBody")
        #expect(lines[2]["entry"] is NSNull)
    }

    @Test func printsALineForEachSavedResponse() throws {
        let one = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc"
        let lines = try Self.lines(["--input", "saved", "--digest"], Data((one + one).utf8))
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  ") })
        #expect(lines.last?.hasSuffix("#1") == true)
    }

    @Test func printsALineForEachResponseOfAWebArchive() throws {
        let block = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc"
        let record = """
            WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
            WARC-Target-URI: https://a.example/\r\nContent-Type: application/http\r\n\
            Content-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n
            """
        let archive = Data((record + "junk\r\n" + record + record.dropLast(9)).utf8)
        let lines = try Self.lines(["--input", "warc", "--report", "--digest"], archive).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["verdict"] as? String } == ["value", "failure", "value", "failure"])
        #expect(lines.map { $0["entry"] as? Int } == [0, nil, 1, nil])
        #expect(lines[0]["url"] as? String == "https://a.example/")
        #expect(lines[2]["sha256"] as? String == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect((lines[3]["error"] as? [String: Any])?["code"] as? String == "truncatedBody")
    }
}
