extension String {
    /// The text with visible replacements for characters that could control a terminal or change the writing direction.
    ///
    /// Control characters become their symbols (U+2400 to U+2421). Bidirectional controls, line and paragraph
    /// separators, and other invisible formatting become `\u{…}`.
    package var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\0"..."\u{1F}": text.append(Unicode.Scalar(0x2400 + scalar.value) ?? "�")
            case "\u{7F}": text.append("\u{2421}")
            default:
                if scalar.isHazardous {
                    text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
                } else {
                    text.append(scalar)
                }
            }
        }
        return String(text)
    }

    /// Returns a printable prefix of the text.
    ///
    /// - Parameter length: The maximum number of Unicode scalars. A limit in characters would not bound the length,
    ///   because a character can have any number of scalars.
    package func excerpt(_ length: Int) -> String {
        // Most texts are short and plain, and examining each scalar takes a while.
        if utf8.count <= length, utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        let start = String(unicodeScalars.prefix(length))
        return start.utf8.count == utf8.count ? start.printable : start.printable + "…"
    }
}

extension Int {
    /// Returns the number and a noun in the form that agrees with it: “1 byte”, “2 bytes”.
    ///
    /// - Parameters:
    ///   - singular: The noun for 1.
    ///   - plural: The noun for all other numbers; nil appends an “s” to the singular.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(singular)" : "\(self) \(plural ?? singular + "s")"
    }
}

extension Unicode.Scalar {
    /// Whether printing the scalar could have an effect other than showing a character.
    package var isHazardous: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other invisible characters, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
    }
}
