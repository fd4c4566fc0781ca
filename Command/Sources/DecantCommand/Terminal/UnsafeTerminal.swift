// Terminals are asked by `ioctl` and `tcsetattr`, which take pointers to structures of their own; those live on the stack
// for the length of the call. The answer is read into an array whose length is passed on.

import Foundation

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
