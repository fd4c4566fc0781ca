import Foundation

extension InputFile {
    /// Generates every property list, in ascending order of size.
    ///
    /// - Parameter names: The names of the requested lists; all if empty.
    package static func propertyLists(named names: [String] = []) -> [InputFile] {
        generated(
            [
                ("binary500", "2 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(2)) }),
                ("xml2k", "2 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(2)) }),
                ("binary300k", "1,700 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(1700)) }),
                ("xml1m", "1,700 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(1700)) }),
                ("binary11m", "55,000 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(55_000)) }),
                ("xml30m", "55,000 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(55_000)) }),
            ],
            named: names
        )
    }
}

/// A list of records, each with every kind of property list value.
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

/// The contents of all property lists of the benchmark.
package struct Listing: Decodable {
    package let title: String
    package let total: Int
    package let records: [Member]
}

/// One record of a ``Listing``, with every kind of property list value.
package struct Member: Decodable {
    package let identifier: Int
    package let name: String
    package let score: Double
    package let isActive: Bool
    package let joined: Date
    package let icon: Data
    package let tags: [String]
    package let address: Address

    package struct Address: Decodable {
        package let street: String
        package let city: String
        package let code: Int
    }
}
