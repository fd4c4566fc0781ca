/// A table whose cells are strings of up to 12 letters, as a spreadsheet or a list of translations gives it.
enum ShortStringsGenerator {
    /// The letters of the strings; the names of the members are ASCII.
    enum Letters {
        case ascii, nonASCII
    }

    private static let ascii = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_./")
    private static let twoBytes = Array("абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω")
    private static let threeBytes = Array("日本語東京大阪水火木金土春夏秋冬あいうえおかきくけこ가나다라마바사")

    static func bytes(_ letters: Letters) -> [UInt8] {
        var source = RandomSource(seed: 7)
        let rows = (0..<6000).map { _ in row(letters, from: &source) }.joined(separator: ",")
        return Array("[\(rows)]".utf8)
    }

    private static func row(_ letters: Letters, from source: inout RandomSource) -> String {
        let names = ["code", "name", "group", "city", "country", "unit", "note"]
        let members = names.map { "\"\($0)\":\"\(cell(letters, from: &source))\"" }
        let tags = (0..<source.number(0..<5)).map { _ in "\"\(cell(letters, from: &source))\"" }.joined(separator: ",")
        return "{\(members.joined(separator: ",")),\"tags\":[\(tags)]}"
    }

    private static func cell(_ letters: Letters, from source: inout RandomSource) -> String {
        let alphabet: [Character] =
            switch letters {
            case .ascii: ascii
            case .nonASCII: source.chance(50) ? twoBytes : threeBytes
            }
        return String((0..<source.number(0..<13)).map { _ in source.element(alphabet) })
    }
}
