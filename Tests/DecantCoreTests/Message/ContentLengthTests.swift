import DecantCore
import Testing

struct ContentLengthTests {
    @Test(
        arguments: [
            (["7"], .bytes(7)), (["007"], .bytes(7)), (["999999999999999999"], .bytes(999_999_999_999_999_999)),
            (["9223372036854775807"], .bytes(.max)), (["9223372036854775808"], .immense("9223372036854775808")),
            ([], .unknown), ([""], .malformed("")), (["+7"], .malformed("+7")), (["7 "], .bytes(7)),
            (["7", "7"], .bytes(7)),
            (["7", "8"], .conflicting("7,8")), (["7", "7", "8"], .conflicting("7,7,8")), (["7,7"], .bytes(7)),
        ] as [([String], ContentLength)]
    )
    func readsLengths(values: [String], length: ContentLength) {
        #expect(ContentLength(fieldValues: values) == length)
    }

    @Test func theTextMatchesTheField() {
        let lengths = [["7"], ["7", "8"], ["x"], ["9223372036854775808"], []].map(ContentLength.init(fieldValues:))
        #expect(lengths.map(\.text) == ["7", "7,8", "x", "9223372036854775808", "unknown"])
    }
}
