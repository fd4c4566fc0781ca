import DecantDocument
import DecantJSON
import Testing

/// Copies of values without nulls.
@Suite struct NullRemovalTests {
    private func outline(_ text: String, from index: Int = 0, elements: Bool) throws -> String {
        try JSON(parsing: text.utf8).flat.removingNulls(from: index, elements: elements).outline()
    }

    @Test(
        "Removes null members and null elements if wanted",
        arguments: [
            ("null", "null", "null"), ("7", "7", "7"), ("[]", "[0 ]", "[0 ]"), ("[null]", "[1 null ]", "[0 ]"),
            ("[null,1,null,[null],2]", "[5 null 1 null [1 null ] 2 ]", "[3 1 [0 ] 2 ]"),
            (#"{"a":null}"#, "{0 }", "{0 }"), (#"{"a":1,"b":null,"c":2}"#, "{2 a: 1 c: 2 }", "{2 a: 1 c: 2 }"),
            (
                #"[{"a":null,"b":[null]},{"c":{"d":null}}]"#, "[2 {1 b: [1 null ] } {1 c: {0 } } ]",
                "[2 {1 b: [0 ] } {1 c: {0 } } ]"
            ),
            (
                #"{"a":{"b":{"c":null,"d":1}},"e":null,"f":[[],null]}"#,
                "{2 a: {1 b: {1 d: 1 } } f: [2 [0 ] null ] }", "{2 a: {1 b: {1 d: 1 } } f: [1 [0 ] ] }"
            ),
        ]
    )
    func removesNullMembersAndNullElements(text: String, members: String, both: String) throws {
        #expect(try outline(text, elements: false) == members)
        #expect(try outline(text, elements: true) == both)
    }

    @Test func copiesAPartOfADocument() throws {
        #expect(try outline(#"[null,{"a":null,"b":1},null]"#, from: 2, elements: true) == "{1 b: 1 }")
    }

    @Test func theCopyIsReadLikeTheOriginal() throws {
        let copy = try JSON(parsing: #"{"a":null,"b":["x",null,"\u00e9"],"c":1.5}"#.utf8).flat
            .removingNulls(from: 0, elements: true)
        let array = try #require(copy.value(named: "b", of: 0))
        #expect(copy.element(at: 1, of: array).map { copy.string(at: $0) } == "é")
        #expect(copy.value(named: "c", of: 0).map { copy.double(at: $0) } == 1.5)
        #expect(copy.next(after: 0) == copy.count)
        #expect(copy.sourceOffset(of: array) == 14)
    }
}
