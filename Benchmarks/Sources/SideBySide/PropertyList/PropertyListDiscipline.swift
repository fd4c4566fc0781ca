import BenchmarkInputs
import DecantCore
import DecantFoundation
import DecantPropertyList
import Foundation

/// Property lists, binary and in XML: documents, values and `Decodable` types.
///
/// The numbers of a tally are the values, and the bytes of all strings and keys.
struct PropertyListDiscipline: Discipline {
    func files(named names: [String]) -> [InputFile] { InputFile.propertyLists(named: names) }

    var versions: [String] { ["libplist (Debian's package)"] }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let body = ResponseBody(file.bytes)
        let limit = CopyLimit(file.bytes)
        return decant(body) + foundation(Data(file.bytes)) + [
            (.libplist, LibplistReader(file.bytes).work),
            (.copy, Work { limit.run() }),
        ]
    }

    private func decant(_ body: ResponseBody) -> [(name: Competitor, work: Work)] {
        [
            (
                .decantDocument,
                Work(
                    making: { try PropertyList(parsing: body) },
                    tally: { Self.tally(of: try PropertyList.Value($0)) }
                )
            ),
            (
                .decantValues,
                Work(making: { try PropertyList.Value(parsing: body) }, tally: { Self.tally(of: $0) })
            ),
            (
                .decantDecodable,
                Work(
                    making: { try PropertyList(parsing: body).decode(Listing.self) },
                    tally: { Self.tally(of: $0) }
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
                    tally: { Self.tally(of: $0) }
                )
            ),
            (
                .propertyListDecoder,
                Work(making: { try decoder.decode(Listing.self, from: data) }, tally: { Self.tally(of: $0) })
            ),
        ]
    }
}
