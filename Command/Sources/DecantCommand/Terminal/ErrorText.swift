import Decant
import DecantReport

/// The terms in which the command describes an error: its options instead of Swift, and a file as a file.
struct ErrorWording {
    /// The word for an input without a response head; nil for a response.
    let subject: String?

    /// Changes the report of an error.
    fileprivate func apply(to report: inout ErrorReport, of error: ResponseError) {
        report.hint = OptionHint(error).text?.visible
        guard let subject else { return }
        report.subject = subject
        // Without a head, the status is made up.
        report.context = report.context.map { ResponseContext(mediaType: $0.mediaType, method: $0.method, url: $0.url) }
    }
}

/// Formats an error for display: its own description, which is safe for a terminal, with colors around its parts.
struct ErrorText {
    let style: TextStyle

    /// The terms of the command; nil shows the description of the library.
    var wording: ErrorWording?

    /// Hides credentials of captures.
    var mask = CredentialMask(isActive: false)

    /// Returns the description without line breaking.
    func text(of error: ResponseError) -> String {
        lines(of: error) { snippet in
            snippet.map { mask($0) }
        } broken: { line in
            [mask(line)]
        }.joined(separator: "\n")
    }

    /// Returns the description in lines of a given width, with the snippet cut around its caret.
    func lines(of error: ResponseError, width: Int) -> [String] {
        lines(of: error) { snippet in
            SnippetWindow(snippet, width: width).lines
        } broken: { line in
            TextWrap(mask(line), width: width).lines
        }
    }

    /// Returns the description in colors.
    ///
    /// - Parameters:
    ///   - cut: Cuts the lines of the snippet.
    ///   - broken: Breaks any other line into several.
    private func lines(
        of error: ResponseError,
        cut: ([String]) -> [String],
        broken: (String) -> [String]
    ) -> [String] {
        let report = report(of: error)
        func styled(_ look: TextStyle.Look, _ lines: [String]) -> [String] {
            lines.flatMap(broken).map { style(look, $0) }
        }
        var lines = broken(report.headlineText).enumerated().map { $0 == 0 ? headline($1) : style(.bold, $1) }
        lines += styled(.dim, report.factLines)
        lines += cut(report.snippetLines).map(snippetLine)
        lines += styled(.cyan, [report.hintLine].compactMap(\.self))
        for (finding, line) in zip(report.findings, report.findingLines) {
            lines += styled(Self.look(of: finding.severity), [line])
        }
        return lines + styled(.dim, report.closingLines)
    }

    private static func look(of severity: Finding.Severity) -> TextStyle.Look {
        switch severity {
        case .failure: .red
        case .warning: .yellow
        case .note: .dim
        }
    }

    /// Returns the report without the line on the type of an error body that the command shows itself.
    private func report(of error: ResponseError) -> ErrorReport {
        var report = error.report
        if error.errorBody is any PrintableValue { report.errorBody = nil }
        wording?.apply(to: &report, of: error)
        mask.apply(to: &report, of: error)
        return report
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
    /// - Parameter count: The number of all bytes.
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
            line.append(hexadecimal: CollectionOfOne(byte))
            line.append(UInt8(ascii: " "))
            text.append((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "."))
        }
        return String(decoding: line, as: UTF8.self) + " |\(String(decoding: text, as: UTF8.self))|"
    }
}
