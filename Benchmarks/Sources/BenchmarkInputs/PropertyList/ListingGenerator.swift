/// A list of records, each with every kind of value that a property list has.
enum ListingGenerator {
    static func listing(_ count: Int) -> ListValue {
        var source = RandomSource(seed: 5)
        let records = (0..<count).map { record($0, from: &source) }
        return .dictionary([
            ("title", .string("Members of the harbour club")),
            ("total", .integer(count)),
            ("records", .array(records)),
        ])
    }

    private static func record(_ number: Int, from source: inout RandomSource) -> ListValue {
        let icon = (0..<source.number(8..<32)).map { _ in UInt8(truncatingIfNeeded: source.next()) }
        let tags = (0..<source.number(1..<4)).map { _ in ListValue.string(source.element(Vocabulary.words)) }
        return .dictionary([
            ("identifier", .integer(number)),
            ("name", .string("\(source.element(Vocabulary.names)) \(source.number(1..<9999))")),
            ("score", .real(Double(source.number(0..<1_000_000)) / 128)),
            ("isActive", .boolean(source.chance(70))),
            ("joined", .date(source.number(0..<800_000_000))),
            ("icon", .data(icon)),
            ("tags", .array(tags)),
            ("address", address(from: &source)),
        ])
    }

    private static func address(from source: inout RandomSource) -> ListValue {
        .dictionary([
            ("street", .string("\(source.element(Vocabulary.words)) street \(source.number(1..<400))")),
            ("city", .string(source.element(Vocabulary.words))),
            ("code", .integer(source.number(10_000..<99_999))),
        ])
    }
}
