import ArgumentParser

/// Measures Decant and its rivals on one core, each in turn in every round.
@main
struct SideBySide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "side-by-side",
        subcommands: [MeasureCommand.self, MemoryCommand.self, InputsCommand.self]
    )
}
