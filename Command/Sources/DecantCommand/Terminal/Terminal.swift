import Foundation

/// The standard streams that are terminals.
struct Terminal {
    /// Whether a person types the input.
    let inputIsTerminal: Bool

    /// Whether a person sees the output.
    let outputIsTerminal: Bool

    /// Whether a person sees the errors.
    let errorsAreTerminal: Bool

    /// Whether colors are wanted; `NO_COLOR` and dumb terminals turn them off.
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

/// The size of a terminal.
struct TerminalSize {
    /// The size that is assumed where the real one is unknown.
    static let usual = TerminalSize(columns: 80, rows: 24, cellWidth: 8, cellHeight: 16)

    /// The number of columns.
    let columns: Int

    /// The number of rows.
    let rows: Int

    /// The width of a character in pixels.
    let cellWidth: Int

    /// The height of a character in pixels.
    let cellHeight: Int
}

/// Puts colors around text, or leaves it as it is.
struct TextStyle {
    /// The colors and weights in use, as the parameters of ECMA-48 §8.3.117 (SGR).
    enum Look: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case boldRed = "1;31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
    }

    /// Whether there are colors at all.
    let isColored: Bool

    /// The text in a color.
    func callAsFunction(_ look: Look, _ text: some StringProtocol) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : String(text)
    }
}

/// A stream of the process to which is written.
enum StandardStream {
    case output
    case errors

    /// Writes a text in UTF-8.
    func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Writes bytes; the process ends if that is not possible, since no output could be read any more.
    func write(_ bytes: [UInt8]) {
        let stream: FileHandle = self == .output ? .standardOutput : .standardError
        do {
            try stream.write(contentsOf: Data(bytes))
        } catch {
            exit(2)
        }
    }
}

/// The answer of a terminal that was asked for its primary device attributes: `ESC [ ? 64 ; 4 c`.
package struct DeviceAttributes {
    /// The number of the attribute for pictures as sixels.
    static let sixels = 4

    /// The numbers; none if there is no such answer among the bytes.
    package let numbers: [Int]

    /// Looks for the answer among bytes, which may include typed characters, too.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "\u{1B}[?")?.upperBound else {
            numbers = []
            return
        }
        let answer = text[start...].prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
        let isComplete = text[answer.endIndex...].first == "c"
        numbers = isComplete ? answer.split(separator: ";").compactMap { Int($0) } : []
    }
}

// Terminals are asked by `ioctl` and `tcsetattr`, which take pointers to structures of their own; those live on the stack
// for the length of the call. The answer is read into an array whose length is passed on.

/// Asks a terminal for its properties.
enum UnsafeTerminal {
    private static let patience: Int32 = 250
    private static let longestAnswer = 256

    /// The size of the terminal that standard output is; nil if there is none, or if it does not know.
    static var size: TerminalSize? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
        let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
        let usual = TerminalSize.usual
        return TerminalSize(
            columns: columns,
            rows: rows,
            cellWidth: width > 0 ? width : usual.cellWidth,
            cellHeight: height > 0 ? height : usual.cellHeight
        )
    }

    /// The primary device attributes (ECMA-48 §8.3.24, DEC STD 070 §4): numbers that represent the terminal's abilities.
    ///
    /// The question is put to the terminal itself, and only if this process is in its foreground. What a person types
    /// meanwhile is not shown. A terminal that does not answer within a quarter of a second can do nothing special.
    static var deviceAttributes: [Int] {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return [] }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetpgrp(terminal) == getpgrp(), unsafe tcgetattr(terminal, &settings) == 0 else { return [] }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(terminal, TCSANOW, &silent) == 0 else { return [] }
        defer { _ = unsafe tcsetattr(terminal, TCSANOW, &settings) }
        let question = Array("\u{1B}[c".utf8)
        guard unsafe write(terminal, question, question.count) == question.count else { return [] }
        return DeviceAttributes(answer(on: terminal)).numbers
    }

    private static func answer(on terminal: Int32) -> [UInt8] {
        var answer: [UInt8] = []
        var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        while answer.count < longestAnswer, answer.last != UInt8(ascii: "c"), unsafe poll(&descriptor, 1, patience) == 1
        {
            var chunk = [UInt8](repeating: 0, count: 64)
            let count = unsafe read(terminal, &chunk, chunk.count)
            guard count > 0 else { break }
            answer += chunk.prefix(count)
        }
        return answer
    }
}
