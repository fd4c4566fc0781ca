import ArgumentParser

/// Measures Decant and its rivals on one core, each in turn in every round.
@main
struct SideBySide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "side-by-side",
        subcommands: [JSONCommand.self, MemoryCommand.self, InputsCommand.self],
        defaultSubcommand: JSONCommand.self
    )
}
