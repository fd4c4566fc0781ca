import Decant

/// Writes an error for a person.
struct ErrorText {
    let style: TextStyle

    /// The error's own description, which is fit for a terminal, with colours around its parts.
    func text(of error: ResponseError) -> String {
        let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return colored(lines).joined(separator: "\n")
    }

    /// Lines of a description, of which the first has no indentation, with colours.
    func colored(_ lines: [String]) -> [String] {
        lines.enumerated().map { $0 == 0 ? headline($1) : line($1) }
    }

    private func headline(_ line: String) -> String {
        guard let colon = line.firstIndex(of: ":") else { return style(.boldRed, line) }
        return style(.boldRed, line[...colon]) + style(.bold, line[line.index(after: colon)...])
    }

    private func line(_ line: String) -> String {
        if line.hasPrefix("  hint:") { return style(.cyan, line) }
        if line.hasPrefix("  failure:") { return style(.red, line) }
        if line.hasPrefix("  warning:") { return style(.yellow, line) }
        if line.hasPrefix("    ") { return snippetLine(line) }
        return style(.dim, line)
    }

    private func snippetLine(_ line: String) -> String {
        guard let bar = line.firstIndex(of: "|") else { return line }
        let rest = line[line.index(after: bar)...]
        let isCaret = rest.allSatisfy { $0 == " " || $0 == "^" } && rest.contains("^")
        return style(.dim, line[...bar]) + (isCaret ? style(.boldRed, rest) : String(rest))
    }
}
