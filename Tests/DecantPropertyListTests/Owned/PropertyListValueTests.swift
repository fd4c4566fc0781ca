import DecantCore
import DecantPropertyList
import Testing

@Suite struct PropertyListValueTests {
    @Test func ownsTheValuesOfADocument() throws {
        let list = BinaryList([
            [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xC1, 5],
            [0x14] + [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8),
            [0x80, 9],
        ])
        let value = try PropertyList.Value(parsing: list.body)
        let members: [(key: String, value: PropertyList.Value)] = [
            (key: "a", value: .set([.uid(9)])), (key: "b", value: .wideInteger(high: 1, low: 0)),
        ]
        #expect(value == .dictionary(members))
        #expect(value["a"] == .set([.uid(9)]) && value["c"] == nil)
        #expect(PropertyList.Value.array([.boolean(true)])[0] == .boolean(true))
    }

    @Test func comparesDictionariesRegardlessOfOrder() {
        let first = (key: "a", value: PropertyList.Value.integer(1))
        let second = (key: "b", value: PropertyList.Value.real(.nan))
        #expect(PropertyList.Value.dictionary([first, second]) == .dictionary([second, first]))
        #expect(
            PropertyList.Value.dictionary([first, second]).hashValue
                == PropertyList.Value.dictionary([second, first]).hashValue
        )
        #expect(PropertyList.Value.dictionary([first]) != .dictionary([second]))
        #expect(PropertyList.Value.integer(1) != .real(1))
        #expect(PropertyList.Value.integer(5) == .wideInteger(high: 0, low: 5))
        #expect(PropertyList.Value.integer(5) != .wideInteger(high: 1, low: 5))
        #expect(Set([PropertyList.Value.integer(-5), .wideInteger(high: -1, low: 0 &- 5)]).count == 1)
        #expect(PropertyList.Value.string("é") != .string("e\u{301}"))
    }

    @Test func isDescribedInOneLine() throws {
        let list = BinaryList([
            [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xA3, 5, 6, 7], [0xC1, 8], [0x09], [0x42, 0, 255],
            [0x10, 7], [0x80, 3],
        ])
        let text = #"{"a": [true, <00ff>, 7], "b": set [uid(3)]}"#
        #expect(try PropertyList(parsing: list.body).description == text)
        #expect(try PropertyList.Value(parsing: list.body).description == text)
    }

    @Test func isDescribedWithoutRecursion() throws {
        let value = try PropertyList.Value(parsing: BinaryList.nested(512).body)
        #expect(value.description.count == 2 * 512 + 4)
    }
}
