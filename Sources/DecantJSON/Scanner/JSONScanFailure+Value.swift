import DecantCore

extension JSONScanFailure {
    /// Something stands where a value is expected.
    var valueFault: JSONFault {
        switch body[position] {
        case 0x27 where options.quirks.contains(.singleQuotes):
            JSONFault("the string has no end, or an escape that is not one")
        case 0x27:
            JSONFault(
                "strings are enclosed in quotation marks, not in apostrophes",
                hint: Self.hint(for: "singleQuotes")
            )
        case 0x2B, 0x2E: JSONFault("a number cannot begin with \(found)", hint: Self.hint(for: "numberForms"))
        case 0x5D where previous == 0x2C: trailingCommaFault
        case 0x41...0x5A, 0x5F, 0x61...0x7A: wordFault
        default: JSONFault("expected a value\(previous == 0x5B ? " or “]”" : ""), but found \(found)")
        }
    }

    private var trailingCommaFault: JSONFault {
        JSONFault("expected a value after the comma, but found \(found)", hint: Self.hint(for: "trailingCommas"))
    }

    private var wordFault: JSONFault {
        let word = self.word
        let message = "“\(word)” is not a JSON value"
        switch body[position] | 0x20 {
        case 0x74: return JSONFault("\(message); expected true")
        case 0x66: return JSONFault("\(message); expected false")
        case _ where word == "NaN" || word == "Infinity":
            return JSONFault(message, hint: Self.hint(for: "nonFiniteNumbers"))
        case 0x6E: return JSONFault("\(message); expected null")
        default: return JSONFault(message)
        }
    }

    /// The letters and digits at the fault, as many as are worth showing.
    private var word: String {
        var word = ""
        for index in position..<min(position + 24, body.count) {
            let scalar = Unicode.Scalar(body[index])
            guard body[index] < 0x80, scalar.properties.isAlphabetic || body[index] &- 0x30 < 10 || scalar == "_" else {
                return word
            }
            word.unicodeScalars.append(scalar)
        }
        return position + 24 < body.count ? word + "…" : word
    }

    /// The character at the fault, in quotation marks; by its number if it cannot be shown.
    var found: String { found(at: position) }

    /// The character at a place, in quotation marks; by its number if it cannot be shown.
    func found(at position: Int) -> String {
        guard let scalar = scalar(at: position) else { return "the byte \(Self.hexadecimal(body[position]))" }
        if scalar.value <= 0x20 || scalar.value == 0x7F || scalar.isHazardous {
            return "U+\(Self.digits(scalar.value))"
        }
        return "“\(scalar)”"
    }

    /// The byte at the fault, if it begins no character.
    var invalidTextFault: JSONFault? {
        guard body[position] >= 0x80, scalar(at: position) == nil else { return nil }
        return JSONFault(invalidText: "invalid UTF-8 byte \(Self.hexadecimal(body[position]))")
    }

    private func scalar(at position: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var bytes = (position..<min(position + 4, body.count)).map { body[$0] }.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return scalar
    }

    static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    static func digits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
