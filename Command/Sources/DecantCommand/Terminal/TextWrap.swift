import DecantReport

/// Breaks a text into lines of a maximum width.
package struct TextWrap {
    /// The lines; all after the first are indented like the first, plus two columns.
    package let lines: [String]

    /// Breaks a text, at spaces where possible.
    ///
    /// - Parameter width: The maximum number of terminal columns of a line.
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

extension String {
    /// The text in quotation marks, escaped as a string of RFC 8259 §7, including terminal control characters.
    package var quoted: String {
        let isPlain = utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(self)\"" }
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted.escapedInJSON + "\""
    }
}
