import ArgumentParser
import BenchmarkInputs

/// Prints by how many bytes one run of a competitor raises the peak of this process's memory.
struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Print the bytes that one run needs beyond the body."
    )

    @Argument(help: "The discipline.") var name: DisciplineName
    @Argument(help: "The competitor, by its whole name.") var competitor: String
    @Argument(help: "The name of the file.") var file: String

    func run() throws {
        // A first run on a small text, so that nothing is loaded or set up during the one that counts.
        try name.discipline.smallestFiles.lazy.compactMap(work).first?.run()
        guard let input = name.discipline.files(named: [file]).first, let work = work(on: input) else {
            throw ValidationError("no such competitor on such a file: \(competitor), \(file)")
        }
        guard let growth = try PeakMemory.growth(of: work.run) else { return }
        print(growth)
    }

    private func work(on file: InputFile) -> Work? {
        name.discipline.memoryCompetitors(on: file).first { $0.name.rawValue == competitor }?.work
    }
}
