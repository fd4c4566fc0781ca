import DecantCore
import DecantJSON
import TestSupport
import Testing

/// Reading a document without a reference to it, and without strings.
@Suite struct JSONCursorTests {
    private let json: JSON

    init() throws {
        let text = """
            {
              "id": 42, "ratio": 0.5, "big": 12345678901234567890123, "half": 18446744073709551615, "zero": -0,
              "name": "Zoë \\u2603\\n", "ok": true, "no": false, "none": null, "list": [1, [2, {"deep": "x"}], 3],
              "\\u0061b": "escaped", "": "", "twice": 1, "twice": 2, "e\\u0301": "decomposed", "huge": 1e999,
              "emptyList": [], "emptyObject": {}
            }
            """
        json = try JSON(parsing: ResponseBytes(text.utf8))
    }

    @Test func looksMembersUp() {
        let cursor = json.cursor
        #expect(cursor["id"]?.int == 42)
        #expect(cursor["ab"]?.string == "escaped")
        #expect(cursor[""]?.string == "")
        #expect(cursor["ID"]?.int == nil)
        #expect(cursor["id"]?["x"]?.int == nil)
        #expect(cursor["twice"]?.int == 1)
        let names = ["id", "ab", "e\u{301}", "\u{E9}"]
        #expect(cursor[names[0]]?.int == 42)
        #expect(cursor[names[1]]?.string == "escaped")
        #expect(cursor[names[2]]?.string == "decomposed")
        #expect(cursor[names[3]]?.string == nil)
    }

    @Test func looksElementsUp() {
        let cursor = json.cursor
        #expect(cursor["list"]?[0]?.int == 1)
        #expect(cursor["list"]?[1]?[1]?["deep"]?.string == "x")
        #expect(cursor["list"]?[3]?.int == nil)
        #expect(cursor["list"]?[-1]?.int == nil)
        #expect(cursor[0]?.int == nil)
    }

    @Test func visitsMembersInOrderWithDuplicates() {
        var names: [String] = []
        if var members = json.cursor.object {
            #expect(members.count == json.count)
            while let member = members.next() { names.append(String(member.name)) }
        }
        #expect(names == json.object?.map(\.key))
    }

    @Test func namesOnlyMembers() throws {
        let cursor = json.cursor
        let own = cursor.name.isEmpty
        let found = cursor["ab"]?.name == "ab"
        let element = cursor["list"]?[0]?.name.isEmpty
        let named = String("list")
        let other = cursor[named]?.name == "list"
        #expect(own && found && element == true && other)
        var elements = try cursor["list"]?.elements()
        let lookup = elements?.value("deep")?.int
        #expect(lookup == nil)
    }

    @Test func looksUpWhileVisiting() throws {
        var members = try json.cursor.members()
        #expect(members.next()?.int == 42)
        #expect(members.value("twice")?.int == 1)
        #expect(members.value("id")?.int == 42)
        #expect(members.value("nothing")?.int == nil)
        #expect(members.next()?.double == 0.5)
    }

    @Test func comparesAndMatchesNamesWithoutStrings() throws {
        var found: [String] = []
        var members = try json.cursor.members()
        while let member = members.next() {
            switch member.name {
            case "id": found.append("id")
            case "ab": found.append("ab")
            case "": found.append("")
            default: if member.name == "e\u{301}" || member.name == String("big") { found.append("other") }
            }
        }
        #expect(found == ["id", "other", "ab", "", "other"])
    }

    @Test func unescapesOnlyWhereThereAreEscapes() throws {
        let cursor = json.cursor
        let name = cursor["name"]?.text?.withUTF8 { String(copying: $0) }
        #expect(name == "Zoë ☃\n")
        let deep = cursor["list"]?[1]?[1]?["deep"]?.text?.withBytes { $0.count }
        #expect(deep == 1)
        let (empty, none) = (cursor[""]?.text?.isEmpty, cursor["id"]?.text?.isEmpty)
        #expect(empty == true && none == nil)
        let escaped = #""\#(String(repeating: "x", count: 5000))\ud83d\ude00\"""#
        let long = try JSON(parsing: escaped.utf8)
        let count = long.cursor.text?.withBytes { $0.count }
        #expect(count == 5005)
        #expect(long.cursor.string == long.string)
    }

    @Test func distinguishesIntegersFromOtherNumbers() throws {
        func described(_ cursor: borrowing JSON.Cursor) -> String {
            switch cursor.kind {
            case .null: "null"
            case .boolean: "\(cursor.bool == true)"
            case .number where cursor.hasOnlyDigits:
                cursor.int.map { "integer \($0)" } ?? "number \(cursor.number?.text ?? "")"
            case .number: "double \(cursor.double ?? .nan)"
            case .string: "string \(cursor.string ?? "")"
            case .array: "\(cursor.count) elements"
            case .object: "\(cursor.count) members"
            }
        }
        var descriptions: [String] = []
        var members = try json.cursor.members()
        while let member = members.next() { descriptions.append(described(member)) }
        #expect(
            descriptions == [
                "integer 42", "double 0.5", "number 12345678901234567890123", "number 18446744073709551615",
                "double -0.0", "string Zoë ☃\n", "true", "false", "null", "3 elements", "string escaped", "string ",
                "integer 1", "integer 2", "string decomposed", "double inf", "0 elements", "0 members",
            ]
        )
    }

    @Test func descendsThroughAnyDepthWithoutRecursion() throws {
        let depth = 100_000
        var limits = Limits()
        limits.jsonDepth = depth
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let deep = try JSON(parsing: text.utf8, limits: limits)
        var cursor = deep.cursor
        var levels = 1
        while let inner = cursor[0] {
            cursor = inner
            levels += 1
        }
        #expect(levels == depth)
        #expect(cursor.count == 0)
    }

    @Test func becomesAViewThatKeepsTheDocument() throws {
        func deep() throws -> JSON? {
            let other = try JSON(parsing: #"{"a":[{"b":"kept"}]}"#.utf8)
            guard let value = other.cursor["a"]?[0] else { return nil }
            return JSON(value)
        }
        #expect(try deep()?["b"]?.string == "kept")
    }

    @Test func namesTheTypeThatWasExpected() throws {
        #expect(throws: ResponseError.self) { _ = try json.cursor.elements() }
        let error = try #require(throws: ResponseError.self) { _ = try json.cursor["list"]?.members() }
        #expect(error.message == "expected an object, but found an array")
    }

    @Test(arguments: [
        "null", "true", "-7", "[]", "{}", #"[{},[],[[]],{"a":{}}]"#, #"{"\n":"\u0000","":[""],"a":1,"a":[2]}"#,
        "[9223372036854775807,9223372036854775808,-9223372036854775808,-9223372036854775809,1e400,1.5e-7,-0,0]",
        #"["\ud83d\ude00 \\ \/ é","\t"]"#,
    ])
    func agreesWithTheOwnedViewAndTheTree(text: String) throws {
        let json = try JSON(parsing: text.utf8)
        try expectAgreement(json.cursor, json, JSON.Value(json))
    }

    @Test(
        "Agrees with the owned view and the tree on all files",
        .enabled(if: CorpusFolder.json != nil, "DECANT_CORPORA is not set")
    )
    func agreesWithTheOwnedViewAndTheTreeOnAll() throws {
        let folder = try #require(CorpusFolder.json)
        var count = 0
        for row in CorpusFolder.jsonRows(of: "expected.tsv") {
            let body = ResponseBytes(try folder.bytes(of: try #require(row["path"])))
            guard let json = try? JSON(parsing: body) else { continue }
            try expectAgreement(json.cursor, json, JSON.Value(json))
            count += 1
        }
        #expect(count > 100)
    }
}

/// Expects that a value is the same, read by a cursor, by views, and as a tree; the depth is bounded by the parser.
private func expectAgreement(_ cursor: borrowing JSON.Cursor, _ json: JSON, _ tree: JSON.Value) throws {
    #expect(cursor.kind == json.kind)
    #expect(cursor.count == json.count)
    #expect(cursor.isNull == json.isNull)
    #expect(cursor.bool == json.bool)
    #expect(cursor.string == json.string)
    #expect(cursor.int == json.int)
    #expect(cursor.integer(as: UInt128.self) == json.integer(as: UInt128.self))
    #expect(cursor.double?.bitPattern == json.double?.bitPattern)
    #expect(cursor.number == json.number)
    let text = cursor.text?.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(text == json.string.map { Array($0.utf8) })
    switch cursor.kind {
    case .null: #expect(tree == .null)
    case .boolean: #expect(tree == cursor.bool.map { .boolean($0) })
    case .number where cursor.hasOnlyDigits:
        #expect(tree == cursor.int.map { .integer($0) } ?? cursor.number.map { .number($0) })
    case .number: #expect(tree == cursor.double.map { .double($0) })
    case .string: #expect(tree == cursor.string.map { .string($0) })
    case .array:
        guard case .array(let values) = tree, let views = json.array.map(Array.init), var elements = cursor.array else {
            Issue.record("\(tree) is not an array")
            return
        }
        #expect(views.count == values.count)
        for (view, value) in zip(views, values) {
            guard let element = elements.next() else { break }
            let isNamed = !element.name.isEmpty
            #expect(!isNamed)
            try expectAgreement(element, view, value)
        }
        let extra = elements.next()?.count
        #expect(extra == nil)
    case .object:
        guard case .object(let values) = tree, let views = json.object.map(Array.init), var members = cursor.object
        else {
            Issue.record("\(tree) is not an object")
            return
        }
        #expect(views.count == values.count)
        for (view, value) in zip(views, values) {
            guard let member = members.next() else { break }
            let isSame = member.name == view.key
            #expect(isSame && view.key == value.key)
            try expectAgreement(member, view.value, value.value)
        }
        let extra = members.next()?.count
        #expect(extra == nil)
    }
}
