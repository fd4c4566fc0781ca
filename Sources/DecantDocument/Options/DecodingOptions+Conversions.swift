package import DecantCore

extension DecodingOptions.Conversions {
    /// The conversions by name, for remedies and reports.
    package static let names: [(name: String, value: Self)] = [
        ("emptyStringsToNil", .emptyStringsToNil),
        ("stringsToNumbers", .stringsToNumbers),
        ("scalarsToStrings", .scalarsToStrings),
        ("scalarsToBooleans", .scalarsToBooleans),
        ("valuesToArrays", .valuesToArrays),
        ("indexedObjectsToArrays", .indexedObjectsToArrays),
        ("emptyArraysToObjects", .emptyArraysToObjects),
        ("absentToEmptyCollections", .absentToEmptyCollections),
    ]

    /// The remedy that turns on one conversion.
    package func remedy(_ text: String = "reads it") -> Remedy? {
        Self.names.first { $0.value == self }.map { conversion in
            Remedy(.option, conversion.name, text: "`.converting(.\(conversion.name))` \(text)")
        }
    }
}

extension Span<UInt8> {
    /// Whether the text is a number in JSON's grammar (RFC 8259 §6): `[ minus ] int [ frac ] [ exp ]`.
    package var isJSONNumber: Bool {
        var position = 0
        func byte() -> UInt8? { position < count ? self[position] : nil }
        func skipDigits() -> Bool {
            let start = position
            while byte()?.isDigit == true { position += 1 }
            return position > start
        }
        if byte() == UInt8(ascii: "-") { position += 1 }
        let isZero = byte() == UInt8(ascii: "0")
        let start = position
        guard skipDigits(), !isZero || position == start + 1 else { return false }
        if byte() == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() else { return false }
        }
        if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
            position += 1
            if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() else { return false }
        }
        return position == count
    }

    /// The integer of at most 18 digits that the text is in JSON's grammar, or nil for any other text.
    ///
    /// Most numbers in strings are such integers.
    package var shortJSONInteger: Int? {
        let start = count > 0 && self[0] == UInt8(ascii: "-") ? 1 : 0
        guard count > start, count - start <= 18, self[start] != UInt8(ascii: "0") || count == 1 else { return nil }
        var value = 0
        for position in start..<count {
            guard self[position].isDigit else { return nil }
            value = value &* 10 &+ Int(self[position] &- UInt8(ascii: "0"))
        }
        return start == 0 ? value : -value
    }

    /// The Boolean value that the text names, in any case, or nil.
    package var writtenBoolean: Bool? {
        guard count <= 5 else { return nil }
        switch DocumentText.string(validated: self).lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: return nil
        }
    }
}
