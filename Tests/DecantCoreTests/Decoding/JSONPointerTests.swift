import DecantCore
import Testing

@Suite struct JSONPointerTests {
    @Test(arguments: [
        ("", []), ("/", [""]), ("/a", ["a"]), ("/a/0//b", ["a", "0", "", "b"]), ("/~01~10", ["~1/0"]),
        ("/e\u{301}/\u{301}", ["e\u{301}", "\u{301}"]), ("/\u{0}\"", ["\u{0}\""]),
    ])
    func hasTheNamesWithoutEscapes(_ row: (String, [String])) throws {
        #expect(try JSONPointer(row.0).names.map { Array($0.utf8) } == row.1.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("a", "“a” is not a JSON pointer: it does not begin with “/”"),
        ("#/a", "“#/a” is not a JSON pointer: it does not begin with “/”"),
        ("/a/~", "“/a/~” is not a JSON pointer: “~” is not followed by 0 or 1"),
        ("/~2/b", "“/~2/b” is not a JSON pointer: “~” is not followed by 0 or 1"),
        (
            String(repeating: "x", count: 101),
            "“\(String(repeating: "x", count: 100))…” is not a JSON pointer: it does not begin with “/”"
        ),
    ])
    func saysWhyATextIsNotAPointer(_ row: (String, String)) {
        let error = #expect(throws: JSONPointer.Malformed.self) { try JSONPointer(row.0) }
        #expect(error?.message == row.1)
    }

    @Test(arguments: ["a", "", "a/b", "~", "~1", "/~0é"])
    func writesAPointerThatLeadsToAMember(name: String) throws {
        #expect(try JSONPointer(JSONPointer.text(toMember: name)).names == [name])
    }
}
