import Foundation

/// The standard streams that are terminals.
struct Terminal {
    /// Whether a person types the input.
    let inputIsTerminal: Bool

    /// Whether a person sees the output.
    let outputIsTerminal: Bool

    /// Whether a person sees the errors.
    let errorsAreTerminal: Bool

    /// Whether colours are wanted; `NO_COLOR` and dumb terminals turn them off.
    let allowsColor: Bool

    /// The streams of this process.
    static var current: Terminal {
        let environment = ProcessInfo.processInfo.environment
        return Terminal(
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorsAreTerminal: isatty(STDERR_FILENO) == 1,
            allowsColor: (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        )
    }

    /// The style of standard output.
    var outputStyle: TextStyle { TextStyle(isColored: outputIsTerminal && allowsColor) }

    /// The style of standard error.
    var errorStyle: TextStyle { TextStyle(isColored: errorsAreTerminal && allowsColor) }
}
