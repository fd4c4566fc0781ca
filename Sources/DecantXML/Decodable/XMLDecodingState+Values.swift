import DecantCore

extension XMLDecodingState {
    /// Makes a value of any type.
    ///
    /// Recursive types recur through here: what they do not need is in functions of their own, to keep frames small.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - location: The part of the document to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever the type throws.
    func value<Value: Decodable>(_ type: Value.Type, _ location: XMLLocation) throws -> Value {
        let kind = kind(of: type)
        if case .plain = kind { return try type.init(from: XMLValueDecoder(self, location)) }
        return try special(type, kind, location)
    }

    @inline(never)
    private func special<Value: Decodable>(
        _ type: Value.Type,
        _ kind: XMLDecodableKind,
        _ location: XMLLocation
    ) throws -> Value {
        guard case .shortcut(let same) = kind else { return try scalar(type, kind, location) }
        return try shortcut(same, as: type, location)
    }

    @inline(never)
    private func scalar<Value: Decodable>(
        _ type: Value.Type,
        _ kind: XMLDecodableKind,
        _ location: XMLLocation
    ) throws -> Value {
        guard case .scalar(let same) = kind else { throw missingImport(type, location) }
        return try scalar(same, as: type, location)
    }

    @inline(never)
    private func shortcut<Same: XMLShortcut, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: XMLLocation
    ) throws -> Value {
        renamed(try Same.decode(from: self, location), to: type)
    }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ location: XMLLocation
    ) throws -> Value {
        let value: Same = try scalar(location)
        return renamed(value, to: type)
    }

    /// The value of a type if there is nothing to make one of; nil for types that have none, or if the options make it an error.
    func valueOfNothing<Value>(_ type: Value.Type) -> Value? {
        guard !options.requiresElementsOfArrays, case .shortcut(let same) = kind(of: type) else { return nil }
        return valueOfNothing(same, as: type)
    }

    private func valueOfNothing<Same: XMLShortcut, Value>(_ same: Same.Type, as type: Value.Type) -> Value? {
        Same.valueOfNothing.map { renamed($0, to: type) }
    }
}

extension XMLDecodingState {
    /// A truth value (XML Schema part 2 §3.2.2).
    func bool(_ location: XMLLocation) throws -> Bool {
        let value = parse(location) { bytes -> Bool? in
            let range = bytes.trimmedRange
            let text = bytes.extracting(range)
            if text.hasText("true") || text.hasText("1") { return true }
            return text.hasText("false") || text.hasText("0") ? false : nil
        }
        guard let value else { throw mismatch(Bool.self, location) }
        return value
    }

    /// A text.
    func string(_ location: XMLLocation) throws -> String {
        let trims = options.trimsStrings && location.kind != .attribute
        let value = parse(location, allowsElements: true) { bytes -> String? in
            trims ? bytes.extracting(bytes.trimmedRange).string : bytes.string
        }
        guard let value, !value.isEmpty || !isNil(location) else { throw mismatch(String.self, location) }
        return value
    }

    /// An integer (XML Schema part 2 §3.3.13): digits, with or without a sign.
    func integer<Integer: FixedWidthInteger>(_ location: XMLLocation) throws -> Integer {
        let short = parse(location) { bytes in XMLNumber.integer(bytes.extracting(bytes.trimmedRange)) }
        if let short, let value = Integer(exactly: short) { return value }
        return try longInteger(location)
    }

    @inline(never)
    private func longInteger<Integer: FixedWidthInteger>(_ location: XMLLocation) throws -> Integer {
        let digits = parse(location) { bytes in XMLNumber.integerText(bytes.extracting(bytes.trimmedRange)) }
        guard let digits else { throw mismatch(Integer.self, location) }
        guard let value = Integer(digits) else { throw numberMismatch(Integer.self, location) }
        return value
    }

    /// A floating-point number (XML Schema part 2 §3.2.5).
    func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ location: XMLLocation) throws -> Number {
        guard let text = parse(location, { bytes in XMLNumber.decimalText(bytes.extracting(bytes.trimmedRange)) })
        else {
            return try namedFloat(location)
        }
        guard let value = Number(text), value.isFinite else { throw numberMismatch(Number.self, location) }
        return value
    }

    /// An infinity or not-a-number that the options have a word for.
    private func namedFloat<Number: BinaryFloatingPoint>(_ location: XMLLocation) throws -> Number {
        let word = parse(location) { bytes -> String? in bytes.extracting(bytes.trimmedRange).string }
        guard let word, let value: Number = decoding.nonFiniteNumbers.value(of: word) else {
            throw mismatch(Number.self, location)
        }
        return value
    }
}

extension XMLDecodingState {
    /// Makes a value of a type that is made from a scalar.
    ///
    /// XML does not distinguish numbers from other text: the text is offered as such, and if the type expects something else, as a number.
    func scalar<Value: ScalarDecodable>(_ location: XMLLocation) throws -> Value {
        guard !isNil(location) else { throw mismatch(Value.self, location) }
        let text = parse(location, allowsElements: true) { $0.extracting($0.trimmedRange).string }
        guard let text else { throw mismatch(Value.self, location) }
        do {
            return try scalar(.string(text), location)
        } catch let error as ScalarMismatch {
            let number = number(of: text)
            guard !error.isContent, let number else {
                let fault = number.flatMap { self.fault(of: $0, as: Value.self) }
                throw mismatch(fault.map { error.with(fault: $0) } ?? error, Value.self, .string(text), location)
            }
            do {
                return try scalar(number, location)
            } catch let error as ScalarMismatch {
                throw mismatch(error, Value.self, number, location)
            }
        }
    }

    /// Makes a value, or throws a mismatch, or an error that a function of the caller's own threw.
    private func scalar<Value: ScalarDecodable>(_ scalar: DecodedScalar, _ location: XMLLocation) throws -> Value {
        do {
            return try strategies.value(Value.self, scalar, decoding) { path(to: location) }
        } catch  where error is ScalarMismatch || error is DecodingError || error is ResponseError {
            throw error
        } catch {
            let message = "the value was refused: \(error)"
            let path = path(to: location)
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: message, underlyingError: error)
            )
        }
    }

    /// The fault of a number where text was expected, if it is known.
    private func fault<Value: ScalarDecodable>(of number: DecodedScalar, as type: Value.Type) -> String? {
        do throws(ScalarMismatch) {
            _ = try Value(scalar: number, options: decoding)
            return nil
        } catch {
            return error.fault
        }
    }

    private func number(of text: String) -> DecodedScalar? {
        guard let text = XMLNumber.decimalText(Array(text.utf8).span) else { return nil }
        return .number(text: text, value: Double(text) ?? .infinity)
    }

    private func mismatch(
        _ mismatch: ScalarMismatch,
        _ type: Any.Type,
        _ scalar: DecodedScalar,
        _ location: XMLLocation
    ) -> DecodingError {
        let message = mismatch.message(for: scalar, description(of: location))
        let context = DecodingError.Context(codingPath: path(to: location), debugDescription: message)
        return mismatch.isContent ? .dataCorrupted(context) : .typeMismatch(type, context)
    }

    /// The error for a type of Foundation in a program that does not import its conformance.
    @inline(never)
    func missingImport(_ type: Any.Type, _ location: XMLLocation) -> ResponseError {
        let message = "\(type) is a type of Foundation, and its conformance is not imported"
        return error(
            .missingImport,
            message,
            at: offset(of: location),
            path(to: location),
            hint: "import DecantFoundation"
        )
    }
}

/// The forms of numbers (XML Schema part 2 §3.2.3, §3.2.5, §3.3.13).
enum XMLNumber {
    /// An integer of at most 18 digits; nil for anything else.
    static func integer(_ text: Span<UInt8>) -> Int64? {
        let start = text.count > 0 && isSign(text[0]) ? 1 : 0
        guard text.count > start, text.count <= start + 18 else { return nil }
        var value: Int64 = 0
        for index in start..<text.count {
            guard isDigit(text[index]) else { return nil }
            value = value &* 10 &+ Int64(text[index] &- UInt8(ascii: "0"))
        }
        return text[0] == UInt8(ascii: "-") ? 0 &- value : value
    }

    /// The digits of an integer of any length with its sign, without the zeros in front; nil for anything else.
    static func integerText(_ text: Span<UInt8>) -> String? {
        var start = text.count > 0 && isSign(text[0]) ? 1 : 0
        guard text.count > start, run(in: text, from: start) == text.count else { return nil }
        while start < text.count - 1, text[start] == UInt8(ascii: "0") { start += 1 }
        let digits = text.extracting(start..<text.count).string
        return text[0] == UInt8(ascii: "-") ? "-" + digits : digits
    }

    /// A decimal number with or without a fraction and an exponent, as JSON would have it; nil for anything else.
    static func decimalText(_ text: Span<UInt8>) -> String? {
        let start = text.count > 0 && isSign(text[0]) ? 1 : 0
        let point = run(in: text, from: start)
        var end = point
        if end < text.count, text[end] == UInt8(ascii: ".") { end = run(in: text, from: end + 1) }
        let hasDigits = end > start + (end > point ? 1 : 0)
        guard hasDigits, isExponent(text, from: end) else { return nil }
        let sign = text[0] == UInt8(ascii: "-") ? "-" : ""
        let whole = point == start ? "0" : text.extracting(start..<point).string
        let hasFraction = end > point + 1
        return sign + whole + text.extracting((hasFraction ? point : end)..<end).string
            + text.extracting(end..<text.count).string
    }

    /// Returns whether the rest of a text is nothing, or an exponent.
    private static func isExponent(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard start < text.count else { return true }
        guard text[start] == UInt8(ascii: "e") || text[start] == UInt8(ascii: "E") else { return false }
        let digits = start + 1 < text.count && isSign(text[start + 1]) ? start + 2 : start + 1
        return digits < text.count && run(in: text, from: digits) == text.count
    }

    /// Returns the end of a run of digits.
    private static func run(in text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, isDigit(text[end]) { end += 1 }
        return end
    }

    private static func isDigit(_ byte: UInt8) -> Bool { XMLCharacters.isDigit(byte) }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
}
