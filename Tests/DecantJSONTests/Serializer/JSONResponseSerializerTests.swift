import DecantCore
import DecantJSON
import DecantTesting
import DecantText
import Foundation
import TestSupport
import Testing

@Suite struct JSONResponseSerializerTests {
    struct User: Codable, Hashable { var id: Int, name: String }

    private let user = ResponseSample(200, "application/json", "{\"id\":1,\"name\":\"Ada\"}")

    @Test func keepsTheContract() {
        let limits: [Limits.Name] = [.jsonDepth, .jsonNodes, .jsonNumberBytes]
        #expect(SerializerContract(JSONResponseSerializer(), accepted: user, limits: limits).violations() == [])
        let typed = SerializerContract(JSONResponseSerializer(User.self), accepted: user, limits: limits)
        #expect(typed.violations() == [])
    }

    @Test(
        "A09, A10: the default media types, and types with the suffix +json",
        arguments: [
            "application/json", "text/json", "text/javascript", "application/problem+json", "application/vnd.api+json",
            "application/json; charset=utf-8", "APPLICATION/JSON",
        ]
    )
    func acceptsTheMediaTypesOfJSON(type: String) throws {
        let sample = ResponseSample(200, type, "[1]")
        #expect(try sample.value(as: JSONResponseSerializer()).count == 1)
    }

    @Test(arguments: ["text/html", "text/plain", "application/xml", "application/octet-stream", "image/png"])
    func rejectsOtherMediaTypes(type: String) {
        #expect(JSONResponseSerializer().error(for: ResponseSample(200, type, "[1]"))?.code == .unacceptableMediaType)
    }

    @Test func createsValuesAndTypes() throws {
        #expect(try user.value(as: JSONResponseSerializer(User.self)) == User(id: 1, name: "Ada"))
        #expect(try user.value(as: JSONResponseSerializer())["name"]?.string == "Ada")
    }

    @Test(arguments: ["", " ", "\n\t ", "\u{FEFF}", "\u{FEFF} \n"])
    func treatsWhitespaceAsEmpty(text: String) throws {
        let sample = ResponseSample(200, "application/json", text)
        #expect(JSONResponseSerializer().error(for: sample)?.code == .emptyBody)
        #expect(try sample.value(as: JSONResponseSerializer(User?.self)) == nil)
    }

    @Test func reportsAPrefixThatIsNotJSON() throws {
        let sample = ResponseSample(200, "application/json", ")]}',\n{\"id\":1,\"name\":\"Ada\"}")
        let error = try #require(JSONResponseSerializer(User.self).error(for: sample))
        #expect(error.code == .malformedBody)
        #expect(error.hint?.contains("removingXSSIPrefix") == true)
        let decoded = try sample.response(as: JSONResponseSerializer(User.self).removingXSSIPrefix())
        #expect(decoded.value.id == 1)
        #expect(decoded.findings.map(\.code) == [.xssiPrefix])
    }

    @Test func readsTheCharsetOfTheHead() throws {
        let bytes: [UInt8] = [0x5B, 0x22, 0x82, 0xA0, 0x22, 0x5D]
        let sample = ResponseSample(200, "application/json; charset=shift_jis", bytes: bytes)
        let decoded = try sample.response(as: JSONResponseSerializer())
        #expect(decoded.value[0]?.string == "あ")
        #expect(decoded.findings.contains { $0.code == .transcoded })
        let broken = ResponseSample(200, "application/json; charset=shift_jis", bytes: bytes + [0x20, 0x82, 0xA0])
        let error = try #require(JSONResponseSerializer().error(for: broken))
        #expect(error.offset == 7)
        #expect(error.position?.column == 7)
    }

    @Test func keepsAnErrorBodyAsAValue() throws {
        let sample = ResponseSample(404, "application/problem+json", "{\"title\":\"gone\"}")
        let error = try #require(JSONResponseSerializer(User.self).error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: JSON.self)?["title"]?.string == "gone")
        let named = JSONResponseSerializer(User.self).failure(.json([String: String].self))
        #expect(named.error(for: sample)?.errorBody(as: [String: String].self) == ["title": "gone"])
    }

    @Test("Keeps the reason beside the status if an error body is broken") func keepsTheReasonBesideTheStatusIfAnError()
        throws
    {
        let sample = ResponseSample(500, "application/json", "{\"title\":")
        let error = try #require(JSONResponseSerializer(User.self).error(for: sample))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody == nil)
        #expect(error.errorBodyFailure?.code == .malformedBody)
        #expect(error.errorBodyFailure?.offset == 9)
    }

    @Test("B-null: removesKeysWithNullValues removes nulls from arrays only on request")
    func removesNulls() throws {
        let sample = ResponseSample(200, "application/json", "{\"a\":null,\"b\":[null]}")
        #expect(
            try sample.value(as: JSONResponseSerializer().removingNulls()).description == "{\"b\":[null]}"
        )
        let both = JSONResponseSerializer().removingNulls(elements: true)
        #expect(try sample.value(as: both).description == "{\"b\":[]}")
    }

    /// Options in which no property has its default value.
    private static var unusual: JSON.Options {
        var options = JSON.Options()
        options.allowsFragments = false
        options.rejectsDuplicateKeys = true
        options.removesNullMembers = true
        options.removesNullElements = true
        options.quirks = [.comments, .trailingCommas]
        options.text = TextOptions(charset: .shiftJIS, replacesMalformed: true)
        options.path = "/data"
        options.badElements = [.root: 1]
        options.decoding = DecodingOptions(
            keys: .convertFromSnakeCase,
            dates: .iso8601,
            data: .array,
            nonFiniteNumbers: .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        )
        return options
    }

    @Test func everyOptionSurvivesCoding() throws {
        var serializer = JSONResponseSerializer(options: Self.unusual).accepting("text/html")
        serializer.handling.configuration.limits.jsonDepth = 7
        let restored = try JSONResponseSerializer().restoring(serializer.storedConfiguration())
        #expect(restored.handling.configuration == serializer.handling.configuration)
        #expect(restored.options.hashValue == serializer.options.hashValue)
        #expect(restored.options == Self.unusual)
        let usual = Mirror(reflecting: JSON.Options()).children.map { "\($0.value)" }
        let unusual = Mirror(reflecting: Self.unusual).children.map { "\($0.value)" }
        #expect(zip(usual, unusual).allSatisfy { $0 != $1 })
    }

    @Test func isSharedByTasks() async throws {
        let serializer = JSONResponseSerializer([User].self)
        let text = "[" + (0..<500).map { "{\"id\":\($0),\"name\":\"n\"}" }.joined(separator: ",") + "]"
        let sample = ResponseSample(200, "application/json", text)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try sample.value(as: serializer).reduce(0) { $0 + $1.id } }
            }
            for try await sum in group { #expect(sum == 500 * 499 / 2) }
        }
    }

    /// Reads every property of a serializer and of its result, on one of several threads.
    private static func use(_ serializer: JSONResponseSerializer<[User]>, _ document: JSON, round: Int) throws -> Int {
        let text = "[" + (0..<50).map { "{\"id\":\($0),\"name\":\"n\\u00e9\(round)\"}" }.joined(separator: ",") + "]"
        let users = try ResponseSample(200, "application/json", text).value(as: serializer)
        let broken = serializer.error(for: ResponseSample(200, "application/json", text.dropLast() + "?"))
        let refused = serializer.error(for: ResponseSample(404, "application/json", "{\"a\":[1]}"))
        #expect(broken?.position?.line == 1)
        #expect(refused?.code == .unacceptableStatus)
        let nested = try document.decode([String: [User]].self)["users"]?.count ?? 0
        #expect(document.removingNulls().description == document.description)
        return users.reduce(0) { $0 + $1.id } + nested + (document["users"]?.count ?? 0)
    }

    @Test func isUsedByEightThreadsSimultaneously() async throws {
        let serializer = JSONResponseSerializer([User].self)
        let document = try JSON(parsing: ResponseBytes("{\"users\":[{\"id\":1,\"name\":\"\\n\"}]}".utf8))
        let sums = await EightThreads.results { round in
            (try? Self.use(serializer, document, round: round)) ?? -1
        }
        #expect(Set(sums) == [50 * 49 / 2 + 2])
    }
}
