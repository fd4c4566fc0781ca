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
    /// The number of terminal columns of the text (Unicode Standard Annex 11, limited to the demo's needs).
    package var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the text padded at its end with spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }

    /// Returns the text, with its end replaced by an ellipsis if it is too wide.
    func cut(to width: Int) -> String {
        displayWidth <= width ? self : head(of: width - 1) + "…"
    }

    /// Returns as many characters as fit into a width, but at least one.
    func head(of width: Int) -> String {
        var rest = width
        var head = ""
        for character in self {
            rest -= character.displayWidth
            if rest < 0, !head.isEmpty { return head }
            head.append(character)
        }
        return head
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
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
