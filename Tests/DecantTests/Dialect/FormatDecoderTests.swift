import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// The decoder protocol that code written for `JSONDecoder` requires, as OpenCombine and Alamofire declare it.
private protocol TopLevelForm<Input> {
    associatedtype Input
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

private protocol DataForm: Sendable {
    func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D
}

extension JSONDecoder: TopLevelForm, DataForm {}
extension FormatDecoder: TopLevelForm, DataForm {}

/// The decoders that replace `JSONDecoder` and `PropertyListDecoder`.
@Suite struct FormatDecoderTests {
    private struct User: Decodable, Equatable {
        var userName: String
        var joinedAt: Date
    }

    /// A reference type that is not `Sendable`, and therefore cannot be the value of a response.
    private final class Account: Decodable {
        let name: String
    }

    private let text = #"{"user_name":"Ada","joined_at":"1970-01-01T01:00:00Z"}"#
    private let ada = User(userName: "Ada", joinedAt: Date(timeIntervalSince1970: 3600))

    private func read<Form: TopLevelForm>(_ form: Form, _ input: Form.Input) throws -> User {
        try form.decode(User.self, from: input)
    }

    @Test func replacesJSONDecoderInGenericCode() throws {
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        foundation.dateDecodingStrategy = .iso8601
        let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
        #expect(try read(foundation, Data(text.utf8)) == ada)
        #expect(try read(decoder, Data(text.utf8)) == ada)
        let forms: [any DataForm] = [foundation, decoder]
        for form in forms { #expect(try form.decode(User.self, from: Data(text.utf8)) == ada) }
    }

    @Test func readsAnyBytes() throws {
        let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
        let bytes = Array(text.utf8)
        #expect(try decoder.decode(User.self, from: bytes) == ada)
        #expect(try decoder.decode(User.self, from: bytes[...]) == ada)
        #expect(try decoder.decode(User.self, from: text.utf8) == ada)
        #expect(try decoder.decode(User.self, from: Data(bytes)) == ada)
        #expect(try decoder.decode(User.self, from: ResponseBytes(bytes)) == ada)
        #expect(try decoder.decode(User.self, from: AnySequence(bytes)) == ada)
    }

    @Test(arguments: DialectFormat.allCases) func readsEachFormatWithOneFunction(_ format: DialectFormat) throws {
        func total(_ decoder: some DialectDecoder, _ body: ResponseBytes) throws(ResponseError) -> Int {
            try decoder.decode([String: Int].self, from: body).values.reduce(0, +)
        }
        #expect(try total(format.decoder, format.sample(["a": 1, "b": 2]).body) == 3)
    }

    @Test(arguments: DialectFormat.allCases) func decodesTypesThatAreNotSendable(_ format: DialectFormat) throws {
        #expect(try format.decoder.decode(Account.self, from: format.sample(["name": "Ada"]).body).name == "Ada")
    }

    @Test(arguments: DialectFormat.allCases) func throwsTheErrorsOfTheSerializer(_ format: DialectFormat) throws {
        for sample in [format.sample(["a": ["1", "x"]]), format.sample(["a": "x"]), format.broken] {
            let expected = try #require(format.serializer([String: [Int]].self).error(for: sample))
            let error = try #require(throws: ResponseError.self) {
                try format.decoder.decode([String: [Int]].self, from: sample.body)
            }
            #expect(error.code == expected.code && error.message == expected.message)
            #expect(error.path == expected.path && error.position == expected.position && error.hint == expected.hint)
            #expect(error.body == sample.body && error.bodyCount == sample.body.count && error.context == nil)
        }
    }

    @Test(arguments: DialectFormat.allCases) func enforcesItsLimits(_ format: DialectFormat) throws {
        let body = format.sample(["a": 1]).body
        let decoder = format.decoder.limits { $0.bodyBytes = body.count - 1 }
        let error = try #require(throws: ResponseError.self) { try decoder.decode([String: Int].self, from: body) }
        #expect(error.code == .limitExceeded && error.limit == .bodyBytes && error.offset == body.count - 1)
        let enough = format.decoder.limits { $0.bodyBytes = body.count }
        #expect(try enough.decode([String: Int].self, from: body) == ["a": 1])
        let shallow = JSON.Decoder().limits { $0.jsonDepth = 1 }
        #expect(throws: ResponseError.self) { try shallow.decode([[Int]].self, from: "[[1]]".utf8) }
    }

    @Test(arguments: DialectFormat.allCases) func readsEmptyBytesAsTheTypeDecides(_ format: DialectFormat) throws {
        for empty in ["", " \n"] {
            let error = try #require(throws: ResponseError.self) {
                try format.decoder.decode([String: Int].self, from: empty.utf8)
            }
            #expect(error.code == .emptyBody)
            #expect(error.message == "the body is empty, and Dictionary<String, Int> has no value for an empty body")
            #expect(try format.decoder.decode([String: Int]?.self, from: empty.utf8) == nil)
        }
    }

    @Test func acceptsTheOptionsOfItsFormat() throws {
        let json5 = JSON.Decoder().options { $0.quirks = .json5 }
        #expect(try json5.decode([Int].self, from: "[+1,/* a */ 0x2,]".utf8) == [1, 2])
        let latin = JSON.Decoder().options { $0.text.charset = .windows1252 }
        #expect(try latin.decode([String].self, from: [0x5B, 0x22, 0xE9, 0x22, 0x5D]) == ["é"])
        var binary = PropertyList.Decoder()
        binary.options.formats = [.binary]
        #expect(throws: ResponseError.self) { try binary.decode([Int].self, from: "<plist><array/></plist>".utf8) }
        let order = XML.Decoder().options { $0.rootName = "order" }
        #expect(throws: ResponseError.self) { try order.decode([String: Int].self, from: "<a><n>1</n></a>".utf8) }
        #expect(try JSON.Decoder().at("/data").decode([Int].self, from: #"{"data":[1]}"#.utf8) == [1])
    }

    @Test func acceptsCustomStrategies() throws {
        struct Scaled: Decodable {
            var value: Int

            init(from decoder: any Decoder) throws {
                let factor = CodingUserInfoKey(rawValue: "factor").flatMap { decoder.userInfo[$0] as? Int } ?? 0
                value = try decoder.singleValueContainer().decode(Int.self) * factor
            }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "factor"))
        #expect(try JSON.Decoder().userInfo(3, for: key).decode([Scaled].self, from: "[5]".utf8).map(\.value) == [15])
        let dates = JSON.Decoder().dates { $0 == "then" ? Date(timeIntervalSince1970: 1) : nil }
        #expect(try dates.decode([Date].self, from: #"["then"]"#.utf8) == [Date(timeIntervalSince1970: 1)])
    }

    @Test func namesAPageFoundInsteadOfJSON() throws {
        let error = try #require(throws: ResponseError.self) {
            try JSON.Decoder().decode([Int].self, from: "<!DOCTYPE html><title>Sign in</title>".utf8)
        }
        #expect(error.hint?.hasPrefix("expected JSON, but received an HTML page") == true)
    }

    @Test func isAValueThatTasksShare() async throws {
        let decoder = JSON.Decoder()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<8 { group.addTask { try decoder.decode([Int].self, from: "[\(index)]".utf8)[0] } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 28)
    }
}
