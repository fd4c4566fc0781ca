import BenchmarkInputs

/// A format to compete in, with its texts, its competitors, and its required figures.
protocol Discipline: Sendable {
    /// Every text that is there, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The texts, read or generated.
    func files(named names: [String]) -> [InputFile]

    /// A text that is decoded before the memory of another one is measured, or several.
    var smallestFiles: [InputFile] { get }

    /// The names of the texts that should be there and are not.
    var missingFiles: [String] { get }

    /// The competitors on a text, in the order of the tables, each with the bytes in the form that it takes without
    /// a copy.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// The required figures of speed, as far as the texts and the competitors for them are there.
    func figures(of contest: Contest) -> [Figure]

    /// The required figures of memory.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure]

    /// The cost of reading the head of a text, where the head is useful by itself.
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure]

    /// The shapes of texts that could cost more than their length warrants.
    var growthShapes: [GrowthShape] { get }

    /// The cost of locating a fault.
    func placeFigures(rounds: Int) throws -> [Figure]

    /// The rivals that run in this process, with their versions.
    var versions: [String] { get }
}

extension Discipline {
    var missingFiles: [String] { [] }
    var smallestFiles: [InputFile] { Array(files(named: []).prefix(1)) }
    var growthShapes: [GrowthShape] { [] }
    func placeFigures(rounds: Int) throws -> [Figure] { [] }
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] { [] }
}
