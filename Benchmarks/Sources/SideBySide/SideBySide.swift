import ArgumentParser
import BenchmarkInputs
import Foundation

/// Measures Decant and its rivals on one core, each in turn in every round.
@main
struct SideBySide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "side-by-side",
        subcommands: [MeasureCommand.self, MemoryCommand.self, InputsCommand.self]
    )
}

/// Prints a line for each figure of a suite: its name, value, bound, and `ok` or `short`.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "measure", abstract: "Measure one suite.")

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case speed, memory, header, location, programs, growth
    }

    @Argument(help: "The suite.") var name: SuiteName
    @Option(parsing: .upToNextOption, help: "The parts to measure.") var parts: [Part] = Part.allCases
    @Option(parsing: .upToNextOption, help: "The files; all if none are named.") var files: [String] = []
    @Option(parsing: .upToNextOption, help: "The competitors, by a part of their names; all if none are named.")
    var only: [String] = []
    @Option(help: "The least number of rounds, of all passes together.") var rounds = 9
    @Option(help: "A file to write all results to, as JSON.") var record: String?

    func run() throws {
        let suite = name.suite
        for name in suite.missingFiles {
            Report.note("skipped, no such file beside the corpora that DECANT_CORPORA names: \(name)")
        }
        let needsFiles = !Set(parts).isDisjoint(with: [.speed, .memory, .header])
        let inputs = needsFiles ? suite.files(named: files) : []
        let compared = parts.contains(.speed) ? inputs : []
        let comparison = try Comparison(suite, files: compared, rounds: rounds, isWanted: isWanted)
        let figures = suite.figures(of: comparison) + (try otherFigures(of: suite, inputs))
        figures.forEach { print($0.line) }
        if let record { try Results(comparison, figures, versions: suite.versions).write(to: record) }
        if figures.contains(where: { !$0.isReached }) { throw ExitCode.failure }
    }

    private func otherFigures(of suite: any Suite, _ inputs: [InputFile]) throws -> [Figure] {
        var figures: [Figure] = []
        if parts.contains(.memory) {
            figures += try suite.memoryFigures(of: inputs, MemoryProbe(suite: name))
        }
        if parts.contains(.header) { figures += try suite.headerFigures(of: inputs, rounds: rounds) }
        if parts.contains(.location) { figures += try suite.locationFigures(rounds: rounds) }
        if parts.contains(.programs) { figures += try suite.programFigures(rounds: rounds) }
        if parts.contains(.growth) { figures += try GrowthFigures.measured(suite.growthShapes, rounds: rounds) }
        return figures
    }

    private func isWanted(_ competitor: Competitor) -> Bool {
        only.isEmpty || only.contains { competitor.rawValue.localizedCaseInsensitiveContains($0) }
    }
}

/// Prints the number of bytes by which one run of a competitor raises the peak memory of this process.
struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Print the bytes that one run needs beyond the body."
    )

    @Argument(help: "The suite.") var name: SuiteName
    @Argument(help: "The competitor, by its whole name.") var competitor: String
    @Argument(help: "The name of the file.") var file: String

    func run() throws {
        // Runs once on a small text, to load and initialize everything before the measured run.
        try name.suite.smallestFiles.lazy.compactMap(work).first?.run()
        guard let input = name.suite.files(named: [file]).first, let work = work(on: input) else {
            throw ValidationError("no such competitor on such a file: \(competitor), \(file)")
        }
        guard let growth = try PeakMemory.growth(of: work.run) else { return }
        print(growth)
    }

    private func work(on file: InputFile) -> Work? {
        name.suite.memoryCompetitors(on: file).first { $0.name.rawValue == competitor }?.work
    }
}

/// Writes the texts to a folder for competitors that run in other processes.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "inputs", abstract: "Write all files into a folder.")

    @Argument(help: "The suite.") var name: SuiteName
    @Argument(help: "The folder.") var folder: String

    func run() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in name.suite.files(named: []) {
            try Data(file.bytes).write(to: URL(filePath: folder).appending(path: file.name))
        }
    }
}
