import ArgumentParser

/// `decant demo`: answers of a real API, each fetched and decoded, as a table.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fetch answers as real servers give them, and show what becomes of each."
    )

    func run() async throws {
    }
}
