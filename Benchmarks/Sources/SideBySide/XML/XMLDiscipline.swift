import BenchmarkInputs
import DecantCore
import Foundation

/// XML: events from whole texts and from chunks, and trees.
///
/// The numbers of a tally are the elements, the attributes with those that declare namespaces, and the bytes of text with
/// references replaced.
struct XMLDiscipline: Discipline {
    /// The bytes of a chunk where a text comes in chunks.
    static let chunkSize = 16_384

    func files(named names: [String]) -> [InputFile] { InputFile.xml(named: names) }

    var growthShapes: [GrowthShape] { GrowthShape.xml }

    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)] {
        let limit = CopyLimit(file.bytes)
        return decant(file.bytes) + foundation(Data(file.bytes)) + librariesInC(file.bytes) + [
            (.copy, Work { limit.run() })
        ]
    }
}
