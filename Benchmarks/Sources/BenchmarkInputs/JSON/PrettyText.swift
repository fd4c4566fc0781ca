/// The lines of a value in pretty-printed JSON.
struct PrettyText {
    private var lines: [String]

    static func line(_ text: String) -> PrettyText {
        PrettyText(lines: [text])
    }

    static func object(_ members: [(String, PrettyText)]) -> PrettyText {
        enclosed("{", members.map { name, value in value.prefixed("\"\(name)\": ") }, "}")
    }

    static func array(_ elements: [PrettyText]) -> PrettyText {
        enclosed("[", elements, "]")
    }

    var joined: String {
        lines.joined(separator: "\n") + "\n"
    }

    private func prefixed(_ prefix: String) -> PrettyText {
        var copy = self
        copy.lines[0] = prefix + copy.lines[0]
        return copy
    }

    private static func enclosed(_ open: String, _ values: [PrettyText], _ close: String) -> PrettyText {
        var lines = [open]
        for (index, value) in values.enumerated() {
            lines += value.lines.map { "    " + $0 }
            if index < values.count - 1 { lines[lines.count - 1] += "," }
        }
        return PrettyText(lines: lines + [close])
    }
}
