/// Breaks a text into lines that are not wider than a column.
package struct TextWrap {
    /// The lines; all but the first are indented as the first is, and two more.
    package let lines: [String]

    /// Breaks a text, at spaces where it can be.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The number of columns of a terminal that a line may take.
    package init(_ text: String, width: Int) {
        let indent = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = indent
        var isEmpty = true
        for word in text.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
            var word = String(word)
            if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
                lines.append(line)
                line = indent + "  "
                isEmpty = true
            }
            while line.displayWidth + word.displayWidth > width, isEmpty {
                let head = word.head(of: width - line.displayWidth)
                lines.append(line + head)
                word.removeFirst(head.count)
                line = indent + "  "
            }
            line += isEmpty ? word : " " + word
            isEmpty = false
        }
        self.lines = lines + [line]
    }
}
