import DecantCore
import DecantDocument
import Testing

/// The hints about members, in the form shared by all formats.
@Suite struct MemberNamesTests {
    @Test(arguments: [
        (["a"], "it has “a”"), (["a", "b"], "it has “a” and “b”"), (["a", "b", "c"], "it has “a”, “b” and “c”"),
        (["a", "a", "b", "a"], "it has “a” and “b”"),
    ])
    func listsTheNames(names: [String], hint: String) {
        #expect(MemberNames.hint("it", has: names).explanation == hint)
    }

    @Test func listsAtMostEightNames() {
        let names = (1...10).map { "\($0)" }
        let eight = "it has “1”, “2”, “3”, “4”, “5”, “6”, “7”, “8”"
        #expect(MemberNames.hint("it", has: names).explanation == "\(eight) and 2 more")
        #expect(MemberNames.hint("it", has: names, unexamined: 90).explanation == "\(eight) and 92 more")
        #expect(MemberNames.hint("it", has: names, unexamined: nil).explanation == "\(eight) and more")
        #expect(MemberNames.hint("it", has: ["a"], unexamined: 3).explanation == "it has “a” and 3 more")
        #expect(MemberNames.hint("it", has: ["a"], unexamined: nil).explanation == "it has “a”")
    }

    @Test func showsNamesOfABodySafely() {
        #expect(MemberNames.hint("it", has: ["a\u{1B}\u{202E}"]).explanation == "it has “a␛\\u{202E}”")
        let long = String(repeating: "x", count: 1000)
        #expect(MemberNames.hint("it", has: [long]).explanation == "it has “\(long.prefix(40))…”")
    }

    @Test func namesAPathAsSwiftWritesIt() {
        let hint = MemberNames.hint(path: #"/a"\b"#, to: "the member", #"a"\b"#, which: "is an array")
        #expect(hint?.text == ##"the member “a"\b” is an array; `.at("/a\"\\b")` decodes it"##)
        #expect(MemberNames.hint(path: "/a\n", to: "the member", "a\n", which: "is an array") == nil)
    }
}
