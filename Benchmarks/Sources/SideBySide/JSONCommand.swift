import ArgumentParser
import BenchmarkInputs
import Foundation

/// Prints a line for each figure of JSON: name, value, bound, and `ok` or `short`.
struct JSONCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "json", abstract: "Measure JSON.")

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case contest, memory, place, growth
    }

    @Option(help: "The parts to measure: contest, memory, place, growth.") var parts: [Part] = Part.allCases
    @Option(parsing: .upToNextOption, help: "The files; all if none are named.") var files: [String] = []
    @Option(parsing: .upToNextOption, help: "The competitors, by a part of their names; all if none are named.")
    var only: [String] = []
    @Option(help: "The rounds.") var rounds = 9
    @Option(help: "A file to write all results to, as JSON.") var record: String?

    func run() throws {
        for name in InputFile.missingExamples {
            Report.note("skipped, no such file beside the corpora that DECANT_CORPORA names: \(name)")
        }
        let inputs = InputFile.all(named: files)
        let contest = try Contest(files: parts.contains(.contest) ? inputs : [], rounds: rounds, only: competitors)
        var figures = contest.figures
        if parts.contains(.memory) { figures += try MemoryFigures.all(of: inputs) }
        if parts.contains(.place) { figures.append(try PlaceFigure.measured(rounds: rounds)) }
        if parts.contains(.growth) { figures += try GrowthFigures.all(rounds: rounds) }
        figures.forEach { print($0.line) }
        if let record { try Results(contest, figures).write(to: record) }
        if figures.contains(where: { !$0.isReached }) { throw ExitCode.failure }
    }

    private var competitors: Set<Competitor> {
        guard !only.isEmpty else { return Set(Competitor.allCases) }
        return Set(
            Competitor.allCases.filter { competitor in
                only.contains { competitor.rawValue.localizedCaseInsensitiveContains($0) }
            }
        )
    }
}
