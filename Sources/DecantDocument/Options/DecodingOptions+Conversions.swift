package import DecantCore

extension DecodingOptions {
    /// The conversions of values that do not have the requested type, for bodies whose types vary.
    ///
    /// A conversion never loses a digit and never guesses: text that is not exactly a number, or a number that the type
    /// cannot represent, is an error. It applies to the members and elements of a type whose `init(from:)` the compiler
    /// generates, to optionals, and to types with raw values. It does not apply to what a custom `init(from:)` reads
    /// from a single-value container, so a type that is a number or text keeps both.
    public struct Conversions: OptionSet, Sendable, Hashable, Codable {
        /// The bits of the conversions.
        public let rawValue: UInt32

        /// Creates conversions from their bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// An empty string is nil if the type is optional, also an optional string.
        public static let emptyStringsToNil = Self(rawValue: 1)

        /// A string that is a number in JSON's grammar (RFC 8259 §6), such as `"12"` or `"1.5e3"`, is the number.
        ///
        /// `"0x10"`, `"+1"`, `"007"`, and `" 1"` are not numbers. XML Schema's rules, which accept some of them, always
        /// apply in XML.
        public static let stringsToNumbers = Self(rawValue: 1 << 1)

        /// A number is the string of its digits as written, and a Boolean value is `true` or `false`.
        public static let scalarsToStrings = Self(rawValue: 1 << 2)

        /// The numbers 0 and 1, and the strings `0`, `1`, `true`, `false`, `yes`, and `no` in any case, are Boolean
        /// values.
        public static let scalarsToBooleans = Self(rawValue: 1 << 3)

        /// A value that is neither an array nor null is an array with one element.
        public static let valuesToArrays = Self(rawValue: 1 << 4)

        /// An object whose members are named `0`, `1`, and so on, in this order, is an array; an empty object, too.
        public static let indexedObjectsToArrays = Self(rawValue: 1 << 5)

        /// An empty array is an object without members, as PHP writes it.
        public static let emptyArraysToObjects = Self(rawValue: 1 << 6)

        /// A missing or null member is an empty collection if its type is an array, a set, or a dictionary.
        public static let absentToEmptyCollections = Self(rawValue: 1 << 7)

        /// All conversions of this release.
        package static let all = Self(rawValue: 1 << 8 - 1)
    }
}

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
