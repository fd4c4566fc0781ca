import BenchmarkInputs
import DecantCore
import DecantFoundation
import DecantPropertyList
import Foundation

/// Property lists, binary and in XML: documents, values, and `Decodable` types.
///
/// The numbers of a checksum are the number of values, and the total bytes of strings and keys.
struct PropertyListSuite: Suite {
    func files(named names: [String]) -> [InputFile] { InputFile.propertyLists(named: names) }

    var versions: [String] { ["libplist (Debian's package)"] }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let body = ResponseBytes(file.bytes)
        let limit = CopyLimit(file.bytes)
        return decant(body) + foundation(Data(file.bytes)) + [
            (.libplist, LibplistReader(file.bytes).work),
            (.copy, Work { limit.run() }),
        ]
    }

    private func decant(_ body: ResponseBytes) -> [(name: Competitor, work: Work)] {
        [
            (
                .decantDocument,
                Work(
                    making: { try PropertyList(parsing: body) },
                    checksum: { Self.checksum(of: try PropertyList.Value($0)) }
                )
            ),
            (
                .decantValues,
                Work(making: { try PropertyList.Value(parsing: body) }, checksum: { Self.checksum(of: $0) })
            ),
            (
                .decantDecodable,
                Work(
                    making: { try PropertyList(parsing: body).decode(Listing.self) },
                    checksum: { Self.checksum(of: $0) }
                )
            ),
        ]
    }

    private func foundation(_ data: Data) -> [(name: Competitor, work: Work)] {
        let decoder = PropertyListDecoder()
        return [
            (
                .propertyListSerialization,
                Work(
                    making: { try PropertyListSerialization.propertyList(from: data, format: nil) },
                    checksum: { Self.checksum(of: $0) }
                )
            ),
            (
                .propertyListDecoder,
                Work(making: { try decoder.decode(Listing.self, from: data) }, checksum: { Self.checksum(of: $0) })
            ),
        ]
    }
}

extension PropertyListSuite {
    private static let binary: Set = ["binary500", "binary300k", "binary11m"]
    private static let xml: Set = ["xml2k", "xml1m", "xml30m"]

    func figures(of comparison: Comparison) -> [Figure] {
        let serialization = Competitor.propertyListSerialization
        return comparison.figures(
            "binary to document / PropertyListSerialization",
            .decantDocument,
            serialization,
            on: Self.binary,
            each: 20
        )
            + comparison.figures(
                "binary to owned values / PropertyListSerialization",
                .decantValues,
                serialization,
                on: Self.binary,
                each: 4
            )
            + comparison.figures(
                "XML to document / PropertyListSerialization",
                .decantDocument,
                serialization,
                on: Self.xml,
                each: 6
            )
            + comparison.figures(
                "XML to owned values / PropertyListSerialization",
                .decantValues,
                serialization,
                on: Self.xml,
                each: 3
            )
            + comparison.figures("Decodable / PropertyListDecoder", .decantDecodable, .propertyListDecoder, each: 3)
            + comparison.figures(
                "binary to owned values / libplist",
                .decantValues,
                .libplist,
                on: Self.binary,
                each: 0.9
            )
    }

    /// Measures the large lists; for smaller ones, memory pages dominate the figure.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure] {
        try files.filter { $0.bytes.count > 10_000_000 }.flatMap { file in
            for rival in [Competitor.propertyListSerialization, .libplist] { _ = try probe.growth(of: rival, on: file) }
            let bounds = [("document", Competitor.decantDocument, 3.0), ("owned values", .decantValues, 10)]
            return try bounds.compactMap { what, competitor, bound in
                try probe.ratio(of: competitor, on: file).map { ratio in
                    Figure("peak memory of \(what) / body, \(file.name)", ratio, atMost: bound)
                }
            }
        }
    }
}

extension PropertyListSuite {
    static func checksum(of value: PropertyList.Value) -> Checksum {
        var counter = PropertyListCounter()
        count(value, &counter)
        return counter.checksum
    }

    static func checksum(of value: Any) -> Checksum {
        var counter = PropertyListCounter()
        count(value, &counter)
        return counter.checksum
    }

    static func checksum(of listing: Listing) -> Checksum {
        var counter = PropertyListCounter()
        counter.addContainer(keys: ["title", "total", "records"])
        counter.add(listing.title)
        counter.addScalars(1)
        counter.addContainer(keys: [])
        for record in listing.records { count(record, &counter) }
        return counter.checksum
    }

    private static func count(_ value: PropertyList.Value, _ counter: inout PropertyListCounter) {
        switch value {
        case .string(let text): counter.add(text)
        case .array(let elements), .set(let elements):
            counter.addContainer(keys: [])
            for element in elements { count(element, &counter) }
        case .dictionary(let members):
            counter.addContainer(keys: members.map(\.key))
            for member in members { count(member.value, &counter) }
        default: counter.addScalars(1)
        }
    }

    private static func count(_ value: Any, _ counter: inout PropertyListCounter) {
        if let text = value as? String {
            counter.add(text)
        } else if let elements = value as? [Any] {
            counter.addContainer(keys: [])
            for element in elements { count(element, &counter) }
        } else if let members = value as? [String: Any] {
            counter.addContainer(keys: Array(members.keys))
            for member in members { count(member.value, &counter) }
        } else {
            counter.addScalars(1)
        }
    }

    private static func count(_ record: Member, _ counter: inout PropertyListCounter) {
        counter.addContainer(
            keys: ["identifier", "name", "score", "isActive", "joined", "icon", "tags", "address"]
        )
        counter.addScalars(5)
        counter.add(record.name)
        counter.addContainer(keys: [])
        for tag in record.tags { counter.add(tag) }
        counter.addContainer(keys: ["street", "city", "code"])
        counter.add(record.address.street)
        counter.add(record.address.city)
        counter.addScalars(1)
    }
}

/// Counts the values of a property list, and the bytes of its strings and keys.
struct PropertyListCounter {
    private var values = 0
    private var stringBytes = 0

    var checksum: Checksum { Checksum(counts: [values, stringBytes]) }

    mutating func add(_ text: String) {
        values += 1
        stringBytes += text.utf8.count
    }

    mutating func addScalars(_ count: Int) {
        values += count
    }

    mutating func addContainer(keys: [String]) {
        values += 1
        for key in keys { stringBytes += key.utf8.count }
    }
}

extension Competitor {
    static let decantValues = Competitor(rawValue: "Decant, owned values")
    static let propertyListSerialization = Competitor(rawValue: "PropertyListSerialization")
    static let propertyListDecoder = Competitor(rawValue: "PropertyListDecoder")
    static let libplist = Competitor(rawValue: "libplist")
}
