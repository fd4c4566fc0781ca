import DecantCaptures
import DecantCore
import DecantJSON
import Foundation
import Testing
import TestSupport

/// Secrets in all parts of an archive and in several encodings, none of which the writer may leave.
struct PlantedSecretsTests {
    private static let encodings: [@Sendable (String) -> String] = [
        { $0 },
        { $0.utf8.map { String(format: "%%%02x", $0) }.joined() },
        { Data($0.utf8).base64EncodedString() },
        {
            Data("{\"id\":\"\($0)\"}".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        },
        { $0.utf8.map { String(format: "\\u%04x", $0) }.joined() },
        // The beginning of a member of gzip with a stored block.
        { Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 20, 0, 0xEB, 0xFF] + Array($0.utf8)).base64EncodedString() },
    ]

    /// An entry with a secret in a part.
    private static func entry(_ secret: String, at position: Int) -> String {
        let escaped = String(decoding: JSON.Value.string(secret).bytes().dropFirst().dropLast(), as: UTF8.self)
        // A body in a member of JSON is escaped once more.
        let twice = String(decoding: JSON.Value.string(escaped).bytes().dropFirst().dropLast(), as: UTF8.self)
        var (url, request, post, response, type, text) = ("https://a.example/api", "", "", "", "application/json", "[]")
        func field(_ name: String, _ value: String) -> String { #",{"name":"\#(name)","value":"\#(value)"}"# }
        switch position {
        case 0: url += "/\(escaped)/items"
        case 1: url += "?q=\(escaped)&page=1"
        case 2: url = "https://\(escaped):\(escaped)@a.example/"
        case 3: url += "#state=\(escaped)"
        case 4: request = field("X-Custom", escaped)
        case 5: request = field("Cookie", "a=\(escaped); b=1")
        case 6: request = field("Authorization", "Bearer \(escaped)")
        case 7: request = field("Referer", "https://a.example/?x=\(escaped)")
        case 8: post = #","postData":{"mimeType":"application/json","text":"{\"a\":\"\#(twice)\"}"}"#
        case 9:
            post = #"""
                ,"postData":{"mimeType":"application/x-www-form-urlencoded",
                "params":[{"name":"a","value":"\#(escaped)"}]}
                """#
        case 10: response = field("Server", "nginx \(escaped)")
        case 11: response = field("Set-Cookie", "id=\(escaped); Path=/\(escaped); HttpOnly")
        case 12: response = field("Location", "/x/\(escaped)?a=\(escaped)")
        case 13: text = #"{\"name\":[{\"deep\":\"\#(twice)\"}]}"#
        case 14: text = #"{\"json\":\"{\\\"a\\\":\\\"\#(twice.replacing("\\", with: "\\\\"))\\\"}\"}"#
        case 15: (type, text) = ("application/xml", "<a b='\(escaped)'>\(escaped)<!-- \(escaped) --></a>")
        case 16: (type, text) = ("application/x-plist", "<plist><string>\(escaped)</string></plist>")
        case 17: (type, text) = ("text/html", "<html><p>\(escaped)</p></html>")
        case 18: (type, text) = ("text/event-stream", #"id: \#(escaped)\ndata: {\"a\":\"\#(twice)\"}\n\n"#)
        default: (type, text) = ("text/csv", "name,value\\n\(escaped),1")
        }
        return #"""
            {"startedDateTime":"2026-01-02T03:04:05.678Z","time":1,"request":{"method":"POST","url":"\#(url)",
            "httpVersion":"h2","headers":[{"name":"Accept","value":"*/*"}\#(request)]\#(post)},
            "response":{"status":200,"statusText":"OK","httpVersion":"h2",
            "headers":[{"name":"Content-Type","value":"\#(type)"}\#(response)],
            "content":{"size":1,"mimeType":"\#(type)","text":"\#(text)"}}}
            """#
    }

    /// Returns the texts of an archive: raw, with the strings of the document, and with percent-encoding decoded.
    private static func texts(of archive: [UInt8]) throws -> String {
        var all = String(decoding: archive, as: UTF8.self)
        var rest = [try JSON.Value(JSON(parsing: archive))]
        while let value = rest.popLast() {
            switch value {
            case .string(let text):
                all += "\n\(text)\n\(text.removingPercentEncoding ?? "")"
                if let nested = try? JSON(parsing: Array(text.utf8)) { rest.append(try JSON.Value(nested)) }
            case .array(let elements): rest += elements
            case .object(let members): rest += members.flatMap { [.string($0.key), $0.value] }
            default: break
            }
        }
        return all
    }

    @Test func noneOf200SecretsIsLeft() throws {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
        var planted: [String] = []
        var entries: [String] = []
        for index in 0..<200 {
            let secret = String((0..<20).map { _ in letters.randomElement(using: &generator) ?? "a" })
            let encoded = Self.encodings[index / 20 % Self.encodings.count](secret)
            planted += Self.encodings.map { $0(secret) }
            entries.append(Self.entry(encoded, at: index % 20))
        }
        let archive = Array("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8)
        let read = HARTests.read(archive)
        #expect(read.error == nil && read.entries.count == 200)
        let before = try Self.texts(of: archive)
        #expect(planted.filter(before.contains).count >= 200)
        let texts = try Self.texts(of: HARWriterTests.write(archive))
        for secret in planted { #expect(!texts.contains(secret)) }
    }

    @Test func credentialsAreFoundAndNotShownAgain() throws {
        let entry = HARTests.entry(
            #"{"text":"{\"password\":\"hush\",\"n\":1}"}"#,
            fields: #",{"name":"Set-Cookie","value":"sid=hush"},{"name":"Server","value":"a"}"#
        )
        .replacing("?c=d", with: "?token=hush")
        let found = try #require(HARTests.read(HARTests.archive(entry)).entries.first).credentials
        #expect(found.map(\.part) == ["request.url", "response.headers.Set-Cookie", "response.content"])
        #expect(found.last?.range == 13..<17)
        let hidden = HARWriterTests.write(HARTests.archive(entry), .credentials)
        #expect(!String(decoding: hidden, as: UTF8.self).contains("hush"))
    }
}

/// A check of an archive by the specification of HAR 1.2.
enum HARSchema {
    private enum Kind { case string, number, array, object }

    private static let log: [(String, Kind)] = [("version", .string), ("creator", .object), ("entries", .array)]
    private static let entry: [(String, Kind)] = [
        ("startedDateTime", .string), ("time", .number), ("request", .object), ("response", .object),
        ("cache", .object), ("timings", .object),
    ]
    private static let message: [(String, Kind)] = [
        ("httpVersion", .string), ("cookies", .array), ("headers", .array), ("headersSize", .number),
        ("bodySize", .number),
    ]
    private static let request: [(String, Kind)] =
        message + [
            ("method", .string), ("url", .string), ("queryString", .array),
        ]
    private static let response: [(String, Kind)] =
        message + [
            ("status", .number), ("statusText", .string), ("content", .object), ("redirectURL", .string),
        ]

    /// Returns the paths of members that are missing or of another kind.
    static func faults(of archive: JSON) -> [String] {
        var faults: [String] = []
        func check(_ value: JSON?, _ path: String, _ members: [(String, Kind)]) {
            for (name, kind) in members where !matches(value?[name], kind) { faults.append("\(path).\(name)") }
        }
        func checkPairs(_ value: JSON?, _ path: String) {
            for pair in value?.array.map(Array.init) ?? [] {
                check(pair, path, [("name", .string), ("value", .string)])
            }
        }
        let log = archive["log"]
        check(log, "log", Self.log)
        check(log?["creator"], "log.creator", [("name", .string), ("version", .string)])
        for one in log?["entries"]?.array.map(Array.init) ?? [] {
            check(one, "entry", entry)
            check(one["request"], "request", request)
            check(one["response"], "response", response)
            check(one["response"]?["content"], "content", [("size", .number), ("mimeType", .string)])
            check(one["timings"], "timings", [("send", .number), ("wait", .number), ("receive", .number)])
            if let post = one["request"]?["postData"] {
                check(post, "postData", [("mimeType", .string), ("text", .string)])
            }
            for (message, names) in [
                ("request", ["headers", "cookies", "queryString"]), ("response", ["headers", "cookies"]),
            ] {
                for name in names { checkPairs(one[message]?[name], "\(message).\(name)") }
            }
            let time = one["startedDateTime"]?.string ?? ""
            let pattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/
            if time.wholeMatch(of: pattern) == nil { faults.append("startedDateTime: \(time)") }
        }
        return faults
    }

    private static func matches(_ value: JSON?, _ kind: Kind) -> Bool {
        switch kind {
        case .string: value?.string != nil
        case .number: value?.double != nil
        case .array: value?.array != nil
        case .object: value?.object != nil
        }
    }
}

/// The archives of the shared corpus, written again.
@Suite(.enabled(if: HARCorpus.folder != nil, "DECANT_CORPORA is not set"))
struct HiddenCorpusTests {
    @Test(arguments: HARCorpus.rows.filter { $0.expectation == "accept" }, [HAR.Hiding.values, .credentials])
    func everyWrittenArchiveConformsToTheFormat(row: HARCorpus.Row, hiding: HAR.Hiding) throws {
        let archive = try HARCorpus.bytes(of: row)
        let written = HARWriterTests.write(archive, hiding)
        #expect(HARSchema.faults(of: try JSON(parsing: written)) == [])
        let (before, after) = (HARTests.read(archive).entries, HARTests.read(written).entries)
        #expect(after.count == before.count)
        for (entry, hidden) in zip(before, after) {
            #expect(hidden.context.status == entry.context.status)
            #expect(hidden.context.mediaType?.essence == entry.context.mediaType?.essence)
            #expect(Self.code(of: hidden) == Self.code(of: entry))
        }
    }

    /// Returns the code of the error when an entry is decoded as bytes.
    private static func code(of entry: CaptureEntry) -> ResponseError.Code? {
        do throws(ResponseError) { _ = try entry.value(as: .data) } catch { return error.code }
        return nil
    }
}
