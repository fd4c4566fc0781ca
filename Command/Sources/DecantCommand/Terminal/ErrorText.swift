import Decant
import DecantReport

/// The terms in which the command describes an error: its options instead of Swift, and a file as a file.
struct ErrorWording {
    private let limits: Limits

    /// The word for an input without a response head; nil for a response.
    private let subject: String?

    /// Creates a wording.
    ///
    /// - Parameter subject: The word for an input without a response head; nil for a response.
    init(_ limits: Limits, subject: String?) {
        (self.limits, self.subject) = (limits, subject)
    }

    /// Returns the lines of a description in the terms of the command.
    fileprivate func lines(_ lines: [String], of error: ResponseError) -> [String] {
        var rewritten: [String] = []
        let hint = OptionHint(error, limits).text.map { "  hint: \($0)" }
        // A limit of the transport has a hint only here.
        let isMissing = error.hint == nil
        for line in lines {
            if line.hasPrefix("  hint: ") {
                if let hint { rewritten.append(hint.visible) }
            } else if let subject, line.hasPrefix("  response: ") {
                // Without a head, the status is made up.
                let facts = line.dropFirst("  response: ".count)
                rewritten.append("  \(subject): " + (facts.hasPrefix("200, ") ? facts.dropFirst(5) : facts))
            } else {
                rewritten.append(line)
            }
        }
        if isMissing, let hint { rewritten.append(hint.visible) }
        return rewritten
    }
}

/// Formats an error for display: its own description, which is safe for a terminal, with colors around its parts.
struct ErrorText {
    let style: TextStyle

    /// The terms of the command; nil shows the description of the library.
    var wording: ErrorWording?

    /// Returns the description without line breaking.
    func text(of error: ResponseError) -> String {
        lines(of: error) { [$0] }.joined(separator: "\n")
    }

    /// Returns the description in lines of a given width, with the snippet cut around its caret.
    func lines(of error: ResponseError, width: Int) -> [String] {
        let snippet = SnippetWindow(describe(error).filter(Self.isSnippet), width: width).lines
        var rest = snippet[...]
        return lines(of: error) { line in
            Self.isSnippet(line) ? [rest.popFirst() ?? line] : TextWrap(line, width: width).lines
        }
    }

    private func lines(of error: ResponseError, _ broken: (String) -> [String]) -> [String] {
        describe(error).enumerated().flatMap { index, line in
            if Self.isSnippet(line) { return broken(line).map(snippetLine) }
            let look = index == 0 ? .bold : Self.look(of: line)
            let lines = broken(line)
            return lines.enumerated().map { $0 + index == 0 ? headline($1) : style(look, $1) }
        }
    }

    /// Returns the lines of the description without the line on the type of an error body, which the command shows
    /// itself.
    private func describe(_ error: ResponseError) -> [String] {
        let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !(error.errorBody is any PrintableValue && $0.hasPrefix("  the error body was decoded as ")) }
        return wording?.lines(lines, of: error) ?? lines
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
    private static let digits = Array("0123456789abcdef".utf8)

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
        var line = Array("\(String(start, radix: 16).leftPadded(to: 8, with: "0"))  ".utf8)
        var text: [UInt8] = []
        for index in start..<start + Self.width {
            if index == start + Self.width / 2 { line.append(UInt8(ascii: " ")) }
            guard index < bytes.count else {
                line += "   ".utf8
                continue
            }
            let byte = bytes[index]
            line.append(Self.digits[Int(byte >> 4)])
            line.append(Self.digits[Int(byte & 0xF)])
            line.append(UInt8(ascii: " "))
            text.append((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "."))
        }
        return String(decoding: line, as: UTF8.self) + " |\(String(decoding: text, as: UTF8.self))|"
    }
}
