import DecantCore
import DecantDocument
import DecantJSON
import Testing

extension FlatDocument {
    /// A value in the order of a walk: names and scalar texts, with brackets around the contents of containers.
    func outline(from index: Int = 0, sortsNames: Bool = false) -> String {
        var walk = DocumentWalk(self, from: index, sortsNames: sortsNames)
        var words: [String] = []
        while let event = walk.next() {
            switch event {
            case .begin(let index):
                words.append(self[index].kind == .object ? "{\(self[index].count)" : "[\(self[index].count)")
            case .name(let index): words.append(string(at: index) + ":")
            case .scalar(let index):
                words.append(self[index].kind.isString ? string(at: index) : description(of: index))
            case .end(let index): words.append(self[index].kind == .object ? "}" : "]")
            }
        }
        return words.joined(separator: " ").replacing("the number ", with: "")
    }
}

/// The walk through a value and its order of names (RFC 8785 §3.2.3).
@Suite struct DocumentWalkTests {
    private func outline(_ text: String, sortsNames: Bool = false) throws -> String {
        try JSON(parsing: text.utf8).flat.outline(sortsNames: sortsNames)
    }

    @Test(arguments: [
        ("7", "7"), ("[]", "[0 ]"), ("{}", "{0 }"), ("[[],{}]", "[2 [0 ] {0 } ]"),
        (#"{"b":[1,{"d":2,"c":[]}],"a":null}"#, "{2 b: [2 1 {2 d: 2 c: [0 ] } ] a: null }"),
    ])
    func visitsEachPartOnce(text: String, outline: String) throws {
        #expect(try self.outline(text) == outline)
    }

    @Test func startsAtAnyValueAndEndsWithIt() throws {
        let document = try JSON(parsing: #"[{"a":[1,2]},3]"#.utf8).flat
        #expect(document.outline(from: 1) == "{1 a: [2 1 2 ] }")
        #expect(document.outline(from: 3) == "[2 1 2 ]")
    }

    @Test(arguments: [
        (["b", "a"], ["a", "b"]), (["a", "b"], ["a", "b"]), (["ab", "a", ""], ["", "a", "ab"]),
        (["a", "ab", "aa"], ["a", "aa", "ab"]),
        // A UTF-16 surrogate sorts before the scalars from U+E000 on, although its scalar sorts after them.
        (["\u{E000}", "\u{10000}"], ["\u{10000}", "\u{E000}"]), (["\u{FFFD}", "😀", "z"], ["z", "😀", "\u{FFFD}"]),
        (["\u{FB33}", "\u{D7FF}"], ["\u{D7FF}", "\u{FB33}"]), (["\u{FB33}", "\u{E000}"], ["\u{E000}", "\u{FB33}"]),
        (["\u{10FFFF}", "\u{10000}"], ["\u{10000}", "\u{10FFFF}"]),
        (["\u{10000}", "\u{D7FF}"], ["\u{D7FF}", "\u{10000}"]),
        (["x\u{E000}", "x\u{10000}", "x"], ["x", "x\u{10000}", "x\u{E000}"]),
    ])
    func sortsNamesByUnitsOfUTF16(names: [String], sorted: [String]) throws {
        let members = names.map { "\"\($0)\":[1]" }.joined(separator: ",")
        let expected = sorted.map { " \($0): [1 1 ]" }.joined()
        #expect(try outline("{\(members)}", sortsNames: true) == "{\(names.count)\(expected) }")
    }

    @Test func equalNamesStayInOrder() throws {
        #expect(try outline(#"{"b":1,"a":2,"b":3,"a":4}"#, sortsNames: true) == "{4 a: 2 a: 4 b: 1 b: 3 }")
    }

    @Test(arguments: [
        ("[1]", "[1.0]"), ("[10e-1,\"\\u0061\"]", "[1,\"a\"]"), (#"{"a":1,"b":[]}"#, #"{"b":[],"a":1}"#),
        (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), ("9223372036854775808", "9223372036854775808.0"),
        ("1e400", "10e399"), ("[true,false,null]", "[true,false,null]"),
    ])
    func formsOfTheSameValueAreEqual(left: String, right: String) throws {
        let (left, right) = try (JSON(parsing: left.utf8), JSON(parsing: right.utf8))
        #expect(left.flat.isSame(0, as: 0, of: right.flat))
        #expect(right.flat.isSame(0, as: 0, of: left.flat))
        var (hash, otherHash) = (Hasher(), Hasher())
        left.flat.hash(0, into: &hash)
        right.flat.hash(0, into: &otherHash)
        #expect(hash.finalize() == otherHash.finalize())
    }

    @Test(arguments: [
        ("[1]", "[1,1]"), ("[]", "{}"), ("[1]", "[2]"), (#"{"a":1}"#, #"{"b":1}"#),
        (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
        ("9223372036854775808", "9223372036854775807"), ("9223372036854775808", "9223372036854775809"),
        ("[true]", "[false]"), ("\"1\"", "1"), ("\"a\"", "\"\\u0062\""), ("[[1],2]", "[[1,2]]"), ("0.1", "0.11"),
    ])
    func otherValuesAreNotEqual(left: String, right: String) throws {
        let (left, right) = try (JSON(parsing: left.utf8), JSON(parsing: right.utf8))
        #expect(!left.flat.isSame(0, as: 0, of: right.flat))
        #expect(!right.flat.isSame(0, as: 0, of: left.flat))
    }
}
