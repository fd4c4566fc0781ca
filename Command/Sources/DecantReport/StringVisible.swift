extension String {
    /// The text with all characters made visible that could control a terminal or change the writing direction.
    ///
    /// Line feeds and tabs stay. A carriage return before a line feed is dropped.
    package var visible: String {
        var text = String.UnicodeScalarView()
        for character in self {
            switch character {
            case "\n", "\r\n": text.append("\n")
            case "\t": text.append("\t")
            default: character.unicodeScalars.forEach { text.append(contentsOf: $0.visible) }
            }
        }
        return String(text)
    }

    /// The text of a JSON document with such characters escaped (RFC 8259 §7), which preserves its meaning.
    package var escapedInJSON: String {
        guard unicodeScalars.contains(where: \.isHazardous) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isHazardous {
                for unit in String(scalar).utf16 {
                    text += "\\u" + String(unit, radix: 16).leftPadded(to: 4, with: "0")
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Returns the text, padded on the left with a character to a length.
    package func leftPadded(to length: Int, with character: Character) -> String {
        String(repeating: character, count: max(0, length - count)) + self
    }
}

extension Unicode.Scalar {
    /// Whether printing the scalar could do more than show a character.
    ///
    /// Line feeds are harmless, and so are the joiners in emoji and some scripts.
    package var isHazardous: Bool {
        // Looking up the properties takes longer than encoding the text.
        guard !(0x20...0x7E).contains(value) else { return false }
        return switch properties.generalCategory {
        case .control: value != 0x0A
        case .format: value != 0x200C && value != 0x200D
        case .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other characters without width, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
    }

    /// The scalar, or a symbol or number for it if it is hazardous.
    fileprivate var visible: String.UnicodeScalarView {
        switch value {
        case 0x00...0x1F: String(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}").unicodeScalars
        case 0x7F: "\u{2421}".unicodeScalars
        default: (isHazardous ? "\\u{\(String(value, radix: 16, uppercase: true))}" : String(self)).unicodeScalars
        }
    }
}
