extension String {
    /// The text with all characters made visible that could control a terminal or change the writing direction.
    ///
    /// Line feeds and tabs stay. A carriage return before a line feed is dropped.
    package var visible: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var text: [UInt8] = []
        text.reserveCapacity(utf8.count)
        var followsReturn = false
        for scalar in unicodeScalars {
            if followsReturn, scalar != "\n" { text += Unicode.Scalar("\r").visible.utf8 }
            followsReturn = scalar == "\r"
            switch scalar {
            case "\r": break
            case "\n", "\t": text.append(UInt8(ascii: scalar))
            case _ where scalar.isHazardous: text += scalar.visible.utf8
            default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        if followsReturn { text += Unicode.Scalar("\r").visible.utf8 }
        return String(decoding: text, as: UTF8.self)
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
        if isASCII { return value < 0x20 ? value != 0x0A : value == 0x7F }
        return switch properties.generalCategory {
        case .control: true
        case .format: value != 0x200C && value != 0x200D
        case .lineSeparator, .paragraphSeparator, .surrogate: true
        // Fillers and other characters without width, but not the variation selectors of emoji.
        default: properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
        }
    }

    /// A symbol or number for a hazardous scalar.
    fileprivate var visible: String {
        switch value {
        case 0x00...0x1F: String(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}

extension [UInt8] {
    /// Appends bytes as pairs of lowercase hexadecimal digits.
    package mutating func append(hexadecimal bytes: some Sequence<UInt8>) {
        for byte in bytes {
            append(Self.hexadecimalDigit(byte >> 4))
            append(Self.hexadecimalDigit(byte & 0x0F))
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension Sequence<UInt8> {
    /// The bytes as pairs of lowercase hexadecimal digits.
    package var hexadecimal: String {
        var digits: [UInt8] = []
        digits.append(hexadecimal: self)
        return String(decoding: digits, as: UTF8.self)
    }
}
