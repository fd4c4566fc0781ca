import ArgumentParser
import BenchmarkInputs
import Foundation

/// Writes the texts into a folder, where competitors that run elsewhere find them.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "inputs", abstract: "Write all files into a folder.")

    @Argument(help: "The discipline.") var name: DisciplineName
    @Argument(help: "The folder.") var folder: String

    func run() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in name.discipline.files(named: []) {
            try Data(file.bytes).write(to: URL(filePath: folder).appending(path: file.name))
        }
    }
}
