import ArgumentParser
import Foundation

/// `decant demo`: answers of a real API, each fetched and decoded, as a table.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Fetch answers as real servers give them, and show what becomes of each.",
        discussion: """
            Starts a server on a free port of this machine, fetches its answers with URLSession through the library, and \
            prints what came and what it became. The exit status is 1 if any is not what it should be. The pictures among \
            them are put on a contact sheet, a PNG to open.
            """
    )

    @Option(help: ArgumentHelp("Where the contact sheet is put; a temporary file if not given.", valueName: "file"))
    var sheet: String?

    func run() async throws {
        let style = Terminal.current.outputStyle
        let (wrong, tiles) = try await Demo.run(style: style)
        try write(ContactSheet(tiles))
        print(Self.summary(of: Demo.rows.count, wrong: wrong, style))
        if wrong > 0 { throw ExitCode.failure }
    }

    private func write(_ contactSheet: ContactSheet) throws {
        let folder = FileManager.default.temporaryDirectory
        let file = sheet.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("decant-demo.png")
        guard let bytes = contactSheet.png else { return }
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw ValidationError("the contact sheet is not written to \(file.path): \(error.localizedDescription)")
        }
        print("The pictures are on a contact sheet: \(file.path)")
    }

    private static func summary(of count: Int, wrong: Int, _ style: TextStyle) -> String {
        guard wrong > 0 else { return style(.green, "\(count) answers, each of which became what it should.") }
        return style(.boldRed, "\(wrong) of \(count) answers became something else than they should.")
    }
}
