import ArgumentParser
import Foundation

/// The way into the command.
public enum DecantLaunch {
    /// Parses the arguments, runs the command and ends the process.
    ///
    /// Differs from the parser's own entry only in that an error of usage gives the status 2.
    public static func run() async -> Never {
        await FetchProcess.runIfAsked()
        do {
            let arguments = ArgumentSplit(Array(CommandLine.arguments.dropFirst()))
            try await run(try DecantTool.parseAsRoot(arguments.options), on: arguments.inputs)
            exit(0)
        } catch {
            end(with: error)
        }
    }

    private static func run(_ command: any ParsableCommand, on inputs: [String]) async throws {
        switch command {
        case let tool as DecantTool:
            try await tool.run(inputs)
        case let demo as DemoCommand:
            try await demo.run()
        default:
            var command = command
            try command.run()
        }
    }

    private static func end(with error: any Error) -> Never {
        let code = DecantTool.exitCode(for: error)
        let message = DecantTool.fullMessage(for: error)
        if !message.isEmpty {
            let stream: StandardStream = code.isSuccess ? .output : .errors
            stream.write("\(message)\n")
        }
        exit(code == .validationFailure ? 2 : code.rawValue)
    }
}
