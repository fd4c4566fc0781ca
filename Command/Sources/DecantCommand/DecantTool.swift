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
            decant demo
            """,
        discussion: """
            INPUT is a file, an http or https URL, or “-” for standard input. What begins with “HTTP/” is a saved response \
            as “curl -i” prints it; other bytes are a body. A file that is called “demo” is named “./demo”.

            The media type decides between JSON, XML, property lists, pictures and text. Other bodies are text or bytes, \
            except for binary property lists and pictures, which are known by their first bytes; without a head, the \
            type is guessed. An XML document is printed with indentation, or with “--as xml-events” one event a line \
            with its position; a property list with its format first.

            Of a picture, a line says what it is, and a terminal with colors shows it small: by sixels if the terminal \
            says that it has them (it is asked for its device attributes), else by half blocks in 24-bit colors. \
            “--output” writes it as a PNG with all frames of an animation, its orientation, its color profile, and 16 \
            bits a channel if it has them.

            A HAR file, or a folder of HAR files and saved responses, gives a table of its responses by verdict, error \
            code, media type, and host, and the first failures. The exit status is 1 if any response failed.

            The value goes to standard output, and what is wrong to standard error. The exit status is 0 if every input gave \
            a value or an allowed empty, 1 if some failed, and 2 after an error of usage or an input that cannot be read.
            """,
        version: "0.1.0",
        subcommands: [DemoCommand.self]
    )

    @OptionGroup var options: DecodingOptions

    @OptionGroup(title: "Captures") var captures: CaptureOptions

    func validate() throws {
        guard options.output == PictureFile.standardOutput else { return }
        if options.report {
            throw ValidationError("“--output -” leaves no room on standard output for a report")
        }
        if Terminal.current.outputIsTerminal {
            throw ValidationError("a picture is not written to a terminal; name a file, or a program that takes it")
        }
    }

    /// Decodes every input in turn.
    ///
    /// - Parameter inputs: The arguments that are not options.
    /// - Throws: `ValidationError` if the options do not fit the inputs, or `ExitCode` if the exit status is not 0.
    func run(_ inputs: [String]) async throws {
        let terminal = Terminal.current
        guard !inputs.isEmpty || !terminal.inputIsTerminal else {
            print(Self.helpMessage())
            return
        }
        if options.output != nil, inputs.count > 1 {
            throw ValidationError("“--output” takes one picture, and there are \(inputs.count) inputs")
        }
        let names = RawArguments()
        if CaptureRun.isWanted(captures, inputs) {
            var run = CaptureRun(options: options, captures: captures, terminal: terminal)
            run.run(inputs, names)
            if run.exitStatus != 0 { throw ExitCode(run.exitStatus) }
            return
        }
        var run = DecodingRun(options: options, terminal: terminal)
        for input in inputs.isEmpty ? ["-"] : inputs {
            await run.decode(InputSource(input, names), of: max(1, inputs.count))
        }
        if run.exitStatus != 0 { throw ExitCode(run.exitStatus) }
    }
}

/// The entry point of the command.
public enum DecantLaunch {
    /// Parses the arguments, runs the command, and ends the process.
    ///
    /// Differs from the parser's own entry point only in the status 2 for a usage error.
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
            stream.write("\(message.visible)\n")
        }
        exit(code == .validationFailure ? 2 : code.rawValue)
    }
}
