import DecantCore
import DecantJSON
import DecantTesting
import Testing

/// Direct decoding with options, alternative names, and members that name a case.
@Suite struct JSONCursorOptionsTests {
    /// A scalar of this test: a word, or data.
    struct Word: ScalarDecodable, JSON.DirectDecodable, Decodable, Equatable {
        var text: String

        init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
            switch scalar {
            case .string(let text) where text.isEmpty:
                throw ResponseError(expected: "a word", isContent: true)
            case .string(let text): self.text = "\(options.dates): \(text)"
            case .data(let bytes): text = "\(bytes)"
            default: throw ResponseError(expected: "a word")
            }
        }
    }

    struct Words: JSON.DirectDecodable, Decodable, Equatable {
        var one: Word
        var many: [Word]
        var named: [String: Word]?
        var number: Double

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            let options = DecodingOptions(dates: .iso8601, data: .array, nonFiniteNumbers: .xmlSchema)
            var members = try value.members()
            one = try members.decode("one", options: options)
            many = try members.decode("many", options: options)
            named = try members.decodeIfPresent("named", options: options)
            number = try members.decode("number", options: options)
        }
    }

    @Test func passesOptionsToTheElementsOfCollections() throws {
        let text = #"{"one":"a","many":["b",[1,2]],"named":{"k":"c"},"number":"-INF"}"#
        let words = try JSON(text).decode(direct: Words.self)
        #expect(words.one.text == "iso8601: a")
        #expect(words.many.map(\.text) == ["iso8601: b", "[1, 2]"])
        #expect(words.named?["k"]?.text == "iso8601: c")
        #expect(words.number == -.infinity)
        #expect(try JSON(#""a""#).decode(direct: Word?.self)?.text == "secondsSinceReferenceDate: a")
    }

    @Test func throwsTheErrorsOfDecodable() {
        var options = JSON.Options()
        options.decoding = DecodingOptions(dates: .iso8601, data: .array, nonFiniteNumbers: .xmlSchema)
        let contract = DirectContract(Words.self, options: options)
        let sample = #"{"one":"a","many":["b",[1,2]],"named":{"k":"c"},"number":"INF"}"#
        #expect(contract.violations(in: sample) == [])
    }

    @Test(arguments: [
        (#"{"b":2,"a":1}"#, 1), (#"{"c":3,"b":2}"#, 2), (#"{"c":3}"#, 3), (#"{"a":null,"b":2}"#, nil),
    ])
    func takesTheFirstOfSeveralNames(text: String, expected: Int?) throws {
        let json = try JSON(text)
        var members = try json.cursor.members()
        #expect(try members.decodeIfPresent(members.firstName(of: "a", "b", "c")) == expected)
    }

    @Test func namesTheFirstNameIfAllAreMissing() throws {
        let json = try JSON("{}")
        let error = #expect(throws: ResponseError.self) {
            var members = try json.cursor.members()
            let _: Int = try members.decode(members.firstName(of: "a", "b"))
        }
        #expect(error?.message == "no member “a”")
    }

    /// A type whose case is the name of a member.
    enum Step: JSON.DirectDecodable, Decodable, Equatable {
        case move(by: Int)
        case stop

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            let member = try value.onlyMember(named: "move", "stop")
            var members = try member.members()
            self = member.name == "move" ? .move(by: try members.decode("by")) : .stop
        }
    }

    @Test(arguments: [
        #"{"move":{"by":1}}"#, #"{"stop":{}}"#, #"{"x":1,"stop":{},"y":2}"#, #"{"stop":{},"stop":1}"#,
        #"{"move":{"by":1},"stop":{}}"#, #"{"go":{}}"#, "{}", "[]", "null", #"{"stop":null}"#, #"{"move":1}"#,
    ])
    func findsTheOnlyMember(text: String) {
        #expect(DirectContract(Step.self).violations(in: text) == [])
    }

    @Test func describesMissingAndUnexpectedMembers() throws {
        let missing = #expect(throws: ResponseError.self) { try JSON("[{}]").decode(direct: [Step].self) }
        #expect(missing?.message == "expected one of the members “move”, “stop”")
        let several = #expect(throws: ResponseError.self) {
            try JSON(#"{"stop":{},"move":{}}"#).decode(direct: Step.self)
        }
        #expect(several?.message == "expected only one of the members “move”, “stop”")
        let unexpected = #expect(throws: ResponseError.self) {
            try JSON(#"{"a":{"b\n":1}}"#).decode(direct: Closed.self)
        }
        #expect(unexpected?.message.hasPrefix("unexpected member “b") == true)
        #expect(unexpected.map { CodingPathComponent.text(of: $0.path) } == "a.b\n")
    }

    /// An object of empty objects.
    struct Closed: JSON.DirectDecodable {
        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            while let member = members.next() {
                var inner = try member.members()
                if let member = inner.next() { throw member.unexpected() }
            }
        }
    }
}

/// The comparison of the two ways in which a type reads JSON.
@Suite struct DirectContractTests {
    /// A type that reads itself differently.
    struct Odd: Decodable, JSON.DirectDecodable, Equatable {
        var id: Int
        var name: String

        enum CodingKeys: CodingKey { case id, name }

        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var members = try value.members()
            name = try members.decodeIfPresent("name") ?? ""
            id = try members.decode("id")
        }
    }

    @Test(arguments: [
        (#"{"id":1,"name":"a"}"#, nil), (#"{"id":1"#, nil), (#"{"id":"x","name":"a"}"#, nil),
        (
            #"{"id":1}"#,
            #"Decodable gives keyNotFound in “” at 1:1, direct decoding Odd(id: 1, name: ""), for {"id":1}"#
        ),
        (
            #"{"id":"x","name":1}"#,
            #"Decodable gives typeMismatch in “id” at 1:7, direct decoding typeMismatch in “name” at 1:18, "#
                + #"for {"id":"x","name":1}"#
        ),
    ])
    func describesADifference(text: String, difference: String?) {
        #expect(DirectContract(Odd.self).difference(in: text.utf8) == difference)
    }

    @Test func damagesTheSample() {
        #expect(DirectContract(Odd.self).violations(in: "{") == ["the sample is not JSON"])
        let violations = DirectContract(Odd.self).violations(in: #"{"id":1,"name":"a"}"#)
        #expect(violations.contains { $0.hasSuffix(#"for {"id":1,"name":null}"#) })
        #expect(violations.contains { $0.hasSuffix(#"for {"id":1,"namex":"a"}"#) })
        #expect(violations.contains { $0.hasSuffix(#"for {"id":1}"#) })
    }
}
