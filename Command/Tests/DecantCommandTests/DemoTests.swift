import Testing

/// The demo, end to end.
struct DemoTests {
    /// One run for all tests, since it fetches and decodes every response.
    private static let run = Task { try await CommandRun(["demo", "--sheet", "sheet.png", "--page", "page.html"]) }

    @Test func everyResponseHasTheExpectedResult() async throws {
        let run = try await Self.run.value
        #expect(!run.text.contains("UNEXPECTED"))
        #expect(run.text.hasSuffix(" responses have the expected result.\n"))
        #expect(run.exitStatus == 0)
    }

    @Test func fitsAHundredColumnsWithoutColorsInAPipe() async throws {
        let run = try await Self.run.value
        #expect(run.text.contains("The responses are on a page: "))
        // The paths of the sheet and of the page may have any length.
        let lines = run.text.split(separator: "\n").filter { !$0.hasSuffix("sheet.png") && !$0.hasSuffix("page.html") }
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(!run.text.unicodeScalars.contains("\u{1B}"))
    }
}
