import DecantCore
import DecantJSON
import Testing

@Suite struct JSONTests {
    private let json: JSON

    init() throws {
        let text = """
            {
              "id": 42, "ratio": 0.5, "big": 12345678901234567890123, "name": "Zoë \\u2603\\n", "ok": true, "no": false,
              "none": null, "list": [1, [2, {"deep": "x"}], 3], "\\u0061b": "escaped", "": "empty",
              "twice": 1, "twice": 2, "e\\u0301": "decomposed"
            }
            """
        json = try JSON(parsing: ResponseBytes(text.utf8))
    }

    @Test func looksMembersUp() {
        #expect(json["id"]?.int == 42)
        #expect(json["ab"]?.string == "escaped")
        #expect(json[""]?.string == "empty")
        #expect(json["ID"] == nil)
        #expect(json["id"]?["x"] == nil)
        #expect(json["list"]?["x"] == nil)
    }

    @Test func returnsTheFirstOfSeveralMembersWithAName() {
        #expect(json["twice"]?.int == 1)
        #expect(json.object?.filter { $0.key == "twice" }.map(\.value.int) == [1, 2])
    }

    @Test func comparesNamesScalarByScalar() {
        #expect(json["e\u{301}"]?.string == "decomposed")
        #expect(json["\u{E9}"] == nil)
    }

    @Test func looksElementsUp() {
        #expect(json["list"]?[0]?.int == 1)
        #expect(json["list"]?[1]?[1]?["deep"]?.string == "x")
        #expect(json["list"]?[2]?.int == 3)
        #expect(json["list"]?[3] == nil)
        #expect(json["list"]?[-1] == nil)
        #expect(json[0] == nil)
        #expect(json["id"]?[0] == nil)
    }

    @Test func returnsEachKindThroughItsAccessorOnly() {
        let kinds: [(String, JSON.Kind)] = [
            ("id", .number), ("ratio", .number), ("big", .number), ("name", .string), ("ab", .string), ("ok", .boolean),
            ("no", .boolean), ("none", .null), ("list", .array),
        ]
        for (name, kind) in kinds {
            let value = json[name]
            #expect(value?.kind == kind)
            #expect((value?.string != nil) == (kind == .string))
            #expect((value?.bool != nil) == (kind == .boolean))
            #expect((value?.number != nil) == (kind == .number))
            #expect((value?.double != nil) == (kind == .number))
            #expect((value?.array != nil) == (kind == .array))
            #expect(value?.object == nil)
            #expect(value?.isNull == (kind == .null))
        }
        #expect(json.kind == .object)
    }

    @Test func readsScalars() {
        #expect(json["ok"]?.bool == true)
        #expect(json["no"]?.bool == false)
        #expect(json["name"]?.string == "Zoë ☃\n")
        #expect(json["ratio"]?.double == 0.5)
        #expect(json["ratio"]?.int == nil)
        #expect(json["big"]?.int == nil)
        #expect(json["big"]?.integer(as: Int128.self) == 12_345_678_901_234_567_890_123)
        #expect(json["big"]?.number?.text == "12345678901234567890123")
        #expect(json["id"]?.integer(as: UInt8.self) == 42)
        #expect(json["name"]?.integer(as: Int.self) == nil)
    }

    @Test func goesThroughParts() {
        #expect(json.object?.map(\.key).first == "id")
        #expect(json.object?.underestimatedCount == json.count)
        #expect(json.count == 13)
        #expect(json["list"]?.array?.map(\.kind) == [.number, .array, .number])
        #expect(json["list"]?.count == 3)
        #expect(json["id"]?.count == 0)
        #expect(json["list"]?[1]?.array?.underestimatedCount == 2)
    }

    @Test func hasThePositionOfEachToken() {
        #expect(json.position == SourcePosition(offset: 0, line: 1, column: 1))
        #expect(json["id"]?.position == SourcePosition(offset: 10, line: 2, column: 9))
        #expect(json["name"]?.position.line == 2)
        #expect(json["list"]?[1]?[1]?["deep"]?.position.line == 3)
        #expect(json["list"]?[1]?[1]?["deep"]?.path == [.key("list"), .index(1), .index(1), .key("deep")])
        #expect(json.path == [])
        #expect(json["ab"]?.path == [.key("ab")])
    }

    @Test func keepsTheDocumentAlive() throws {
        var values: [JSON] = []
        for number in 0..<100 {
            let text = "{\"number\":[\(number)]}"
            values.append(try #require(try JSON(parsing: ResponseBytes(text.utf8))["number"]?[0]))
        }
        #expect(values.map(\.int) == Array(0..<100))
    }
}
