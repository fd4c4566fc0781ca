import Decant
import DecantTesting
import Foundation
import Testing

/// The remedies of errors: each is found in an error that needs it, and the value is read once it is applied.
@Suite struct RemedyTests {
    private struct User: Decodable, Sendable, Equatable {
        var login: String
    }

    /// Returns the first remedy of a kind in the error of a serializer.
    private func remedy(
        _ kind: Remedy.Kind,
        _ serializer: some ResponseSerializer,
        _ sample: ResponseSample
    ) throws -> Remedy {
        let error = try #require(serializer.error(for: sample))
        #expect(error.report.remedies == error.remedies)
        #expect(error.description == error.report.description)
        return try #require(error.remedies.first { $0.kind == kind }, "\(error)")
    }

    private func json(_ text: String) -> ResponseSample { ResponseSample(200, "application/json", text) }

    @Test(arguments: [
        (#"{"login":"a"}"#, "bodyBytes"), (#"{"x":[[[]]],"login":"a"}"#, "jsonDepth"),
        (#"{"x":123,"login":"a"}"#, "jsonNumberBytes"), (#"{"x":[1],"login":"a"}"#, "jsonNodes"),
    ])
    func raisesALimit(text: String, name: String) throws {
        let limit = try #require(
            [Limits.Name.bodyBytes, .jsonDepth, .jsonNumberBytes, .jsonNodes].first {
                $0.rawValue == name
            }
        )
        var serializer = JSONResponseSerializer(User.self).limits { $0[limit] = 2 }
        var tries = 0
        while let error = serializer.error(for: json(text)) {
            let remedy = try #require(error.remedies.first)
            #expect(remedy.kind == .limit && remedy.name == name)
            let value = try #require(remedy.value)
            #expect(error.hint == "raise the limit with .limits { $0.\(name) = \(value) }")
            serializer = serializer.limits { $0[limit] = value }
            tries += 1
            try #require(tries < 5)
        }
        #expect(tries > 0)
        // The size of a body is known.
        if limit == .bodyBytes { #expect(tries == 1) }
    }

    @Test("Offers no limit beyond sixteen times the default") func offersNoLimitBeyondSixteenTimes() throws {
        let name = Limits.Name("rows", default: 10)
        let most = ResponseError(.limitExceeded, "too many rows", limit: name, hint: nil)
        #expect(most.remedies.map(\.value) == [20])
        struct Rows: ResponseSerializer {
            let name: Limits.Name
            var handling = ResponseHandling(accepting: ["*/*"])
            func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
                throw ResponseError(.limitExceeded, "more than \(context.limits[name]) rows", limit: name)
            }
        }
        func remedies(_ value: Int) -> [Remedy] {
            Rows(name: name).limits { $0[name] = value }.error(for: json("1"))?.remedies ?? []
        }
        #expect(remedies(80).map(\.value) == [160])
        #expect(remedies(81).isEmpty && remedies(.max).isEmpty)
        #expect(Rows(name: name).limits { $0[name] = 81 }.error(for: json("1"))?.hint == nil)
    }

    @Test func turnsOnAQuirk() throws {
        let remedy = try remedy(.quirk, JSONResponseSerializer(), json("[1,]"))
        #expect(remedy == Remedy(.quirk, "trailingCommas", text: "the quirk “trailingCommas” accepts it"))
        let quirks: JSON.Quirks = .trailingCommas
        #expect(JSONResponseSerializer().options { $0.quirks = quirks }.error(for: json("[1,]")) == nil)
    }

    @Test func setsAnOption() throws {
        let remedy = try remedy(.option, JSONResponseSerializer(User.self), json(""))
        #expect(remedy.name == "optional" && remedy.value == nil)
        #expect(JSONResponseSerializer(User.self).optional.error(for: json("")) == nil)
        let sample = ResponseSample(200, "text/plain; charset=utf-8", bytes: [0x61, 0xFF])
        #expect(try self.remedy(.option, StringResponseSerializer(), sample).name == "replacesMalformed")
        let text = StringResponseSerializer(options: TextOptions(replacesMalformed: true))
        #expect(text.error(for: sample) == nil)
    }

    @Test func setsTheBoundaryOfAMultipartBody() throws {
        let text = "--b\r\n\r\nx\r\n--b--"
        let sample = ResponseSample(200, "multipart/mixed; boundary=frame", text)
        let remedy = try remedy(.option, MultipartResponseSerializer(), sample)
        #expect(remedy.name == "boundary" && remedy.text.contains("MultipartOptions(boundary: \"b\")"))
        let options = MultipartOptions(boundary: "b")
        #expect(MultipartResponseSerializer(options: options).error(for: sample) == nil)
        let declared = try self.remedy(.mediaType, MultipartResponseSerializer(), sample)
        #expect(MultipartResponseSerializer().error(for: ResponseSample(200, declared.name, text)) == nil)
    }

    @Test func acceptsAMediaTypeOrAStatus() throws {
        let labeled = ResponseSample(200, "text/html", "[1]")
        #expect(try remedy(.mediaType, JSONResponseSerializer(), labeled).name == "text/html")
        #expect(JSONResponseSerializer().accepting("text/html").error(for: labeled) == nil)
        let missing = ResponseSample(404, "application/json", "[1]")
        let status = try remedy(.status, JSONResponseSerializer(), missing)
        #expect(status.name == "404" && status.text == "`.statuses([404])` accepts the status")
        #expect(JSONResponseSerializer().statuses([404]).error(for: missing) == nil)
    }

    @Test func readsAPathOrAnotherFormat() throws {
        let nested = json(#"{"data":{"login":"a"}}"#)
        let remedy = try remedy(.path, JSONResponseSerializer(User.self), nested)
        let path = try #require(JSONPointer(remedy.name))
        #expect(JSONResponseSerializer(User.self).at(path).error(for: nested) == nil)
        let lines = json("{\"a\":1}\n{\"a\":2}\n")
        #expect(try self.remedy(.format, JSONResponseSerializer(), lines).name == "jsonLines")
    }

    @Test func theEncodedErrorHasItsRemedies() throws {
        let error = try #require(JSONResponseSerializer().error(for: json("[1,]")))
        let text = String(decoding: try JSONEncoder().encode(error), as: UTF8.self)
        #expect(text.contains("trailingCommas"), "\(text)")
    }

    @Test func aReportIsRenderedInOtherWords() throws {
        var report = try #require(JSONResponseSerializer().error(for: json("[1,]"))).report
        report.subject = "file"
        report.context = ResponseContext(mediaType: report.context?.mediaType)
        report.hint = "allow commas"
        #expect(report.factLines.first == "  file: application/json, 4 bytes")
        #expect(report.snippetLines == ["    1 | [1,]", "      |    ^"])
        #expect(report.description.hasPrefix(report.headlineText + "\n  file: application/json"))
        #expect(report.description.hasSuffix("\n  hint: allow commas"))
    }

    @Test func aSharedRemedyOfACompoundIsListedOnce() throws {
        let compound = CompoundResponseSerializer([JSONResponseSerializer(), JSONResponseSerializer()])
        let error = try #require(compound.error(for: ResponseSample(200, "text/html", "[1]")))
        #expect(error.remedies.filter { $0.kind == .mediaType }.count == 1)
    }
}
