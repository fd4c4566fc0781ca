import DecantCore
import DecantJSON
import Testing

/// JSON pointers (RFC 6901), with the example from §5.
@Suite struct DocumentPointerTests {
    private let text = #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    private func found(_ pointer: String) throws -> String {
        try JSON(parsing: text.utf8).value(at: #require(JSONPointer(pointer))).text()
    }

    @Test func resolvesTheExamplesOfTheStandard() throws {
        let values = [
            "/foo": #"["bar","baz"]"#, "/foo/0": #""bar""#, "/": "0", "/a~1b": "1", "/c%d": "2", "/e^f": "3",
            "/g|h": "4", "/i\\j": "5", "/k\"l": "6", "/ ": "7", "/m~0n": "8",
        ]
        for (pointer, value) in values { #expect(try found(pointer) == value, "\(pointer)") }
        #expect(try JSON(parsing: text.utf8).value(at: "") == JSON(parsing: text.utf8))
    }

    @Test(arguments: [
        ("/x", "no member “x”"), ("/foo/2", "in an array of 2 elements"), ("/foo/01", "no element “01”"),
        ("/foo/-", "no element “-”"), ("/foo/99999999999999999999", "no element"), ("/foo/0/x", "no member “x” in"),
    ])
    func namesTheMissingPart(pointer: String, message: String) {
        let error = #expect(throws: ResponseError.self) { try found(pointer) }
        #expect(error?.code == .keyNotFound)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func returnsTheExistingPrefixOfThePath() {
        let error = #expect(throws: ResponseError.self) { try found("/foo/7") }
        #expect(error?.path == [.key("foo")])
    }

    @Test(arguments: [
        ("/a/1/b", "3"), ("/a/0/0", "1"), ("/a/10", "\"ten\""), ("/a/2", "null"), ("/0", "\"name\""), ("/a/1/a", "2"),
    ])
    func followsNamesAndIndices(pointer: String, value: String) throws {
        let text = #"{"a":[[1],{"a":2,"b":3,"a":4},null,3,4,5,6,7,8,9,"ten"],"0":"name","01":"other","a":5}"#
        #expect(try JSON(parsing: text.utf8).value(at: #require(JSONPointer(pointer))).text() == value)
    }

    @Test(arguments: [("/a", "", 1), ("/b/0/x", "b[0]", 7)])
    func anErrorIsAtTheValueThatLacksThePart(pointer: String, path: String, offset: Int) throws {
        let error = try #require(throws: ResponseError.self) {
            try JSON(parsing: #" {"b":[{"y":1}]}"#.utf8).value(at: #require(JSONPointer(pointer)))
        }
        #expect(CodingPathComponent.text(of: error.path) == path)
        #expect(error.offset == offset)
        #expect(error.hint == (pointer == "/a" ? "the object has “b”" : "the object has “y”"))
    }
}
