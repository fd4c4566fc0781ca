import DecantCore
import DecantDocument
import Testing

@Suite struct JSONPointerTests {
    @Test(arguments: [
        ("", []), ("/", [""]), ("/a", ["a"]), ("/a/0//b", ["a", "0", "", "b"]), ("/~01~10", ["~1/0"]),
        ("/e\u{301}/\u{301}", ["e\u{301}", "\u{301}"]), ("/\u{0}\"", ["\u{0}\""]),
    ])
    func hasTheNamesWithoutEscapes(_ row: (String, [String])) throws {
        let pointer = try #require(JSONPointer(row.0))
        #expect(pointer.names.map { Array($0.utf8) } == row.1.map { Array($0.utf8) })
        #expect(pointer.description == row.0)
    }

    @Test(arguments: ["a", "#/a", "/a/~", "/~2/b", "/~~0", " /a", String(repeating: "x", count: 101)])
    func isNilForInvalidText(_ text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test(arguments: ["a", "", "a/b", "~", "~1", "/~0é"])
    func isMadeOfNames(name: String) throws {
        let pointer = JSONPointer(names: [name, "0"])
        #expect(pointer.names == [name, "0"])
        #expect(JSONPointer(pointer.description) == pointer)
    }

    @Test func isALiteral() {
        let pointer: JSONPointer = "/data/items/0"
        #expect(pointer.names == ["data", "items", "0"])
        #expect(JSONPointer.root == "")
        #expect(JSONPointer.root.names.isEmpty)
    }
}
