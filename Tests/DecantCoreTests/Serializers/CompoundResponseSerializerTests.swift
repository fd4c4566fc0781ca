import DecantCore
import DecantTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct CompoundResponseSerializerTests {
    /// Returns its name and the body.
    ///
    /// Rejects a body that begins with an exclamation mark.
    private struct Named: ResponseSerializer {
        var name: String
        var handling: ResponseHandling

        init(_ name: String, _ mediaTypes: MediaTypePattern...) {
            self.name = name
            handling = ResponseHandling(accepting: mediaTypes)
        }

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            if body[0] == UInt8(ascii: "!") { throw ResponseError(.malformedBody, "\(name) cannot", offset: 0) }
            return "\(name): \(String(decoding: body, as: UTF8.self))"
        }
    }

    private let compound = CompoundResponseSerializer([
        Named("any", "*/*"), Named("text", "text/*"), Named("json", "application/json", "*+json"),
    ])

    @Test("K15: the media type decides first, the closest match wins")
    func mediaTypeDecides() throws {
        #expect(try ResponseSample(200, "application/json", "x").value(as: compound) == "json: x")
        #expect(try ResponseSample(200, "a/b+json", "x").value(as: compound) == "json: x")
        #expect(try ResponseSample(200, "text/html", "x").value(as: compound) == "text: x")
        #expect(try ResponseSample(200, "image/png", "x").value(as: compound) == "any: x")
    }

    @Test("K01: among equals the order of the list decides")
    func orderDecides() throws {
        let compound = CompoundResponseSerializer([Named("first", "text/plain"), Named("second", "text/plain")])
        #expect(try ResponseSample(200, "text/plain", "x").value(as: compound) == "first: x")
    }

    @Test("K04, K10, K13: the failures of earlier members are findings beside the value")
    func failuresBeforeTheWinner() throws {
        let failing = Named("failing", "text/plain").preparing { _, _ in throw ResponseError(.malformedBody, "no") }
        let compound = CompoundResponseSerializer<String>([failing, Named("second", "text/plain")])
        let decoded = try ResponseSample(200, "text/plain", "x").response(as: compound)
        #expect(decoded.value == "second: x")
        #expect(decoded.findings == [Finding(.earlierAttempt, .note, "no")])
    }

    @Test("K05, K14, U12: if all members fail, the error has their reasons in order, without a fallback to bytes")
    func noMemberAccepts() throws {
        let error = try #require(compound.error(for: ResponseSample(200, "application/json", "!")))
        #expect(error.code == .noneSucceeded)
        #expect(error.attempts.map(\.message).first == "json cannot")
        #expect(error.attempts.map(\.code) == [.malformedBody, .malformedBody, .unacceptableMediaType])
        #expect(error.status == .ok)
        let nested = CompoundResponseSerializer<String>([compound, Named("last", "*/*")])
        #expect(nested.error(for: ResponseSample(200, "x/y", "!"))?.attempts.first?.code == .malformedBody)
    }

    @Test(
        "K05, K08: bytes are returned only on request, and a member after them is reached by its media type"
    )
    func optionalBytes() throws {
        let bytes = DataResponseSerializer().map { "bytes: \($0.count)" }
        let compound = CompoundResponseSerializer<String>([bytes, Named("json", "application/json")])
        #expect(try ResponseSample(200, "application/json", "x").value(as: compound) == "json: x")
        #expect(try ResponseSample(200, "application/json", "!").value(as: compound) == "bytes: 1")
    }

    @Test("K06, K07, X03: an empty body is empty for the compound, too")
    func emptyBody() throws {
        #expect(compound.error(for: ResponseSample(204, nil)) == nil)
        let counts = CompoundResponseSerializer<Int>([LineCount()])
        #expect(counts.error(for: ResponseSample(204, nil))?.code == .emptyBody)
    }

    @Test("K03, K12: a bad status is the primary reason, with the error body of the matching member")
    func badStatus() throws {
        let compound = CompoundResponseSerializer<Int>([LineCount()])
        let error = try #require(compound.error(for: ResponseSample(404, "text/plain", "a\n")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: Int.self) == 1)
        #expect(error.attempts.count == 1)
    }

    /// A compound, a map of a compound, and a nested compound.
    ///
    /// Only the outermost one sets a limit.
    private static var compounds: [any ResponseSerializer<Int>] {
        let compound = CompoundResponseSerializer<Int>([LineCount(), LineCount().statuses([201])])
        return [compound, compound.map { $0 }, CompoundResponseSerializer<Int>([compound.map { $0 }, LineCount()])]
    }

    @Test("A bad status remains the first reason for a body that exceeds the limit")
    func aBadStatusRemainsTheFirstReasonForABody() async throws {
        for var serializer in Self.compounds {
            serializer.handling.configuration.limits.bodyBytes = 3
            let sample = ResponseSample(404, "text/plain", "a\nb\n")
            let whole = try #require(serializer.error(for: sample))
            #expect(whole.code == .unacceptableStatus && whole.status == 404, "\(whole)")
            #expect(whole.attempts.allSatisfy { $0.code == .unacceptableStatus } && !whole.attempts.isEmpty)
            let received = await Self.errorWhileReceiving(sample, serializer)
            #expect(received?.code == .unacceptableStatus && received?.status == 404)
        }
    }

    @Test("A status that a member accepts does not hide an exceeded limit") func aStatusThatAMemberAcceptsDoesNotHide()
        async throws
    {
        for var serializer in Self.compounds {
            serializer.handling.configuration.limits.bodyBytes = 3
            for status in [200, 201] {
                let sample = ResponseSample(status, "text/plain", "a\nb\n")
                #expect(serializer.error(for: sample)?.limit == .bodyBytes)
                #expect(await Self.errorWhileReceiving(sample, serializer)?.limit == .bodyBytes)
            }
        }
    }

    private static func errorWhileReceiving(
        _ sample: ResponseSample,
        _ serializer: some ResponseSerializer<Int>
    ) async -> ResponseError? {
        let (chunks, input) = AsyncStream<[UInt8]>.makeStream()
        for byte in sample.body { input.yield([byte]) }
        input.finish()
        do throws(ResponseError) {
            _ = try await serializer.value(of: chunks, for: sample.context)
            return nil
        } catch {
            return error
        }
    }

    @Test("K11: the settings of the compound apply before those of its members")
    func gate() throws {
        let gated = compound.statuses([201])
        #expect(gated.error(for: ResponseSample(200, "text/plain", "x"))?.code == .unacceptableStatus)
        #expect(gated.error(for: ResponseSample(201, "text/plain", "x")) == nil)
        let lines = CompoundResponseSerializer<Int>([LineCount()]).statuses([201])
        #expect(lines.error(for: ResponseSample(200, "text/plain", "a\n"))?.errorBody(as: Int.self) == 1)
    }

    @Test("K02: any serializer can be a member, including a custom one")
    func anyMember() throws {
        let counts = CompoundResponseSerializer([LineCount().map { "lines: \($0)" }, Named("json", "application/json")])
        #expect(try ResponseSample(200, "text/plain", "a\n").value(as: counts) == "lines: 1")
    }

    @Test func keepsTheContract() {
        let contract = SerializerContract(
            compound,
            accepted: ResponseSample(200, "text/plain", "x")
        )
        #expect(contract.violations() == [])
    }

    @Test(
        "the body of a failure is decoded by the member that accepts its type, whatever the status",
        arguments: [("application/json", "json: x"), ("text/plain", "text: x"), ("image/png", nil), (nil, nil)]
    )
    func decodesTheBodyOfAFailure(type: String?, value: String?) throws {
        let members = CompoundResponseSerializer<String>([Named("text", "text/*"), Named("json", "application/json")])
        let nested = CompoundResponseSerializer<String>([members, Named("never", "x/y")]).map { $0 }
        for serializer in [DataResponseSerializer().failure(members), DataResponseSerializer().failure(nested)] {
            let error = try #require(serializer.error(for: ResponseSample(404, type, "x")))
            #expect(error.code == .unacceptableStatus)
            #expect(error.errorBody(as: String.self) == value)
            #expect(error.errorBodyFailure == nil)
        }
    }

    @Test func reportsAFailureThatCannotBeDecoded() throws {
        let serializer = DataResponseSerializer().failure(compound)
        let error = try #require(serializer.error(for: ResponseSample(404, "application/json", "!")))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBodyFailure?.code == .noneSucceeded)
        #expect(error.errorBodyFailure?.attempts.map(\.message) == ["json cannot", "any cannot"])
    }

    @Test func nestedCompoundsGiveOneListOfAttempts() throws {
        let failing = ["a", "b", "c", "d"].map { Named($0, "text/plain") }
        let inner = CompoundResponseSerializer<String>([failing[0], failing[1]]).map { $0 }
        let middle = CompoundResponseSerializer<String>([inner, failing[2]])
        let outer = CompoundResponseSerializer<String>([middle, failing[3]])
        let error = try #require(outer.error(for: ResponseSample(200, "text/plain", "!")))
        #expect(error.code == .noneSucceeded)
        #expect(Set(error.attempts.map(\.message)) == ["a cannot", "b cannot", "c cannot", "d cannot"])
        #expect(error.attempts.allSatisfy { $0.code == .malformedBody && $0.attempts.isEmpty })
        #expect(error.message.hasPrefix("none of 4 serializers could decode the body: "))
        #expect(error.message.components(separatedBy: "none of").count == 2)
        let single = CompoundResponseSerializer<String>([CompoundResponseSerializer<String>([failing[0]])])
        let reason = single.error(for: ResponseSample(200, "text/plain", "!"))?.message
        #expect(reason == "the serializer could not decode the body: a cannot")
    }

    /// Compounds with one member that has a value for an empty body, both plain and nested in maps and compounds.
    private static let compoundsOfText: [CompoundResponseSerializer<String>] = {
        let members = Named("text", "text/plain")
        let plain = CompoundResponseSerializer<String>([members])
        return [
            plain, CompoundResponseSerializer([plain]), CompoundResponseSerializer([plain.map { $0 }.map { $0 }]),
            CompoundResponseSerializer([members.map { Optional($0) }.map { $0 ?? "" }]),
        ]
    }()

    @Test(
        "a compound has no value for an empty body whose status no member accepts",
        arguments: [100, 103, 300, 301, 304, 399, 400, 404, 500, 503, 599]
    )
    func badStatusWithAnEmptyBody(status: Int) {
        for compound in Self.compoundsOfText {
            #expect(compound.error(for: ResponseSample(status, nil))?.code == .unacceptableStatus)
            #expect(compound.map { $0.count }.error(for: ResponseSample(status, nil))?.code == .unacceptableStatus)
            let optional = CompoundResponseSerializer<String?>([compound.map { Optional($0) }])
            #expect(optional.error(for: ResponseSample(status, nil))?.code == .unacceptableStatus)
        }
    }

    @Test(arguments: [200, 202, 204, 205, 206]) func anEmptyBodyIsTheMembers(status: Int) throws {
        for compound in Self.compoundsOfText {
            let decoded = try ResponseSample(status, nil).response(as: compound)
            #expect(decoded.value == "")
            #expect(decoded.isEmpty)
        }
    }

    @Test func theMembersChecksSeeAnEmptyBody() {
        let refusing = Named("text", "text/plain").validating { _, _ in [Finding(.rejected, .failure, "no")] }
        let plain = CompoundResponseSerializer<String>([refusing])
        for compound in [plain, CompoundResponseSerializer([plain.map { $0 }])] {
            for status in [200, 204] {
                let error = compound.error(for: ResponseSample(status, nil))
                #expect(error?.attempts.map(\.code) == [.rejected])
            }
        }
    }

    @Test("The rule of the member decides whether a body is empty") func theRuleOfTheMemberDecidesWhetherABody() throws
    {
        var white = EmptyBodiesTests.OptionalLineCount()
        white.handling.configuration.treatsWhitespaceAsEmpty = true
        let compound = CompoundResponseSerializer<Int?>([white]).map { $0 }
        let decoded = try ResponseSample(200, "text/plain", " \n").response(as: compound)
        #expect(decoded.value == nil)
        #expect(decoded.isEmpty)
        var gated = CompoundResponseSerializer<Int?>([EmptyBodiesTests.OptionalLineCount()])
        gated.handling.configuration.treatsWhitespaceAsEmpty = true
        #expect(try ResponseSample(200, "text/plain", " \n").value(as: gated) == 1)
        #expect(try !ResponseSample(200, "text/plain", " \n").response(as: gated).isEmpty)
    }

    @Test("Members validate the received body despite preparation") func membersValidateTheReceivedBodyDespite() throws
    {
        let prepared = compound.removingXSSIPrefix()
        let sample = ResponseSample(200, "application/json", ")]}'\nx").with("6", for: .contentLength)
        let decoded = try sample.response(as: prepared)
        #expect(decoded.value == "json: x")
        #expect(decoded.findings.map(\.code) == [.xssiPrefix])
    }

    @Test func gateFindingsAreNotRepeated() throws {
        let sample = ResponseSample(200, "application/json", "x").with("0", for: .contentLength)
        #expect(try sample.response(as: compound).findings.map(\.code) == [.surplusBytes])
        let bad = ResponseSample(404, "application/json", "x").with("0", for: .contentLength)
        #expect(compound.error(for: bad)?.findings.map(\.code) == [.unacceptableStatus, .surplusBytes])
    }

    @Test("Compounds nested too deep are an error, not an overflow") func compoundsNestedTooDeepAreAnError()
        async throws
    {
        for depth in [200, 2000] {
            let codes = try await SmallThread.run {
                var compound = CompoundResponseSerializer<String>([Named("x", "text/plain")])
                for _ in 0..<depth { compound = CompoundResponseSerializer([compound]) }
                let error = compound.error(for: ResponseSample(200, "text/plain", "x"))
                let empty = compound.error(for: ResponseSample(204, nil))
                let failure = DataResponseSerializer().failure(compound).error(
                    for: ResponseSample(404, "text/plain", "x")
                )
                return [error?.attempts.first?.code, empty?.attempts.first?.code, failure?.errorBodyFailure?.code]
            }
            #expect(codes == [.limitExceeded, .limitExceeded, .noneSucceeded])
        }
        var compound = CompoundResponseSerializer<String>([Named("x", "text/plain")])
        for _ in 0..<30 { compound = CompoundResponseSerializer([compound]) }
        #expect(compound.error(for: ResponseSample(200, "text/plain", "x")) == nil)
    }

    @Test("Deep maps and error serializers are errors, not overflows") func deepMapsAndErrorSerializersAreErrors()
        async throws
    {
        let codes = try await SmallThread.run {
            var map: any ResponseSerializer<String> = Named("x", "text/plain")
            for _ in 0..<100 { map = Self.mapped(map) }
            var failing = DataResponseSerializer()
            for _ in 0..<100_000 { failing = DataResponseSerializer().failure(failing) }
            let bytes = failing.error(for: ResponseSample(404, "text/plain", "x"))?.errorBody(as: ResponseBytes.self)
            return (map.error(for: ResponseSample(200, "text/plain", "x"))?.code, bytes?.count)
        }
        #expect(codes.0 == .limitExceeded)
        #expect(codes.1 == 1)
    }

    private static func mapped(_ serializer: some ResponseSerializer<String>) -> any ResponseSerializer<String> {
        serializer.map { $0 }
    }

    @Test func aCanceledMemberEndsTheCompound() throws {
        let stopped = Named("stopped", "text/plain").map { _ -> String in throw CancellationError() }
        let prepared = Named("prepared", "text/plain").preparing { _, _ in throw CancellationError() }
        for member in [stopped, prepared.map { $0 }] {
            let compound = CompoundResponseSerializer<String>([member, Named("last", "*/*")])
            let error = try #require(compound.error(for: ResponseSample(200, "text/plain", "x")))
            #expect(error.code == .cancelled)
            #expect(error.underlying is CancellationError)
            #expect(error.status == .ok)
        }
    }

    @Test func withoutSerializersDecodingIsAnError() throws {
        let compound = CompoundResponseSerializer<String>([])
        let error = try #require(compound.error(for: ResponseSample(200, "text/plain", "x")))
        #expect(error.code == .noneSucceeded)
        #expect(error.message == "the compound has no serializers")
        #expect(error.attempts.isEmpty)
    }
}
