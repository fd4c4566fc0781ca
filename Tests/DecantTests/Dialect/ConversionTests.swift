import Decant
import DecantFoundation
import DecantTesting
import Foundation
import Testing

/// A conversion of one value, in each format that can contain it; the rows are also the table of a page.
struct ConversionRow: Sendable, CustomTestStringConvertible {
    let name: String
    let conversion: DecodingOptions.Conversions
    let json: String
    let type: String
    let result: String
    let isDirect: Bool

    /// The value in a format, or nil if the format has no such value or needs no conversion for it.
    let bodies: [DialectFormat: String]

    /// Decodes a body, and returns the description of the value.
    fileprivate let decode: @Sendable (DialectFormat, String, DecodingOptions.Conversions) throws -> ConvertedValue
    fileprivate let decodeLine: @Sendable (String, DecodingOptions.Conversions) throws -> ConvertedValue
    fileprivate let decodeDirectly: @Sendable (String, DecodingOptions.Conversions) throws -> ConvertedValue?

    var testDescription: String { "\(name): \(json) as \(type)" }

    var tableRow: String {
        let short = type.replacing("Optional<Int>", with: "Int?").replacing(/Array<(.*)>/) { "[\($0.1)]" }
            .replacing(/Dictionary<(.*), (.*)>/) { "[\($0.1): \($0.2)]" }
        return "| `.\(name)` | \(json.isEmpty ? "no member" : "`\(json)`") | `\(short)` | `\(result)` |"
    }
}

/// The description of a decoded value, and the findings.
private struct ConvertedValue {
    var text: String
    var findings: [Finding]
}

/// An object with the member `value`.
private struct Holder<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value
}

extension Holder: JSON.DirectDecodable where Value: JSON.DirectDecodable {
    init(from cursor: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try cursor.members()
        value = try members.decode("value")
    }
}

/// An object with an optional member.
private struct OptionalHolder<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value?
}

extension OptionalHolder: JSON.DirectDecodable where Value: JSON.DirectDecodable {
    init(from cursor: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try cursor.members()
        value = try members.decodeIfPresent("value")
    }
}

private struct Tags: Decodable, Sendable, CustomStringConvertible, JSON.DirectDecodable {
    var first: String?

    init(from cursor: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try cursor.members()
        first = try members.decodeIfPresent("first")
    }

    var description: String { "Tags()" }
}

private enum Level: Int, Decodable, Sendable, JSON.DirectDecodable {
    case low = 1
    case high
}

extension ConversionRow {
    fileprivate init<Outer: Decodable & Sendable, Value>(
        _ name: String,
        _ json: String,
        _ type: String,
        _ result: String,
        xml: String? = nil,
        propertyList: String? = nil,
        in outer: Outer.Type,
        direct: (any (JSON.DirectDecodable & Sendable).Type)? = nil,
        _ value: @escaping @Sendable (Outer) -> Value
    ) {
        self.name = name
        self.json = json
        self.type = type
        self.result = result
        conversion = DecodingOptions.Conversions.names.first { $0.name == name }?.value ?? []
        isDirect = direct != nil
        let member = json.isEmpty ? "{}" : "{\"value\":\(json)}"
        bodies = [
            .json: member,
            .xml: xml.map { "<r>\($0)</r>" },
            .propertyList: propertyList.map { "<plist><dict>\($0)</dict></plist>" },
        ].compactMapValues(\.self)
        decode = { format, body, conversions in
            let type = format == .xml ? "application/xml" : "application/json"
            let sample = ResponseSample(200, format == .propertyList ? "application/x-plist" : type, body)
            let serializer = format.serializer(Outer.self).converting(conversions)
            let response = try serializer.response(of: sample.body, for: sample.context)
            return ConvertedValue(text: "\(value(response.value))", findings: response.findings)
        }
        decodeLine = { line, conversions in
            var reader = StreamSerializer.jsonLines(.json(Outer.self).converting(conversions)).reader()
            reader.append(Array((line + "\n").utf8))
            reader.finish()
            let text = try reader.next().map { "\(value($0))" } ?? "no element"
            _ = try reader.next()
            return ConvertedValue(text: text, findings: reader.findings)
        }
        decodeDirectly = { body, conversions in
            guard let direct else { return nil }
            return try Self.directly(direct, body, conversions) { ($0 as? Outer).map { "\(value($0))" } }
        }
    }

    private static func directly<Value: JSON.DirectDecodable & Sendable>(
        _ type: Value.Type,
        _ body: String,
        _ conversions: DecodingOptions.Conversions,
        _ text: (Value) -> String?
    ) throws -> ConvertedValue {
        let sample = ResponseSample(200, "application/json", body)
        let response = try sample.response(as: JSONResponseSerializer(direct: type).converting(conversions))
        return ConvertedValue(text: text(response.value) ?? "", findings: response.findings)
    }

    /// A row for a type that also decodes itself directly.
    fileprivate init<Value: Decodable & Sendable & JSON.DirectDecodable>(
        _ name: String,
        _ json: String,
        _ result: String,
        xml: String? = nil,
        plist: String? = nil,
        as type: Value.Type
    ) {
        let plist = plist.map { "<key>value</key>" + $0 }
        let outer = Holder<Value>.self
        self.init(name, json, "\(type)", result, xml: xml, propertyList: plist, in: outer, direct: outer) { $0.value }
    }

    /// A row for an optional member of a type.
    fileprivate init<Value: Decodable & Sendable & JSON.DirectDecodable>(
        _ name: String,
        _ json: String,
        xml: String? = nil,
        plist: String? = nil,
        optional type: Value.Type
    ) {
        let plist = plist.map { "<key>value</key>" + $0 }
        let outer = OptionalHolder<Value>.self
        self.init(name, json, "\(type)?", "nil", xml: xml, propertyList: plist, in: outer, direct: outer) {
            $0.value.map { "\($0)" } ?? "nil"
        }
    }

    /// A row for a type that does not decode itself directly, or needs no conversion there.
    fileprivate init<Value: Decodable & Sendable>(
        _ name: String,
        _ json: String,
        _ result: String,
        xml: String? = nil,
        plist: String? = nil,
        decodable type: Value.Type
    ) {
        let plist = plist.map { "<key>value</key>" + $0 }
        let outer = Holder<Value>.self
        self.init(name, json, "\(type)", result, xml: xml, propertyList: plist, in: outer) { $0.value }
    }

    static let all: [ConversionRow] = [
        ConversionRow("emptyStringsToNil", "\"\"", plist: "<string/>", optional: Int.self),
        ConversionRow("emptyStringsToNil", "\"\"", plist: "<string/>", optional: Bool.self),
        ConversionRow("emptyStringsToNil", "\"\"", xml: "<value/>", plist: "<string/>", optional: String.self),
        ConversionRow("emptyStringsToNil", "\"\"", xml: "<value/>", plist: "<string/>", optional: Tags.self),
        ConversionRow("emptyStringsToNil", "[\"\"]", "[nil]", plist: "<array><string/></array>", as: [Int?].self),
        ConversionRow("stringsToNumbers", "\"12\"", "12", plist: "<string>12</string>", as: Int.self),
        ConversionRow("stringsToNumbers", "\"-1.5e1\"", "-15", plist: "<string>-1.5e1</string>", as: Int8.self),
        ConversionRow("stringsToNumbers", "\"1.5\"", "1.5", plist: "<string>1.5</string>", as: Double.self),
        ConversionRow("stringsToNumbers", "\"0.1\"", "0.1", plist: "<string>0.1</string>", as: Float.self),
        ConversionRow("stringsToNumbers", "\"1.10\"", "1.1", plist: "<string>1.10</string>", as: Decimal.self),
        ConversionRow("stringsToNumbers", "\"2\"", "high", plist: "<string>2</string>", as: Level.self),
        ConversionRow(
            "stringsToNumbers",
            "[\"1\", 2]",
            "[1, 2]",
            plist: "<array><string>1</string><integer>2</integer></array>",
            as: [Int].self
        ),
        ConversionRow("scalarsToStrings", "1.50", "1.50", plist: nil, as: String.self),
        ConversionRow("scalarsToStrings", "7", "7", plist: "<integer>7</integer>", as: String.self),
        ConversionRow("scalarsToStrings", "true", "true", plist: "<true/>", as: String.self),
        ConversionRow("scalarsToBooleans", "1", "true", plist: "<integer>1</integer>", as: Bool.self),
        ConversionRow("scalarsToBooleans", "0", "false", plist: "<integer>0</integer>", as: Bool.self),
        ConversionRow("scalarsToBooleans", "\"true\"", "true", plist: "<string>true</string>", as: Bool.self),
        ConversionRow(
            "scalarsToBooleans",
            "\"Yes\"",
            "true",
            xml: "<value>Yes</value>",
            plist: "<string>Yes</string>",
            as: Bool.self
        ),
        ConversionRow(
            "scalarsToBooleans",
            "\"NO\"",
            "false",
            xml: "<value>NO</value>",
            plist: "<string>NO</string>",
            as: Bool.self
        ),
        ConversionRow("valuesToArrays", "\"a\"", "[\"a\"]", plist: "<string>a</string>", as: [String].self),
        ConversionRow(
            "valuesToArrays",
            "{\"first\":\"a\"}",
            "[Tags()]",
            plist: "<dict><key>first</key><string>a</string></dict>",
            as: [Tags].self
        ),
        ConversionRow("valuesToArrays", "7", "[7]", plist: "<integer>7</integer>", decodable: Set<Int>.self),
        ConversionRow(
            "indexedObjectsToArrays",
            "{\"0\": \"a\", \"1\": \"b\"}",
            "[\"a\", \"b\"]",
            plist: "<dict><key>0</key><string>a</string><key>1</key><string>b</string></dict>",
            as: [String].self
        ),
        ConversionRow("indexedObjectsToArrays", "{}", "[]", plist: "<dict/>", as: [Int].self),
        ConversionRow("emptyArraysToObjects", "[]", "Tags()", plist: "<array/>", as: Tags.self),
        ConversionRow("emptyArraysToObjects", "[]", "[:]", plist: "<array/>", as: [String: Int].self),
        ConversionRow("absentToEmptyCollections", "null", "[]", decodable: [Int].self),
        ConversionRow("absentToEmptyCollections", "null", "[]", decodable: Set<Int>.self),
        ConversionRow("absentToEmptyCollections", "null", "[:]", decodable: [String: Int].self),
        ConversionRow(
            "absentToEmptyCollections",
            "",
            "[String: Int]",
            "[:]",
            xml: "<other/>",
            propertyList: "<key>a</key><true/>",
            in: Holder<[String: Int]>.self
        ) { $0.value },
        ConversionRow(
            "absentToEmptyCollections",
            "",
            "[String]",
            "[]",
            propertyList: "<key>a</key><true/>",
            in: Holder<[String]>.self
        ) { $0.value },
    ]
}

/// The conversions of values that do not have the requested type.
@Suite struct ConversionTests {
    private let rows = ConversionRow.all

    private static let texts: [(ConversionRow, DialectFormat)] = ConversionRow.all.flatMap { row in
        DialectFormat.allCases.filter { row.bodies[$0] != nil }.map { (row, $0) }
    }

    @Test(arguments: texts) func convertsInEachFormat(_ row: ConversionRow, _ format: DialectFormat) throws {
        let body = try #require(row.bodies[format])
        let others = DecodingOptions.Conversions.all.subtracting(row.conversion)
        let error = #expect(throws: (any Error).self, "needs no conversion") {
            let value = try row.decode(format, body, [])
            // An optional string is decoded without the conversion, but not as nil.
            if value.text != row.result { throw CancellationError() }
        }
        if let error = error as? ResponseError, error.code != .keyNotFound {
            let isNamed = error.remedies.map(\.name).contains(row.name)
            // A value at the top is rather another value than an array; a null may be that of any type.
            #expect(isNamed || row.name == "valuesToArrays" || row.result == "[:]", "\(error)")
        }
        let value = try row.decode(format, body, row.conversion)
        #expect(value.text == row.result)
        let findings = value.findings.filter { $0.code == .convertedValue }
        #expect(!findings.isEmpty && findings.allSatisfy { $0.offset != nil && $0.message.contains("value") })
        #expect(try row.decode(format, body, .all).text == row.result)
        // No other conversion gives the same value.
        let other = try? row.decode(format, body, others)
        #expect(other?.text != row.result, "\(other?.findings.map(\.message) ?? [])")
    }

    @Test(arguments: ConversionRow.all) func convertsTheItemsOfAStream(_ row: ConversionRow) throws {
        let body = try #require(row.bodies[.json])
        let value = try row.decodeLine(body, row.conversion)
        #expect(value.text == row.result)
        #expect(value.findings.contains { $0.code == .convertedValue })
    }

    @Test(arguments: ConversionRow.all.filter(\.isDirect)) func convertsForDirectTypes(_ row: ConversionRow) throws {
        let body = try #require(row.bodies[.json])
        let value = try #require(try row.decodeDirectly(body, row.conversion))
        #expect(value.text == row.result)
        let expected = try row.decode(.json, body, row.conversion)
        #expect(value.findings == expected.findings)
    }

    @Test func isStoredAndRestored() throws {
        for (_, conversion) in DecodingOptions.Conversions.names {
            var options = JSON.Options()
            options.decoding.conversions = [conversion, .stringsToNumbers]
            let data = try JSONEncoder().encode(options)
            #expect(try JSONDecoder().decode(JSON.Options.self, from: data) == options)
        }
        #expect(String(decoding: try JSONEncoder().encode(JSON.Options()), as: UTF8.self) == "{}")
        let unknown = Data(#"{"decoding":{"conversions":1024}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.Options.self, from: unknown) }
        #expect(DecodingOptions.Conversions(DecodingOptions.Conversions.names.map(\.value)) == .all)
    }

    @Test(arguments: [
        "\"1.5\"", "\"0x10\"", "\"+1\"", "\"007\"", "\" 1\"", "\"1 \"", "\"1e\"", "\"\"", "\"-\"", "\"1e999999999\"",
        "\"NaN\"", "\"9223372036854775808\"", "\"1_000\"", "\"١\"", "true", "\"1,5\"",
    ])
    func neverLosesADigit(_ json: String) throws {
        let serializer = JSONResponseSerializer(Holder<Int>.self).converting(.all)
        let body = "{\"value\":\(json)}"
        #expect(throws: ResponseError.self) { try serializer.value(of: body.utf8, for: Self.json) }
        let direct = JSONResponseSerializer(direct: Holder<Int>.self).converting(.all)
        #expect(throws: ResponseError.self) { try direct.value(of: body.utf8, for: Self.json) }
    }

    private static let json = ResponseSample(200, "application/json", "").context

    /// A custom `init(from:)` that tries a number first.
    private enum Identifier: Decodable, Sendable, Equatable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    private struct Word: Decodable, Sendable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let bool = try? container.decode(Bool.self)
            text = try bool.map { "\($0)" } ?? container.decode(String.self)
        }
    }

    @Test func doesNotApplyToSingleValuesOfACustomType() throws {
        let serializer = JSONResponseSerializer([Identifier].self).converting(.all)
        let values = try serializer.value(of: #"["1", 2, ""]"#.utf8, for: Self.json)
        #expect(values == [.text("1"), .number(2), .text("")])
        let words = XMLResponseSerializer([Word].self).converting(.all)
        let sample = ResponseSample(200, "application/xml", "<r><a>yes</a><a>true</a></r>")
        #expect(try words.value(of: sample.body, for: sample.context).map(\.text) == ["yes", "true"])
    }

    /// A type that reads itself from the first element of itself.
    private struct Nested: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try container.decode(Nested.self)
        }
    }

    private struct DirectNested: JSON.DirectDecodable, Sendable {
        init(from value: borrowing JSON.Cursor) throws(ResponseError) {
            var elements = try value.elements()
            if let element = elements.next() { self = try element.decode(DirectNested.self) }
        }
    }

    @Test func aValueIsNoArrayOfItselfTwice() {
        let serializer = JSONResponseSerializer(Nested.self).converting(.all)
        #expect(throws: ResponseError.self) { try serializer.value(of: "1".utf8, for: Self.json) }
        let direct = JSONResponseSerializer(direct: DirectNested.self).converting(.all)
        #expect(throws: ResponseError.self) { try direct.value(of: "1".utf8, for: Self.json) }
    }

    @Test func namesTheValueAndItsPath() throws {
        let sample = ResponseSample(200, "application/json", #"{"items":[{"value":1},{"value":"12"}]}"#)
        let serializer = JSONResponseSerializer([Holder<Int>].self).at("/items")
        let response = try sample.response(as: serializer.converting(.stringsToNumbers))
        #expect(response.findings.map(\.message) == ["converted “12” to a number (at items[1].value)"])
        let error = try #require(serializer.error(for: sample))
        #expect(error.hint == "`.converting(.stringsToNumbers)` reads it")
        let empty = ResponseSample(200, "application/json", #"{"value":""}"#)
        let emptiness = try #require(JSONResponseSerializer(Holder<Int>.self).error(for: empty))
        #expect(emptiness.message == "expected Int, but found an empty string")
        #expect(emptiness.hint == "`.converting(.emptyStringsToNil)` reads it as nil for an optional")
    }

    @Test func countsBeyondAHundred() throws {
        let numbers = "[" + (0..<1000).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let sample = ResponseSample(200, "application/json", numbers)
        for findings in [
            try sample.response(as: JSONResponseSerializer([Int].self).converting(.all)).findings,
            try sample.response(as: JSONResponseSerializer(direct: [Int].self).converting(.all)).findings,
        ] {
            #expect(findings.count == 101)
            #expect(findings.last?.message == "omitted 900 more findings of the kind convertedValue")
        }
        var reader = StreamSerializer.jsonLines(.json([Int].self).converting(.all)).reader()
        for _ in 0..<150 { reader.append(Array("[\"1\",\"2\"]\n".utf8)) }
        reader.finish()
        while try reader.next() != nil {}
        #expect(reader.findings.count == 101)
        #expect(reader.findings.last?.message == "omitted 200 more findings of the kind convertedValue")
    }

    @Test(.timeLimit(.minutes(10))) func isLinear() throws {
        let object = "{" + (0..<500_000).map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
        let numbers = try JSONResponseSerializer([Int].self).converting(.all).value(of: object.utf8, for: Self.json)
        #expect(numbers.count == 500_000 && numbers.last == 499_999)
        let digits = "\"" + String(repeating: "9", count: 1 << 20) + "\""
        #expect(throws: ResponseError.self) {
            try JSONResponseSerializer([Int].self).converting(.all).value(of: digits.utf8, for: Self.json)
        }
        let point = "\"0." + String(repeating: "1", count: 1 << 20) + "\""
        let fraction = JSONResponseSerializer([Double].self).converting(.all)
        #expect(try fraction.value(of: point.utf8, for: Self.json) == [1.0 / 9])
    }

    @Test func thePageHasTheTable() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Decant/Decant.docc/Dialect.md")
        var text = try String(contentsOf: page, encoding: .utf8)
        let heading = "| conversion | value | type | result |\n| --- | --- | --- | --- |\n"
        let table = heading + rows.map { $0.tableRow + "\n" }.joined()
        if ProcessInfo.processInfo.environment["DECANT_UPDATE_PAGES"] == "1" {
            let start = try #require(text.range(of: heading))
            let end = text.range(of: "\n\n", range: start.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
            text.replaceSubrange(start.lowerBound..<end, with: table.dropLast())
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(text.contains("\n\n" + table + "\n"))
    }
}
