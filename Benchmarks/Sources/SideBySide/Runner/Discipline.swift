import BenchmarkInputs

/// What there is to compete in: a format, with its texts, its competitors, and what is to be reached.
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

    /// Everyone who takes part on a text, in the order of the tables, each with the bytes in the form that it takes without
    /// a copy.
    func competitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// Everyone whose memory is measured on a text.
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)]

    /// What is to be reached in speed, as far as the texts and the competitors for it are there.
    func figures(of contest: Contest) -> [Figure]

    /// What is to be reached in memory.
    func memoryFigures(of files: [InputFile], _ probe: MemoryProbe) throws -> [Figure]

    /// What it costs to read the head of a text, where the head says something by itself.
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure]

    /// What could be made to cost more than its length warrants.
    var growthShapes: [GrowthShape] { get }

    /// What it costs to say where a fault is.
    func placeFigures(rounds: Int) throws -> [Figure]

    /// The rivals that run in this process, with their versions.
    var versions: [String] { get }
}

extension Discipline {
    var missingFiles: [String] { [] }
    func memoryCompetitors(on file: InputFile) -> [(name: Competitor, work: Work)] { competitors(on: file) }
    var smallestFiles: [InputFile] { Array(files(named: []).prefix(1)) }
    var growthShapes: [GrowthShape] { [] }
    func placeFigures(rounds: Int) throws -> [Figure] { [] }
    func headerFigures(of files: [InputFile], rounds: Int) throws -> [Figure] { [] }
}
