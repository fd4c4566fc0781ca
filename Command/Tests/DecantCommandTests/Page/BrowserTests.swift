import Foundation
import Testing

/// Pages in headless Chromium, with the rules of axe.
struct BrowserTests {
    private static let script = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../browser-test")
        .standardized

    /// Whether Chromium, its driver, and the packages of Python are installed.
    private static let isInstalled: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let line = "command -v chromium && command -v chromedriver && python3 -c 'import selenium, axe_selenium_python'"
        process.arguments = ["-c", line]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        .enabled(
            if: isInstalled,
            """
            the browser is not installed: apt-get install chromium chromium-driver; \
            pip install selenium axe-selenium-python
            """
        ),
        .timeLimit(.minutes(10))
    )
    func thePagesWorkInABrowser() async throws {
        let run = try await CommandRun.shell("export -f decant; '\(Self.script.path)'", in: "bash")
        #expect(run.exitStatus == 0, "\(run.text)\(run.errors)")
    }
}
