import DecantCore
import DecantDocument
import Testing

/// Keys are compared scalar by scalar, whereas strings are compared by canonical equivalence.
@Suite struct UTF8KeyTests {
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    @Test func keysOfOtherScalarsDiffer() {
        #expect(composed == decomposed)
        #expect(UTF8Key(text: composed) != UTF8Key(text: decomposed))
    }

    @Test func setsKeepKeysOfOtherScalarsApart() {
        let keys = ["a", composed, decomposed, "", "a", String(repeating: "x", count: 17)]
        #expect(Set(keys.map { UTF8Key(text: $0) }).count == 5)
    }

    @Test func theHashHasTheLength() {
        // Padding with zero bytes does not change the value of a word of eight bytes.
        let hashes = Set((0..<20).map { UTF8Key(text: String(repeating: "\0", count: $0)).hashValue })
        #expect(hashes.count == 20)
    }

    @Test func theFirstMemberOfAKeyIsFound() {
        let members = [
            (key: decomposed, value: 1), (key: composed, value: 2),
            (key: composed, value: 3),
        ]
        #expect(members.value(ofKey: composed) == 2)
        #expect(members.value(ofKey: decomposed) == 1)
        #expect(members.value(ofKey: "e") == nil)
    }
}
