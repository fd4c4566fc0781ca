import Decant

/// Writes an error for a person.
struct ErrorText {
    let style: TextStyle

    /// The error's own description, which is fit for a terminal, with colours around its parts.
    func text(of error: ResponseError) -> String {
        error.description.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { $0 == 0 ? headline($1) : line($1) }.joined(separator: "\n")
    }

    private func headline(_ line: Substring) -> String {
        guard let colon = line.firstIndex(of: ":") else { return style(.boldRed, line) }
        return style(.boldRed, line[...colon]) + style(.bold, line[line.index(after: colon)...])
    }

    private func line(_ line: Substring) -> String {
        if line.hasPrefix("  hint:") { return style(.cyan, line) }
        if line.hasPrefix("  failure:") { return style(.red, line) }
        if line.hasPrefix("  warning:") { return style(.yellow, line) }
        if line.hasPrefix("    ") { return snippetLine(line) }
        return style(.dim, line)
    }

    private func snippetLine(_ line: Substring) -> String {
        guard let bar = line.firstIndex(of: "|") else { return String(line) }
        let rest = line[line.index(after: bar)...]
        let isCaret = rest.allSatisfy { $0 == " " || $0 == "^" } && rest.contains("^")
        return style(.dim, line[...bar]) + (isCaret ? style(.boldRed, rest) : String(rest))
    }
}
