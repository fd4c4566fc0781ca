/// Arrays of the scalars that web interfaces write as text or numbers, and of objects with all of them.
package enum ScalarsGenerator {
    /// Returns an array of 1,000 objects, as in a shop.
    package static func orders() -> [UInt8] { array(of: 1000, order) }

    /// Returns an array of 5,000 dates in the form of RFC 3339.
    package static func dates() -> [UInt8] { array(of: 5000) { "\"\(Vocabulary.date(from: &$0))\"" } }

    /// Returns an array of 1,000 UUIDs.
    package static func identifiers() -> [UInt8] { array(of: 1000) { "\"\(identifier(from: &$0))\"" } }

    /// Returns an array of 1,000 amounts with cents.
    package static func amounts() -> [UInt8] { array(of: 1000, amount) }

    private static func array(of count: Int, _ element: (inout RandomSource) -> String) -> [UInt8] {
        var source = RandomSource(seed: 7)
        let elements = (0..<count).map { _ in element(&source) }
        return Array("[\(elements.joined(separator: ","))]".utf8)
    }

    private static func order(from source: inout RandomSource) -> String {
        let number = source.number(1..<99_999)
        return """
            {"id":"\(identifier(from: &source))","created":"\(Vocabulary.date(from: &source))",\
            "updated":"\(Vocabulary.date(from: &source))","shipped":"\(Vocabulary.date(from: &source))",\
            "canceled":null,"page":"https://shop.example.org/orders/\(number)",\
            "invoice":"https://files.example.org/invoices/\(number).pdf",\
            "price":\(amount(from: &source)),"tax":\(amount(from: &source))}
            """
    }

    private static func identifier(from source: inout RandomSource) -> String {
        let digits = Vocabulary.hexadecimal(32, from: &source)
        var groups: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return groups.joined(separator: "-")
    }

    private static func amount(from source: inout RandomSource) -> String {
        "\(source.number(0..<10_000)).\(source.number(10..<100))"
    }
}
