import BenchmarkInputs

/// JSON: documents, trees and `Decodable` types.
struct JSONDiscipline: Discipline {
    func files(named names: [String]) -> [InputFile] { InputFile.json(named: names) }

    var missingFiles: [String] { InputFile.missingJSON }

    var growthShapes: [GrowthShape] { GrowthShape.json }

    func placeFigures(rounds: Int) throws -> [Figure] { [try PlaceFigure.measured(rounds: rounds)] }

    var versions: [String] {
        ["simdjson \(SimdjsonParser.version), \(SimdjsonParser.kernel) kernel (Debian's package)"]
    }
}
