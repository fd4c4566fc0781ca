import BenchmarkInputs
import Foundation

/// Pillow in a process of its own, which takes its turn when it is told to.
final class PillowProcess {
    let version: String

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let folder: URL

    struct Failure: Error {}

    /// Gives nil where there is no Pillow: `DECANT_BENCH_PYTHON` names a Python that has it.
    init?(_ file: InputFile) {
        guard let python = ProcessInfo.processInfo.environment["DECANT_BENCH_PYTHON"] else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "pillow-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: file.name)
            try Data(file.bytes).write(to: path)
            process.executableURL = URL(filePath: python)
            process.arguments = [Self.program, path.path()]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            version = try Self.line(of: output)
        } catch {
            return nil
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.waitUntilExit() }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The program, which is in the package that this one was built from.
    private static let program = URL(filePath: #filePath).appending(path: "../../../../Tools/pillow.py").standardized
        .path()

    private static func line(of pipe: Pipe) throws -> String {
        var line = Data()
        while line.last != 10 {
            guard let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { throw Failure() }
            line += byte
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    var work: Work {
        Work(timing: { count in
            try self.input.fileHandleForWriting.write(contentsOf: Data("\(count)\n".utf8))
            guard let time = Int(try Self.line(of: self.output)) else { throw Failure() }
            return time
        })
    }
}
