import Decant
import DecantImages
import Foundation

/// One run of the built command, whose streams are files, since a pipe could fill up.
struct CommandRun {
    let output: Data
    let errors: String
    let exitStatus: Int32

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of a report.
    var report: [[String: Any]] {
        text.split(separator: "\n").map { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
        }
    }

    /// Runs the command and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the command.
    ///   - input: The bytes on standard input.
    /// - Throws: The error that prevents the run.
    init(_ arguments: [String], input: String = "") async throws {
        try await self.init(arguments, input: Data(input.utf8))
    }

    /// Runs the command with bytes on standard input.
    init(_ arguments: [String], input: Data) async throws {
        try await self.init(executable: Self.executable, arguments, input: input)
    }

    private init(executable: URL, _ arguments: [String], input: Data) async throws {
        await RunningCommands.shared.begin()
        do {
            try await self.init(running: executable, arguments, input: input)
            await RunningCommands.shared.end()
        } catch {
            await RunningCommands.shared.end()
            throw error
        }
    }

    private init(running executable: URL, _ arguments: [String], input: Data) async throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = try FileHandle(forReadingFrom: folder.file("input", input))
        let (output, errors) = (try folder.file("output", Data()), try folder.file("errors", Data()))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try await Self.run(process)
        self.output = try Data(contentsOf: output)
        self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        exitStatus = process.terminationStatus
    }

    /// Runs a shell line that calls `decant`, for arguments that cannot be represented as text.
    static func shell(_ line: String, in shell: String = "sh") async throws -> CommandRun {
        let function = "decant() { '\(executable.path)' \"$@\"; }; "
        return try await CommandRun(
            executable: URL(fileURLWithPath: "/bin/\(shell)"),
            ["-c", function + line],
            input: Data()
        )
    }

    /// Waits without blocking a thread, which a server in the same process may need.
    private static func run(_ process: Process) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// The command, beside the tests in the build folder.
    private static let executable: URL = {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("decant")
        }
        #endif
        return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("decant")
    }()
}

/// The commands that run at the same time.
///
/// Hundreds of tests run concurrently. Each command has several open files, and the processes take time from servers in
/// the tests, so the others wait.
private actor RunningCommands {
    static let shared = RunningCommands()
    private var free = max(4, 2 * ProcessInfo.processInfo.activeProcessorCount)
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// A folder that is deleted when it is no longer referenced.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("decant-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file.
    func file(_ name: String, _ contents: Data) throws -> URL {
        let file = url.appendingPathComponent(name)
        try contents.write(to: file)
        return file
    }

    /// Writes a file and returns its path.
    func path(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8)).path
    }
}

/// The small images, shared with the tests of the library.
enum ImageFixture {
    static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Tests/Fixtures/Images")
        .standardized

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    static func image(_ name: String) throws -> DecodedImage {
        try DecodedImage(parsing: ResponseBytes([UInt8](try data(name))))
    }
}
