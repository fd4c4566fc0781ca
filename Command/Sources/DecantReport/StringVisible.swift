extension String {
    /// The text with every character made visible that could command a terminal or turn the direction of writing.
    ///
    /// Line feeds and tabs stay, and so does the carriage return in front of a line feed, which is left out.
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

    /// The text of a JSON document with such characters in the escapes of RFC 8259 §7, which do not change its meaning.
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

    /// The text with enough of a character in front of it to be as long as asked for.
    package func leftPadded(to length: Int, with character: Character) -> String {
        String(repeating: character, count: max(0, length - count)) + self
    }
}

extension Unicode.Scalar {
    /// Whether printing the scalar could do more than show a character.
    ///
    /// Line feed does no harm, and neither do the joiners that emoji and scripts are written with.
    package var isHazardous: Bool {
        switch properties.generalCategory {
        case .control: value != 0x0A
        case .format: value != 0x200C && value != 0x200D
        case .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other characters that take no space or are empty, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
    }

    /// The scalar, or its picture or number if it is hazardous.
    fileprivate var visible: String.UnicodeScalarView {
        switch value {
        case 0x00...0x1F: String(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}").unicodeScalars
        case 0x7F: "\u{2421}".unicodeScalars
        default: (isHazardous ? "\\u{\(String(value, radix: 16, uppercase: true))}" : String(self)).unicodeScalars
        }
    }
}
