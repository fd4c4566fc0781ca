import Decant
import DecantCaptures
import DecantFoundation
import DecantTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response for each finding code and a test for each limit, which proves that all of them are used.
@Suite struct FindingCatalogueTests {
    private struct Title: Decodable, Sendable { var title: String }

    private struct Account: Decodable, Sendable {
        var created: String?

        enum CodingKeys: String, CodingKey { case created = "created_at" }
    }

    private static func findings<Output>(_ serializer: some ResponseSerializer<Output>, _ sample: ResponseSample)
        -> [Finding]
    {
        do throws(ResponseError) {
            return try sample.response(as: serializer).findings
        } catch {
            return error.findings
        }
    }

    private static func json(_ text: String, _ type: String? = "application/json", status: Int = 200) -> ResponseSample
    {
        ResponseSample(status, type, text)
    }

    private static func json(_ text: String, length: String) -> ResponseSample {
        json(text).with(length, for: .contentLength)
    }

    private static func lenient(_ change: (inout JSON.Options) -> Void) -> JSONResponseSerializer<JSON> {
        var options = JSON.Options()
        change(&options)
        return JSONResponseSerializer(options: options)
    }

    /// The codes without an example here, which other tests cover.
    ///
    /// Only the command guesses media types, and the codes of digests are declared only with their trait.
    private static let others: Set<Finding.Code> = [.guessedMediaType, "digestMismatch", "unverifiedDigest"]

    /// The findings of one response for each code except the others.
    private static let examples: [Finding.Code: @Sendable () throws -> [Finding]] = [
        .unacceptableStatus: { findings(.json, json("{}", status: 404)) },
        .missingMediaType: { findings(.json, json("{}", nil)) },
        .malformedMediaType: { findings(.json, json("{}", "json")) },
        .unacceptableMediaType: { findings(.json, json("{}", "text/html")) },
        .toleratedMediaType: { findings(JSONResponseSerializer().accepting("text/html"), json("{}", "text/html")) },
        .aliasedMediaType: { findings(.data, json("x", "image/jpg")) },
        .irregularMediaType: { findings(.json, json("{}", "application/json; charset; x=\"a")) },
        .repeatedMediaType: { findings(.json, json("{}", "application/json, application/json")) },
        .truncatedBody: { findings(.json, json("{}", length: "9")) },
        .surplusBytes: { findings(.json, json("{} ", length: "2")) },
        .malformedContentLength: { findings(.json, json("{}", length: "two")) },
        .unexpectedBody: { findings(.data, json("x", status: 204)) },
        .contentCoding: {
            let gzip: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0]
            let sample = ResponseSample(200, "application/json", bytes: gzip)
            return findings(.json, sample.with("gzip", for: .contentEncoding))
        },
        .byteOrderMark: { findings(.json, json("\u{FEFF}{}")) },
        .xssiPrefix: { findings(JSONResponseSerializer().removingXSSIPrefix(), json(")]}'\n{}")) },
        .jsonpCallback: { findings(JSONResponseSerializer().removingJSONPCallback(), json("cb({})")) },
        .textBeforeDocument: { findings(JSONResponseSerializer().removingTextBeforeDocument(), json("oops\n{}")) },
        .transcoded: { findings(.string, ResponseSample(200, "text/plain; charset=latin1", bytes: [0xE9])) },
        .conflictingCharset: { findings(.string, json("\u{FEFF}a", "text/plain; charset=latin1")) },
        .unknownCharset: { findings(.string, json("<meta charset=\"unheard-of\">a", "text/html")) },
        .replacedBytes: {
            let options = TextOptions(replacesMalformed: true)
            return findings(
                StringResponseSerializer(options: options),
                ResponseSample(200, "text/plain", bytes: [0xFF])
            )
        },
        .duplicateKey: {
            let text = "<r><title>a</title><title>b</title></r>"
            return findings(XMLResponseSerializer(Title.self), json(text, "application/xml"))
        },
        .unreadContent: {
            findings(XMLResponseSerializer([Int].self), json("<r>one<a>2</a></r>", "application/xml"))
        },
        .skippedElement: {
            findings(JSONResponseSerializer([Int].self).skippingBadElements(upTo: 1), json("[1,\"x\"]"))
        },
        .unusedPath: { findings(JSONResponseSerializer([Int].self).skippingBadElements(at: "/a"), json("[1]")) },
        .undecodedErrorBody: {
            findings(JSONResponseSerializer().failure(.json(Title.self)), json("{\"name\":\"x\"}", status: 404))
        },
        .unmatchedKey: {
            findings(JSONResponseSerializer(Account.self).keys(.convertFromSnakeCase), json("{\"created_at\":\"x\"}"))
        },
        .convertedValue: {
            findings(JSONResponseSerializer([Int].self).converting(.stringsToNumbers), json("[\"1\"]"))
        },
        .assumedTimeZone: {
            findings(JSONResponseSerializer([Date].self).dates(.lenientISO8601), json("[\"2001-02-03\"]"))
        },
        .externalReference: { findings(.xmlDocument, json("<!DOCTYPE a SYSTEM \"x\"><a/>", "application/xml")) },
        .quirk: { findings(lenient { $0.quirks = .trailingCommas }, json("[1,]")) },
        .irregularHead: {
            var fields = ReceivedFields()
            fields.append("no token", "x")
            return findings(DataResponseSerializer().validating { [fields] _, _ in fields.findings }, json("{}"))
        },
        .rejected: {
            findings(DataResponseSerializer().validating { _, _ in [Finding(.rejected, .note, "x")] }, json("{}"))
        },
        .earlierAttempt: {
            let either: CompoundResponseSerializer<String> = .firstOf(
                JSONResponseSerializer(Title.self).map(\.title),
                JSONResponseSerializer([String].self).map { $0.joined() }
            )
            return findings(either, json("[\"a\"]"))
        },
    ]

    @Test func everyCodeHasAnExample() throws {
        let modules = ["DecantCore", "DecantText", "DecantXML"]
        let declared = try ErrorCatalogueTests.codes(of: "Finding.Code", in: modules)
        #expect(declared.count > 20)
        let covered = Set(Self.examples.keys).union(Self.others)
        #expect(Set(declared) == Set(covered.map(\.rawValue)))
    }

    @Test(arguments: examples.keys.map(\.rawValue).sorted())
    func everyExampleHasItsFinding(code: String) throws {
        let example = try #require(Self.examples[Finding.Code(rawValue: code)])
        let codes = try example().map(\.code.rawValue)
        #expect(codes.contains(code), "\(codes)")
    }

    @Test func pendingBytesAreLimited() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n")
            exchange.send(String(repeating: "1\n", count: 1 << 16))
            return false
        }
        let url = try #require(URL(string: server.origin + "/"))
        let serializer = StreamSerializer.jsonLines(Int.self).limits { $0.waitingBytes = 1 }
        let error = await #expect(throws: ResponseError.self) {
            for try await _ in try await URLSession.shared.stream(for: URLRequest(url: url), as: serializer) {}
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == .waitingBytes)
    }
}
