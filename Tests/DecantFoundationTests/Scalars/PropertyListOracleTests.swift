import DecantFoundation
import Foundation
import TestSupport
import Testing

/// Compares Decant with `PropertyListSerialization` on every list that both accept.
///
/// Foundation has one type for integers and Booleans, so Decant's result decides between them. Foundation exposes only
/// the type of a UID.
/// but their type can be seen.
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
    func readsListsThatFoundationWrites(format: PropertyListSerialization.PropertyListFormat) throws {
        for list in Self.lists { try compare(list, format) }
    }

    private func compare(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        let value = try PropertyList.Value(parsing: ResponseBytes(data))
        let theirs = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        #expect(Self.isSame(value, theirs))
    }

    @Test func readsOctalEscapesInTheCharsetOfNeXT() throws {
        var options = PropertyList.Options()
        options.formats = [.openStep]
        for byte in UInt8(0x80)...0xFD {
            let text = "\"\\\(String(byte, radix: 8))\""
            let ours = try PropertyList(parsing: ResponseBytes(text.utf8), options: options).string
            #expect(ours == String(data: Data([byte]), encoding: .nextstep))
        }
    }

    /// The differences from Foundation on corpus files that both accept.
    static let differences = [
        "corelibs-foundation/NSKeyedUnarchiver-RectTest.plist":
            "in XML, a dictionary with the key CF$UID becomes a UID",
        "corelibs-foundation/NSKeyedUnarchiver-URLTest.plist": "in XML, a dictionary with the key CF$UID becomes a UID",
        "go-plist/common/Duplicate_Dictionary_Keys.binary.plist": "of two members with the same key it keeps the first",
        "go-plist/common/UTF_16LE_without_BOM.openstep.plist": "it loses the first letter",
        "go-plist/s11.plist": "it takes “>” in the value of an attribute for the end of the tag",
    ]

    /// The files of the corpus.
    ///
    /// Other tests check their values without Foundation.
    static let files = (CorpusFolder("plist")?.rows(of: "expected.tsv") ?? []).compactMap { $0["path"] }

    @Test(.enabled(if: CorpusFolder("plist") != nil, "DECANT_CORPORA is not set"), arguments: files)
    func agreesWithFoundationOnAcceptedLists(path: String) throws {
        let bytes = try #require(CorpusFolder("plist")).bytes(of: path)
        var options = PropertyList.Options()
        options.formats = Set(PropertyList.Format.allCases)
        guard let value = try? PropertyList.Value(parsing: ResponseBytes(bytes), options: options),
            let theirs = try? unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        else {
            #expect(Self.differences[path] == nil)
            return
        }
        #expect(Self.isSame(value, theirs) == (Self.differences[path] == nil))
    }

    private static func isSame(_ value: PropertyList.Value, _ other: Any) -> Bool {
        switch value {
        case .string(let text): other as? String == text
        case .integer(let number): (other as? NSNumber)?.int64Value == Int64(number)
        case .wideInteger(let high, let low): high == 0 && (other as? NSNumber)?.uint64Value == low
        case .real(let number): isSame(number, (other as? NSNumber)?.doubleValue)
        case .boolean(let isTrue): (other as? NSNumber)?.boolValue == isTrue
        case .date(let seconds): (other as? Date)?.timeIntervalSinceReferenceDate == seconds
        case .data(let bytes): other as? Data == Data(bytes)
        case .array(let elements), .set(let elements): isSame(elements, other as? [Any])
        case .dictionary(let members): isSame(members, other as? [String: Any])
        case .uid: String(describing: type(of: other)) == "_NSKeyedArchiverUID"
        }
    }

    private static func isSame(_ number: Double, _ other: Double?) -> Bool {
        other == number || other?.isNaN == true && number.isNaN
    }

    private static func isSame(_ elements: [PropertyList.Value], _ other: [Any]?) -> Bool {
        guard let other, other.count == elements.count else { return false }
        return zip(elements, other).allSatisfy { isSame($0, $1) }
    }

    /// Compares only the last of several members with the same key.
    private static func isSame(_ members: [(key: String, value: PropertyList.Value)], _ other: [String: Any]?) -> Bool {
        let values = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
        guard let other, other.count == values.count else { return false }
        return values.allSatisfy { key, value in other[key].map { isSame(value, $0) } == true }
    }
}
