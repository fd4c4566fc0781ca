import ArgumentParser
import BenchmarkInputs
import DecantCore
import DecantJSON

/// Prints by how many bytes one parse of a file raises the peak of this process's memory.
struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Print the bytes that a parse needs beyond the body."
    )

    @Argument(help: "The name of the file.") var file: String

    func run() throws {
        guard let input = InputFile.all(named: [file]).first else { throw ValidationError("no such file: \(file)") }
        // A first parse of a small text, so that nothing is loaded or set up during the one that counts.
        Sink.keep(try JSONDocument(parsing: ResponseBody(Array("[1]".utf8))))
        let body = ResponseBody(input.bytes)
        guard let growth = try PeakMemory.growth(of: { try JSONDocument(parsing: body) }) else { return }
        print(growth)
    }
}
