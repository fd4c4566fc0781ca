import DecantCore

extension XMLDecodingState {
    /// A truth value (XML Schema part 2 §3.2.2).
    func bool(_ place: XMLDecodedPlace) throws -> Bool {
        let value = parse(place) { bytes -> Bool? in
            let range = bytes.trimmedRange
            let text = bytes.extracting(range)
            if text.hasText("true") || text.hasText("1") { return true }
            return text.hasText("false") || text.hasText("0") ? false : nil
        }
        guard let value else { throw mismatch(Bool.self, place) }
        return value
    }

    /// A text.
    func string(_ place: XMLDecodedPlace) throws -> String {
        let trims = options.trimsStrings && place.kind != .attribute
        let value = parse(place, allowsElements: true) { bytes -> String? in
            trims ? bytes.extracting(bytes.trimmedRange).string : bytes.string
        }
        guard let value, !value.isEmpty || !isNil(place) else { throw mismatch(String.self, place) }
        return value
    }

    /// An integer (XML Schema part 2 §3.3.13): digits, with or without a sign.
    func integer<Integer: FixedWidthInteger>(_ place: XMLDecodedPlace) throws -> Integer {
        let short = parse(place) { bytes in XMLNumber.integer(bytes.extracting(bytes.trimmedRange)) }
        if let short, let value = Integer(exactly: short) { return value }
        return try longInteger(place)
    }

    @inline(never)
    private func longInteger<Integer: FixedWidthInteger>(_ place: XMLDecodedPlace) throws -> Integer {
        let digits = parse(place) { bytes in XMLNumber.integerText(bytes.extracting(bytes.trimmedRange)) }
        guard let digits else { throw mismatch(Integer.self, place) }
        guard let value = Integer(digits) else { throw numberMismatch(Integer.self, place) }
        return value
    }

    /// A floating-point number (XML Schema part 2 §3.2.5).
    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ place: XMLDecodedPlace) throws -> Number {
        guard let text = parse(place, { bytes in XMLNumber.decimalText(bytes.extracting(bytes.trimmedRange)) }) else {
            return try namedFloat(place)
        }
        guard let value = Number(text), value.isFinite else { throw numberMismatch(Number.self, place) }
        return value
    }

    /// An infinity or not-a-number that the options have a word for.
    private func namedFloat<Number: BinaryFloatingPoint>(_ place: XMLDecodedPlace) throws -> Number {
        let word = parse(place) { bytes -> String? in bytes.extracting(bytes.trimmedRange).string }
        guard let word, let value: Number = decoding.nonFiniteNumbers.value(of: word) else {
            throw mismatch(Number.self, place)
        }
        return value
    }
}
