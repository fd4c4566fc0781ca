/// The two lines of a snippet, cut on both sides to a width that keeps the caret in sight.
package struct SnippetWindow {
    /// The lines.
    package let lines: [String]

    /// Cuts a snippet.
    ///
    /// - Parameters:
    ///   - lines: A line of text and the line with the caret, both with a number or nothing and a bar in front.
    ///   - width: The number of columns of a terminal that a line may take.
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
