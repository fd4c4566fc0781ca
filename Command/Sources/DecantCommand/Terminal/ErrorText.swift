import Decant
import DecantReport

/// Formats an error for display: its own description, which is safe for a terminal, with colors around its parts.
struct ErrorText {
    let style: TextStyle

    /// Returns the description without line breaking.
    func text(of error: ResponseError) -> String {
        lines(of: error) { [$0] }.joined(separator: "\n")
    }

    /// Returns the description in lines of a given width, with the snippet cut around its caret.
    func lines(of error: ResponseError, width: Int) -> [String] {
        let snippet = SnippetWindow(Self.lines(of: error).filter(Self.isSnippet), width: width).lines
        var rest = snippet[...]
        return lines(of: error) { line in
            Self.isSnippet(line) ? [rest.popFirst() ?? line] : TextWrap(line, width: width).lines
        }
    }

    private func lines(of error: ResponseError, _ broken: (String) -> [String]) -> [String] {
        Self.lines(of: error).enumerated().flatMap { index, line in
            if Self.isSnippet(line) { return broken(line).map(snippetLine) }
            let look = index == 0 ? .bold : Self.look(of: line)
            let lines = broken(line)
            return lines.enumerated().map { $0 + index == 0 ? headline($1) : style(look, $1) }
        }
    }

    /// Returns the lines of the description without the line on the type of an error body, which the command shows
    /// itself.
    private static func lines(of error: ResponseError) -> [String] {
        error.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !(error.errorBody is any PrintableValue && $0.hasPrefix("  the error body was decoded as ")) }
    }

    private static func isSnippet(_ line: String) -> Bool { line.hasPrefix("    ") }

    private static func look(of line: String) -> TextStyle.Look {
        if line.hasPrefix("  hint:") { return .cyan }
        if line.hasPrefix("  failure:") { return .red }
        return line.hasPrefix("  warning:") ? .yellow : .dim
    }

    private func headline(_ line: String) -> String {
        guard let colon = line.firstIndex(of: ":") else { return style(.boldRed, line) }
        return style(.boldRed, line[...colon]) + style(.bold, line[line.index(after: colon)...])
    }

    private func snippetLine(_ line: String) -> String {
        guard let bar = line.firstIndex(of: "|") else { return line }
        let rest = line[line.index(after: bar)...]
        let isCaret = rest.allSatisfy { $0 == " " || $0 == "^" } && rest.contains("^")
        return style(.dim, line[...bar]) + (isCaret ? style(.boldRed, rest) : String(rest))
    }
}

/// The two lines of a snippet, cut on both sides to a width that keeps the caret visible.
package struct SnippetWindow {
    /// The lines.
    package let lines: [String]

    /// Cuts a snippet.
    ///
    /// - Parameters:
    ///   - lines: A line of text and the line with the caret, both prefixed with a number or spaces and a bar.
    ///   - width: The maximum number of terminal columns of a line.
    package init(_ lines: [String], width: Int) {
        guard lines.count == 2, let bar = lines[0].firstIndex(of: "|") else {
            self.lines = lines.map { $0.cut(to: width) }
            return
        }
        let margin = lines[0].distance(from: lines[0].startIndex, to: bar) + 2
        let room = width - margin
        let caret = lines[1].count - 1 - margin
        guard caret >= room - 1 else {
            self.lines = lines.map { $0.cut(to: width) }
            return
        }
        let dropped = caret - room / 2
        let text = "…" + lines[0].dropFirst(margin + dropped + 1)
        let caretLine = lines[1].prefix(margin) + lines[1].dropFirst(margin + dropped)
        self.lines = [lines[0].prefix(margin) + text.cut(to: room), String(caretLine)]
    }
}

/// A hexadecimal dump of bytes.
package struct HexDump {
    private static let width = 16
    private static let lineLimit = 16

    private let bytes: [UInt8]
    private let count: Int

    /// Creates a dump of the prefix of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, or at least their prefix.
    ///   - count: The number of all bytes.
    package init(_ bytes: [UInt8], of count: Int) {
        self.bytes = Array(bytes.prefix(Self.width * Self.lineLimit))
        self.count = count
    }

    /// The lines: an offset, 16 bytes, and their ASCII characters.
    package var lines: [String] {
        let lines = stride(from: 0, to: bytes.count, by: Self.width).map(line)
        return count > bytes.count ? lines + ["… \(count - bytes.count) more bytes"] : lines
    }

    private func line(from start: Int) -> String {
        let slice = bytes[start..<min(start + Self.width, bytes.count)]
        let digits = slice.map { String($0, radix: 16).leftPadded(to: 2, with: "0") }
        let halves = [digits.prefix(8), digits.dropFirst(8)].map { $0.joined(separator: " ") }.joined(separator: "  ")
        let text = slice.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        let padding = String(repeating: " ", count: max(0, Self.width * 3 - halves.count))
        return String(start, radix: 16).leftPadded(to: 8, with: "0") + "  \(halves)\(padding)  |\(String(text))|"
    }
}
