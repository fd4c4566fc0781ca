import ArgumentParser
import DecantReport
import Foundation

/// The command `decant`, which decodes saved or fetched responses and reports their errors.
struct DecantTool: AsyncParsableCommand {
    /// The texts of the command's help.
    static let configuration = CommandConfiguration(
        commandName: "decant",
        abstract: "Decode HTTP responses, or say exactly why they cannot be decoded.",
        usage: """
            decant [OPTION...] [INPUT...]
            decant report [OPTION...] --output FILE INPUT...
            decant compare [OPTION...] BEFORE AFTER
            decant demo
            """,
        discussion: """
            INPUT is a file, an http or https URL, or “-” for standard input, which is also the default. An input \
            that begins with “HTTP/” is a saved response, as “curl -i” prints it; any other input is a body. The \
            media type, the name of the file, or the first bytes select the format.

            A HAR file, a web archive (WARC), or a folder of such files and saved responses is a capture: a table \
            shows its responses by verdict, error code, media type, and host, after the first failures.

            The value goes to standard output, and errors and warnings to standard error. The exit status is 0 if \
            every input has a value or an allowed empty body, 1 if an input fails, and 2 for incorrect usage or an \
            input that cannot be read.
            """,
        version: "1.0.0",
        subcommands: [ReportCommand.self, CompareCommand.self, DemoCommand.self]
    )

    /// The inputs in the help and the completions; ``ArgumentSplit`` takes them before the arguments are parsed.
    @Argument(
        help: ArgumentHelp("A file, an http or https URL, or “-” for standard input.", valueName: "input"),
        completion: .file()
    )
    var inputs: [String] = []

    @OptionGroup var options: DecodingOptions

    @OptionGroup(title: "Capture options") var captures: CaptureOptions

    /// The help, which ends with examples.
    static var help: String { helpMessage() + "\n\n" + examples }

    private static let examples = """
        EXAMPLES:
          curl -i https://api.example.com/users/7 | decant
          curl -iN https://api.example.com/events | decant --at /choices/0/delta
          decant --at /rss/channel/item/title feed.xml
          decant --report *.http | jq 'select(.verdict == "failure")'
          decant crawl.warc.gz
          decant traffic.har --select code=malformedBody --output part.har
          decant compare before.har after.har
          decant report traffic.har --output report.html
          decant --thumbnail 256 --output small.png photograph.avif
        """

    func validate() throws {
        guard options.output.output == ImageFile.standardOutput else { return }
        if options.output.report {
            throw ValidationError("“--output -” and “--report” both write to standard output")
        }
        if Terminal.current.outputIsTerminal, !captures.keepValues {
            throw ValidationError("an image is not written to a terminal; name a file, or pipe it into a program")
        }
    }

    /// Decodes every input in turn.
    ///
    /// - Parameter inputs: The arguments that are not options.
    /// - Throws: `ValidationError` if the options do not fit the inputs, or `ExitCode` if the exit status is not 0.
    static func run(_ inputs: [String], _ options: RunOptions) async throws {
        let terminal = Terminal.current
        guard !inputs.isEmpty || !terminal.inputIsTerminal else {
            print(help)
            return
        }
        if CaptureRun.isWanted(options, inputs) {
            let status = try await runCaptures(inputs.isEmpty ? ["-"] : inputs, options, terminal)
            if status != 0 { throw ExitCode(status) }
            return
        }
        if options.outputPath != nil, inputs.count > 1 {
            throw ValidationError("“--output” writes one image, but there are \(inputs.count) inputs")
        }
        let names = RawArguments()
        var run = DecodingRun(options: options, terminal: terminal)
        for input in inputs.isEmpty ? ["-"] : inputs {
            await run.decode(InputSource(input, names), of: max(1, inputs.count))
        }
        if run.exitStatus != 0 { throw ExitCode(run.exitStatus) }
    }
}

extension DecantTool {
    /// Reads captures: writes a HAR file, lists credentials, or prints a table, and returns the exit status.
    private static func runCaptures(
        _ inputs: [String],
        _ options: RunOptions,
        _ terminal: Terminal
    ) async throws -> Int32 {
        if options.keepsValues, options.outputPath == nil {
            throw ValidationError("“--keep-values” needs a file, as in “--output part.har”")
        }
        if options.isReport || options.extract != nil, options.outputPath != nil || options.isCheck {
            throw ValidationError("“--report” and “--extract” exclude “--output” and “--check”")
        }
        if options.isCheck {
            if options.outputPath != nil { throw ValidationError("“--check” excludes “--output”") }
            return CaptureCheck.run(inputs, options: options)
        }
        if let path = options.outputPath { return CaptureExport.run(inputs, options: options, path: path) }
        return await CaptureRun.run(inputs, options: options, terminal: terminal)
    }
}

/// The entry point of the command.
public enum DecantLaunch {
    /// Parses the arguments, runs the command, and ends the process.
    ///
    /// Differs from the parser's own entry point only in the status 2 for a usage error.
    public static func run() async -> Never {
        await FetchProcess.runIfAsked()
        var type: any ParsableCommand.Type = DecantTool.self
        do {
            guard CommandLine.argc > 0 else { throw ValidationError(unknownArguments) }
            let arguments = ArgumentSplit(Array(CommandLine.arguments.dropFirst()))
            if arguments.options.isEmpty {
                try await DecantTool.run(arguments.inputs, RunOptions())
            } else {
                let command = try command(arguments.options)
                type = Swift.type(of: command)
                try await run(command, on: arguments.inputs)
            }
            exit(0)
        } catch {
            end(with: error, in: type)
        }
    }

    /// The error if Swift cannot read the arguments, which are in a file on Linux.
    ///
    /// Without this error, all options would be ignored silently.
    private static let unknownArguments = "the arguments are unknown, because /proc/self/cmdline cannot be read"

    /// Parses the command and its options.
    ///
    /// The names of subcommands are found here, because the parser would take them for inputs.
    private static func command(_ options: [String]) throws -> any ParsableCommand {
        switch options.first {
        case "demo": try DemoCommand.parseAsRoot(Array(options.dropFirst()))
        case "report": try ReportCommand.parseAsRoot(Array(options.dropFirst()))
        case "compare": try CompareCommand.parseAsRoot(Array(options.dropFirst()))
        case "help": try command(options.dropFirst().prefix { ArgumentSplit.subcommands.contains($0) } + ["--help"])
        default: try DecantTool.parseAsRoot(options)
        }
    }

    private static func run(_ command: any ParsableCommand, on inputs: [String]) async throws {
        switch command {
        case let tool as DecantTool:
            try await DecantTool.run(inputs, RunOptions(tool.options, tool.captures))
        case let report as ReportCommand:
            try report.run(inputs)
        case let compare as CompareCommand:
            try compare.run(inputs)
        case let demo as DemoCommand:
            try await demo.run()
        default:
            var command = command
            try command.run()
        }
    }

    private static func end(with error: any Error, in type: any ParsableCommand.Type) -> Never {
        let code = type.exitCode(for: error)
        var message = type.fullMessage(for: error)
        if message == DecantTool.helpMessage() { message = DecantTool.help }
        if !message.isEmpty {
            let stream: StandardStream = code.isSuccess ? .output : .errors
            stream.write("\(message.visible)\n")
        }
        exit(code == .validationFailure ? 2 : code.rawValue)
    }
}
