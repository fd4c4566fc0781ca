import DecantFoundation
import Foundation
import Testing

/// Compares what is read with what `PropertyListSerialization` reads, wherever both accept a list.
///
/// Where they differ: Foundation has one type for integers and truth values, so these are told apart by what is read here;
/// it has no UIDs; of members with the same key it keeps one.
struct PropertyListOracleTests {
    private static var lists: [Any] {
        [
            "text", "größe 😀", 0, -1, 255, 256, 65_536, Int64.min, Int64.max, 0.5, -1e300, true, false,
            Data([1, 2, 3]),
            Date(timeIntervalSinceReferenceDate: 0),
            Date(timeIntervalSinceReferenceDate: -1e9), [Int](), [1, [2, ["a": "b"]]] as [Any],
            ["k": ["x", "y"], "l": [String: Int]()] as [String: Any],
            Data(repeating: 7, count: 100_000), String(repeating: "ü", count: 70_000), (0..<300).map { "\($0)" },
        ]
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func readsWhatFoundationWrites(format: PropertyListSerialization.PropertyListFormat) throws {
        for list in Self.lists { try compare(list, format) }
    }

    private func compare(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        let value = try PropertyListValue(parsing: ResponseBody(data))
        let theirs = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(Self.isSame(value, theirs))
    }

    @Test func readsOctalEscapesInTheCharsetOfNeXT() throws {
        var options = PropertyListOptions()
        options.formats = [.openStep]
        for byte in UInt8(0x80)...0xFD {
            let text = "\"\\\(String(byte, radix: 8))\""
            let ours = try PropertyListDocument(parsing: ResponseBody(text.utf8), options: options).root.string
            #expect(ours == String(data: Data([byte]), encoding: .nextstep))
        }
    }

    private static func isSame(_ value: PropertyListValue, _ other: Any) -> Bool {
        switch value {
        case .string(let text): other as? String == text
        case .integer(let number): (other as? NSNumber)?.int64Value == Int64(number)
        case .real(let number): (other as? NSNumber)?.doubleValue == number
        case .boolean(let isTrue): (other as? NSNumber)?.boolValue == isTrue
        case .date(let seconds): (other as? Date)?.timeIntervalSinceReferenceDate == seconds
        case .data(let bytes): other as? Data == Data(bytes)
        case .array(let elements): isSame(elements, other as? [Any])
        case .dictionary(let members): isSame(members, other as? [String: Any])
        default: false
        }
    }

    private static func isSame(_ elements: [PropertyListValue], _ other: [Any]?) -> Bool {
        guard let other, other.count == elements.count else { return false }
        return zip(elements, other).allSatisfy { isSame($0, $1) }
    }

    private static func isSame(_ members: [PropertyListValue.Member], _ other: [String: Any]?) -> Bool {
        guard let other, other.count == members.count else { return false }
        return members.allSatisfy { member in other[member.key].map { isSame(member.value, $0) } == true }
    }
}
