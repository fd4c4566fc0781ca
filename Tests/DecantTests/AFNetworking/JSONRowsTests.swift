import Decant
import DecantTesting
import Foundation
import Testing

/// The behaviors of AFNetworking's JSON serializer, by their IDs in the behavior record, with Decant's outcome.
@Suite struct JSONRowsTests {
    private let json = JSONResponseSerializer()

    private func sample(_ text: String, _ status: Int = 200, _ type: String? = "application/json") -> ResponseSample {
        ResponseSample(status, type, text)
    }

    @Test("J01: an object or an array becomes a value")
    func values() throws {
        #expect(try sample(#"{"a":[1,2]}"#).value(as: json)["a"]?[1]?.int == 2)
        #expect(try sample("[]").value(as: json).count == 0)
    }

    @Test(
        "A09, J09: JSON is accepted with its media types, and with all that end in +json",
        arguments: [
            ("application/json", true), ("text/json", true), ("text/javascript", true), ("APPLICATION/JSON", true),
            ("application/vnd.api+json", true), ("application/problem+json; charset=utf-8", true), ("text/html", false),
            ("application/no-json", false), ("text/plain", false),
        ]
    )
    func mediaTypes(type: String, isAccepted: Bool) {
        #expect((json.error(for: sample("{}", 200, type)) == nil) == isAccepted)
    }

    @Test("J09, U03: the error for another media type shows how to accept it")
    func otherLabel() throws {
        let error = try #require(json.error(for: sample("{}", 200, "text/html")))
        #expect(error.hint == #"the body looks like JSON; .accepting("text/html") accepts this media type"#)
        #expect(json.accepting("text/html").error(for: sample("{}", 200, "text/html")) == nil)
    }

    @Test("J05, U15: invalid JSON is an error with offset, line, column, and reason")
    func invalid() throws {
        let error = try #require(json.error(for: sample("{\n  \"a\": [1, 2\n}")))
        #expect(error.code == .malformedBody)
        #expect(error.position == SourcePosition(offset: 15, line: 3, column: 1))
        #expect(error.snippet?.text == "}")
        #expect(error.path == [.key("a")])
    }

    @Test("J06: top-level scalars are accepted by default, and rejected on request")
    func fragments() throws {
        for text in ["123", "true", "null", "\"x\""] {
            #expect(json.error(for: sample(text)) == nil)
            let strict = json.options { $0.allowsFragments = false }
            #expect(strict.error(for: sample(text))?.code == .malformedBody)
        }
    }

    @Test("J07, N06: a top-level null is a value, even if nulls are removed")
    func topLevelNull() throws {
        #expect(try sample("null").value(as: json).isNull)
        #expect(try sample("null").value(as: json.removingNulls(elements: true)).isNull)
        #expect(try sample("null").value(as: JSONResponseSerializer(Int?.self)) == nil)
        #expect(try !sample("null").response(as: JSONResponseSerializer(Int?.self)).isEmpty)
    }

    @Test("J02, J03, J04, J12: the requested type decides about empty bodies, and whitespace is empty")
    func empty() throws {
        for sample in [sample(""), sample(" "), sample("\n\t"), sample("", 204, "text/html"), sample("", 204, nil)] {
            #expect(json.error(for: sample)?.code == .emptyBody)
            #expect(try sample.value(as: JSONResponseSerializer(Int?.self)) == nil)
            #expect(try sample.response(as: JSONResponseSerializer(EmptyResponse.self)).isEmpty)
        }
    }

    @Test("J04: whitespace in UTF-16 is whitespace")
    func whitespaceInUTF16() {
        let sample = ResponseSample(200, "application/json", bytes: [0xFF, 0xFE, 0x20, 0x00])
        #expect(json.error(for: sample)?.code == .emptyBody)
    }

    @Test("J10, J11, N12: an error body is decoded as JSON, with the same options; an empty one is not")
    func errorBody() throws {
        let error = try #require(json.removingNulls().error(for: sample(#"{"a":null,"b":1}"#, 400)))
        #expect(error.code == .unacceptableStatus)
        #expect(error.errorBody(as: JSON.self)?.count == 1)
        #expect(json.error(for: sample("", 400))?.errorBody == nil)
    }

    @Test("U01: the general value is kept, not the success type; a named type is used instead")
    func namedErrorBody() throws {
        struct Problem: Decodable, Sendable { var code: Int }
        let body = sample(#"{"code":7}"#, 409)
        let plain = try #require(JSONResponseSerializer([Int].self).error(for: body))
        #expect(plain.errorBody(as: JSON.self)?["code"]?.int == 7)
        let named = try #require(JSONResponseSerializer([Int].self).failure(.json(Problem.self)).error(for: body))
        #expect(named.errorBody(as: Problem.self)?.code == 7)
        let other = try #require(JSONResponseSerializer([Int].self).failure(.json([Int].self)).error(for: body))
        #expect(other.code == .unacceptableStatus)
        #expect(other.errorBodyFailure?.code == .typeMismatch)
    }

    @Test(
        "J13, C09: UTF-8, UTF-16, and UTF-32 are recognized, with and without a byte-order mark; a declared charset applies"
    )
    func charsets() throws {
        func bytes(_ encoding: String.Encoding, mark: [UInt8] = []) -> [UInt8] {
            mark + Array(#"{"ключ":"Grüße"}"#.data(using: encoding) ?? Data())
        }
        let bodies: [[UInt8]] = [
            bytes(.utf8), bytes(.utf8, mark: [0xEF, 0xBB, 0xBF]), bytes(.utf16LittleEndian),
            bytes(.utf16BigEndian), bytes(.utf16LittleEndian, mark: [0xFF, 0xFE]), bytes(.utf32BigEndian),
            bytes(.utf32LittleEndian, mark: [0xFF, 0xFE, 0, 0]),
        ]
        for body in bodies {
            let decoded = try ResponseSample(200, "application/json", bytes: body).response(as: json)
            #expect(decoded.value["ключ"]?.string == "Grüße")
        }
        let latin = ResponseSample(
            200,
            "application/json; charset=iso-8859-1",
            bytes: Array("\"Gr".utf8) + [0xFC, 0x22]
        )
        #expect(try latin.value(as: json).string == "Grü")
        #expect(try latin.response(as: json).findings.map(\.code).contains(.transcoded))
    }

    @Test("C03, C05, C09, U07: bytes that are invalid in their charset are an error that names it and the offset")
    func invalidText() throws {
        let utf8 = ResponseSample(200, "application/json", bytes: Array("[\"a".utf8) + [0xFF, 0x22, 0x5D])
        let error = try #require(json.error(for: utf8))
        #expect(error.code == .invalidText)
        #expect(error.offset == 3)
        let shiftJIS = ResponseSample(
            200,
            "application/json;charset=shift_jis",
            bytes: Array("[\"a".utf8) + [0xFF, 0x22]
        )
        let other = try #require(json.error(for: shiftJIS))
        #expect(other.code == .invalidText)
        #expect(other.message.contains("Shift_JIS"))
        #expect(other.offset == 3)
        let unknown = ResponseSample(200, "application/json;charset=klingon", bytes: [0x22, 0xFF, 0x22])
        #expect(json.error(for: unknown)?.hint?.contains("klingon") == true)
    }

    @Test("C06: the caller's charset overrides the declared one")
    func callersCharset() throws {
        // GBK bytes with an incorrect charset label.
        let body = ResponseSample(200, "application/json; charset=utf-16", bytes: [0x22, 0xD6, 0xD0, 0x22])
        let relabeled = json.options { $0.text.charset = Charset(label: "gbk") }
        let decoded = try body.response(as: relabeled)
        #expect(decoded.value.string == "中")
    }

    @Test(
        "J14: choices that RFC 8259 leaves open are made and documented",
        arguments: [
            (#"["\ud800"]"#, false), ("[\"\u{01}\"]", false), ("[1,]", false), (#"{"a":1,"a":2}"#, true),
            ("[1e400]", true), ("[" + String(repeating: "9", count: 400) + "]", true),
            (String(repeating: "[", count: 512) + String(repeating: "]", count: 512), true),
            (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), false),
        ]
    )
    func openPoints(text: String, isAccepted: Bool) {
        #expect((json.error(for: sample(text)) == nil) == isAccepted)
    }

    @Test("J14: quirks are accepted on request")
    func quirks() throws {
        let lenient = json.quirks([.trailingCommas, .comments, .nonFiniteNumbers])
        let value = try sample("[1, /* two */ NaN,] // end").value(as: lenient)
        #expect(value.count == 2)
        #expect(value[1]?.double?.isNaN == true)
    }

    @Test("N01: nulls are kept unless their removal is requested")
    func nullsAreKept() throws {
        let value = try sample(#"{"a":null,"b":[null]}"#).value(as: json)
        #expect(value["a"]?.isNull == true)
        #expect(value["b"]?.count == 1)
    }

    @Test("N02, N03, N05: null members are removed on every level, and null elements are kept")
    func nullMembers() throws {
        let text = #"{"a":null,"b":{"c":null},"d":[null,{"e":null}]}"#
        let value = try sample(text).value(as: json.removingNulls())
        #expect(value["a"] == nil)
        #expect(value.count == 2)
        #expect(value["b"]?.count == 0)
        #expect(value["d"]?.count == 2)
        #expect(value["d"]?[0]?.isNull == true)
        #expect(value["d"]?[1]?.count == 0)
    }

    @Test("N04: null elements are removed on request")
    func nullElements() throws {
        let value = try sample("[null,1,[null],{\"a\":null}]").value(as: json.removingNulls(elements: true))
        #expect(value.count == 3)
        #expect(value[0]?.int == 1)
        #expect(value[1]?.count == 0)
        #expect(value[2]?.count == 0)
    }

    @Test("N10: removing nulls needs no stack, at any depth")
    func deepNulls() throws {
        var limits = Limits()
        limits.jsonDepth = 200_000
        let text = String(repeating: "[{\"a\":", count: 50_000) + "null" + String(repeating: "}]", count: 50_000)
        let decoded = try sample(text).response(as: json.removingNulls(elements: true).limits(limits))
        #expect(decoded.value.count == 1)
    }

    @Test("N11: the string null is a string")
    func stringNull() throws {
        let value = try sample(#"{"a":"null","b":"<null>"}"#).value(as: json.removingNulls(elements: true))
        #expect(value.count == 2)
    }

    @Test("V22: a body in another format than declared is an error whose hint names the received format")
    func anotherKind() throws {
        let error = try #require(json.error(for: sample("<html><title>Sign in</title>")))
        #expect(error.code == .malformedBody)
        #expect(error.hint == "expected JSON, but received an HTML page: “Sign in”")
    }

    @Test("S08: the options of JSON are part of the stored configuration")
    func configuration() throws {
        var serializer = json.removingNulls(elements: true).quirks([.comments]).dates(.iso8601).keys(
            .convertFromSnakeCase
        )
        serializer.options.allowsFragments = false
        serializer.options.rejectsDuplicateKeys = true
        serializer.options.text.charset = .shiftJIS
        serializer.options.text.replacesMalformed = true
        serializer.options.path = "/data"
        serializer.options.badElements = [.root: 1]
        serializer.options.decoding.data = .array
        serializer.options.decoding.nonFiniteNumbers = .convertFromString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        let restored = try json.restoring(serializer.storedConfiguration())
        #expect(restored.options == serializer.options)
        // No option has its default value.
        let defaults = Mirror(reflecting: JSON.Options()).children.map { "\($0.value)" }
        for (option, value) in zip(Mirror(reflecting: restored.options).children, defaults) {
            #expect("\(option.value)" != value, "\(option.label ?? "")")
        }
    }

    @Test func keepsTheContract() {
        #expect(SerializerContract(json, accepted: sample(#"{"a":[1,"b"]}"#)).violations() == [])
        let typed = JSONResponseSerializer([String: Int].self)
        #expect(SerializerContract(typed, accepted: sample(#"{"a":1}"#)).violations() == [])
        let text = StringResponseSerializer()
        #expect(SerializerContract(text, accepted: ResponseSample(200, "text/plain", "Grüße")).violations() == [])
    }
}
