import Testing

/// The demo, end to end.
struct DemoTests {
    @Test func everyAnswerBecomesWhatItShould() async throws {
        let run = try await CommandRun(["demo", "--sheet", "sheet.png", "--page", "page.html"])
        #expect(!run.text.contains("WRONG"))
        #expect(run.text.hasSuffix(" answers, each of which became what it should.\n"))
        #expect(run.exitStatus == 0)
    }

    @Test func fitsAHundredColumnsAndHasNoColoursWhereAProgramReads() async throws {
        let run = try await CommandRun(["demo", "--sheet", "sheet.png", "--page", "page.html"])
        #expect(run.text.contains("The answers are on a page: "))
        // The paths of the sheet and of the page may have any length.
        let lines = run.text.split(separator: "\n").filter { !$0.hasSuffix("sheet.png") && !$0.hasSuffix("page.html") }
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(!run.text.unicodeScalars.contains("\u{1B}"))
    }
}
