import DecantCore
import DecantDocument

extension JSON {
    /// A JSON number: decimal, exact, and of any size.
    ///
    /// Two numbers are equal if they have the same value: `1`, `1.0` and `10e-1` are equal, and so are `0` and `-0`.
    /// Exponents of a magnitude above 10^18 are not distinguished.
    public struct Number: Sendable {
        /// The number as written, such as `1.50e3`.
        public let text: String

        /// Creates a number from text that the scanner has validated.
        init(validated text: String) {
            self.text = text
        }
    }
}

extension JSON.Number {
    /// Creates a number from text, if the text is a JSON number.
    ///
    /// The result is nil for any other text, and for text longer than the default of `Limits.jsonNumberBytes`.
    ///
    /// - Parameter text: The number as JSON writes it (RFC 8259 §6), without whitespace around it.
    public init?(_ text: String) {
        let body = ResponseBytes(text.utf8)
        guard let json = try? JSON(parsing: body), json.flat[0].kind.isNumber else { return nil }
        guard json.flat.numberText(at: 0).utf8.count == body.count else { return nil }
        self.init(validated: text)
    }

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) {
        self.init(validated: String(value))
    }

    /// Creates a number from a double, with the fewest digits that identify it.
    ///
    /// The result is nil for infinity and NaN, which JSON cannot represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(validated: value.description)
    }

    /// The number as the nearest `Double`, ties to even; infinity if it is out of range.
    public var double: Double {
        if isNonFinite { return Double(text) ?? .nan }
        return ResponseBytes(text.utf8).double(at: 0, length: text.utf8.count)
    }

    /// Whether the number has no fraction; `1.0` and `1e2` are integers.
    public var isInteger: Bool {
        guard !isNonFinite else { return false }
        let decimal = LongDecimal(Array(text.utf8).elementSpan)
        return decimal.isZero || decimal.exponent >= 0
    }

    /// Returns the number as an integer of a given type, or nil if the type cannot represent it exactly.
    ///
    /// - Parameter type: The type, such as `Int` or `UInt128`.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        guard !isNonFinite else { return nil }
        let bytes = Array(text.utf8)
        return LongDecimal(bytes.elementSpan).integer(in: bytes.elementSpan, as: type)
    }

    /// Whether the number is a word that the quirk ``JSON/Quirks/nonFiniteNumbers`` accepts.
    var isNonFinite: Bool { LongDecimal.isNonFinite(text) }
}

extension JSON.Number: CustomStringConvertible {
    /// The number as written.
    public var description: String { text }
}

extension JSON.Number: Hashable {
    /// Returns whether two numbers have the same value.
    ///
    /// A word such as `NaN` equals only itself.
    public static func == (left: JSON.Number, right: JSON.Number) -> Bool { LongDecimal.equal(left.text, right.text) }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) { LongDecimal.hash(text, into: &hasher) }
}
