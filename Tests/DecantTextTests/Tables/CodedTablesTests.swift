import Foundation
import Testing

/// The generated sources against the data of the standard, where both the data and Python are there.
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

/// The data files of the WHATWG Encoding Standard that the tables were generated from.
enum StandardData {
    static let folder: String? = {
        let environment = ProcessInfo.processInfo.environment
        let beside = environment["DECANT_CORPORA"].map { "\($0)/../data/encoding" }
        let candidates = [environment["DECANT_ENCODING_DATA"], beside].compactMap(\.self)
        return candidates.first { FileManager.default.fileExists(atPath: "\($0)/indexes.json") }
    }()
}
