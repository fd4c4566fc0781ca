import Decant

/// Writes an error for a person: its own description, which is fit for a terminal, with colours around its parts.
struct ErrorText {
    let style: TextStyle

    /// The description as it is.
    func text(of error: ResponseError) -> String {
        lines(of: error) { [$0] }.joined(separator: "\n")
    }

    /// The description in lines of a width, with the snippet cut around its caret.
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

    /// The lines of the description, without the one on the type of an error body, which the command shows itself.
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
