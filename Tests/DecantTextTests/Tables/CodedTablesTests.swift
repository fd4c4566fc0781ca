import Foundation
import Testing

/// Compares the generated sources with the data of the standard, if both the data and Python are available.
@Suite(.enabled(if: StandardData.folder != nil, "DECANT_CORPORA is not set, or has no tables beside it"))
struct GeneratedTablesTests {
    @Test func generatingAgainGivesTheSameBytes() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = root.appendingPathComponent("Tests/Fixtures/generate-charset-tables").standardized.path
        process.arguments = ["python3", script, "--check", try #require(StandardData.folder)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "")
        #expect(process.terminationStatus == 0)
    }
}

/// The data files of the WHATWG Encoding Standard, the source of the tables.
enum StandardData {
    static let folder: String? = {
        let environment = ProcessInfo.processInfo.environment
        let beside = environment["DECANT_CORPORA"].map { "\($0)/../data/encoding" }
        let candidates = [environment["DECANT_ENCODING_DATA"], beside].compactMap(\.self)
        return candidates.first { FileManager.default.fileExists(atPath: "\($0)/indexes.json") }
    }()
}
