import DecantReport
import Foundation

/// The standard streams, and which of them are terminals.
struct Terminal {
    /// Whether standard input is a terminal.
    let inputIsTerminal: Bool

    /// Whether standard output is a terminal.
    let outputIsTerminal: Bool

    /// Whether standard error is a terminal.
    let errorsAreTerminal: Bool

    /// Whether colors are wanted; `NO_COLOR` and dumb terminals turn them off.
    let allowsColor: Bool

    /// Whether a line can be erased; a dumb terminal cannot.
    var allowsProgress = true

    /// The streams of this process.
    static var current: Terminal {
        let environment = ProcessInfo.processInfo.environment
        return Terminal(
            inputIsTerminal: isatty(STDIN_FILENO) == 1,
            outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorsAreTerminal: isatty(STDERR_FILENO) == 1,
            allowsColor: (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb",
            allowsProgress: environment["TERM"] != "dumb"
        )
    }

    /// The style of standard output.
    var outputStyle: TextStyle { TextStyle(isColored: outputIsTerminal && allowsColor) }

    /// The style of standard error.
    var errorStyle: TextStyle { TextStyle(isColored: errorsAreTerminal && allowsColor) }
}

/// The size of a terminal.
struct TerminalSize {
    /// The size to assume if the actual one is unknown.
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

/// Adds colors to text, or returns it unchanged.
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

    /// Whether output is colored.
    let isColored: Bool

    /// Returns the text in a color.
    func callAsFunction(_ look: Look, _ text: some StringProtocol) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : String(text)
    }
}

/// An output stream of the process.
enum StandardStream {
    case output
    case errors

    /// Writes a text in UTF-8.
    func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Writes bytes; ends the process if writing fails, since no further output could be read.
    func write(_ bytes: [UInt8]) {
        if !UnsafeFiles.write(bytes, to: self == .output ? STDOUT_FILENO : STDERR_FILENO) { exit(2) }
    }
}

extension String {
    /// The number of terminal columns of the text (Unicode Standard Annex 11, limited to the demo's needs).
    package var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the text padded at its end with spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }

    /// Returns the text, with its end replaced by an ellipsis if it is too wide.
    func cut(to width: Int) -> String {
        displayWidth <= width ? self : head(of: width - 1) + "…"
    }

    /// Returns as many characters as fit into a width, but at least one.
    func head(of width: Int) -> String {
        var rest = width
        var head = ""
        for character in self {
            rest -= character.displayWidth
            if rest < 0, !head.isEmpty { return head }
            head.append(character)
        }
        return head
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}

/// The response of a terminal to a request for its primary device attributes: `ESC [ ? 64 ; 4 c`.
package struct DeviceAttributes {
    /// The number of the attribute for sixel images.
    static let sixels = 4

    /// The attribute numbers; empty if the bytes contain no such response.
    package let numbers: [Int]

    /// Finds the response among bytes that may also include typed characters.
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

// Why: `ioctl` and `tcsetattr`, which query a terminal, take pointers to C structures. Bound: the structures live on
// the stack for the duration of the call. The response is read into an array whose length is passed on.

/// Queries the properties of a terminal.
enum UnsafeTerminal {
    private static let patience: Int32 = 250
    private static let maxAnswerBytes = 256

    /// The size of the terminal on standard output; nil if standard output is not a terminal or the size is unknown.
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

    /// The primary device attributes (ECMA-48 §8.3.24, DEC STD 070 §4): numbers that represent the terminal's
    /// abilities.
    ///
    /// The request goes to the terminal itself, and only if this process is in its foreground. Characters typed
    /// meanwhile are not echoed. A terminal that does not respond within a quarter of a second has no special
    /// abilities.
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
        while answer.count < maxAnswerBytes, answer.last != UInt8(ascii: "c"),
            unsafe poll(&descriptor, 1, patience) == 1
        {
            var chunk = [UInt8](repeating: 0, count: 64)
            let count = unsafe read(terminal, &chunk, chunk.count)
            guard count > 0 else { break }
            answer += chunk.prefix(count)
        }
        return answer
    }
}
