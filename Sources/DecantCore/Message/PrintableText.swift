extension String {
    /// The text with every character that could command a terminal, or turn the direction of writing, made visible.
    ///
    /// Control characters become their pictures (U+2400 to U+2421); bidirectional controls, line and paragraph separators,
    /// and other invisible formatting become `\u{…}`.
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

    /// The beginning of the text, fit to print; counted in scalars, since one character can have any number of them.
    package func excerpt(_ length: Int) -> String {
        let start = String(unicodeScalars.prefix(length))
        return start.utf8.count == utf8.count ? start.printable : start.printable + "…"
    }
}

extension Int {
    /// The number and a noun in the form that agrees with it: "1 byte", "2 bytes".
    ///
    /// - Parameters:
    ///   - singular: The noun for 1.
    ///   - plural: The noun for all other numbers; the singular with an "s" if it is nil.
    /// - Returns: The text.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(singular)" : "\(self) \(plural ?? singular + "s")"
    }
}

extension Unicode.Scalar {
    /// Whether printing the scalar could do more than show a character.
    package var isHazardous: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other characters that take no space or are empty, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
    }
}
