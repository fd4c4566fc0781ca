import DecantCore

// Decoding converts no name of a body into a string to find a requested key: it compares the bytes of the name with
// those of the key and skips the separators between words. Most names differ from the key in their first bytes, and a
// hash of these rules them out. Only names beyond ASCII are converted, because their letters may change their length.
//
// Example: the key “createdAt”, with `.convertFromSnakeCase`
//   “created_at”, “CREATED_AT”, “created__at”   all have the hash of “createdat”, and the bytes of the key
//   “createdAt”                                 a single word, which is not converted: the same hash and bytes
//   “Created_at_”                               the same hash, but the separator at the end is kept

extension DecodingOptions.Keys {
    package func key(for name: String) -> String {
        switch self {
        case .useDefaultKeys: name
        case .convertFromSnakeCase, .convertFromKebabCase: CamelCase.key(for: name, separator: separator)
        case .convertFromCapitalized: name.prefix(1).lowercased() + name.dropFirst()
        }
    }

    /// Returns the conversion that turns `name` into `key`, or nil if the two differ in more than style.
    package static func conversion(of name: String, to key: String) -> DecodingOptions.Keys? {
        let conversions: [Self] = [.convertFromSnakeCase, .convertFromKebabCase, .convertFromCapitalized]
        return conversions.first { $0.key(for: name) == key }
    }

    /// The byte between words; for a conversion without one, a byte that is not ASCII.
    private var separator: UInt8 {
        switch self {
        case .convertFromSnakeCase: UInt8(ascii: "_")
        case .convertFromKebabCase: UInt8(ascii: "-")
        case .useDefaultKeys, .convertFromCapitalized: 0x80
        }
    }
}

// MARK: - Comparison

extension DecodingOptions.Keys {
    /// The number of letters in a hash, so that its cost does not grow with the name.
    private static let hashedLength = 32

    /// Returns a hash that a name and its key have in common, or nil if it takes a conversion of the name to know it.
    ///
    /// The hash covers the first bytes, apart from separators and from the case of letters.
    package func hash(of name: Span<UInt8>) -> UInt64? {
        let separator = separator
        var hash: UInt64 = 0
        var rest = Self.hashedLength
        for index in 0..<name.count {
            let byte = name[index]
            if byte == separator { continue }
            guard byte < 0x80 else { return nil }
            hash = (hash ^ UInt64(byte | .letterCase)) &* 0x9E37_79B9_7F4A_7C15
            rest &-= 1
            if rest == 0 { break }
        }
        return hash
    }

    /// Returns whether the first bytes of a name and a key show that the name has another key.
    @inline(__always)
    func differ(_ name: Span<UInt8>, _ key: Span<UInt8>) -> Bool {
        guard name.count > 0, key.count > 0 else { return name.count != key.count }
        // Both are ASCII, and differ in more than the case of a letter.
        return name[0] | key[0] < 0x80 && (name[0] ^ key[0]) & ~.letterCase != 0
    }

    /// Returns whether an ASCII name has a key; false for any other name.
    package func converts(ascii name: Span<UInt8>, to key: Span<UInt8>) -> Bool {
        switch self {
        case .useDefaultKeys: Self.isSame(name, key, from: 0)
        case .convertFromSnakeCase, .convertFromKebabCase: CamelCase.isKey(key, of: name, separator: separator)
        case .convertFromCapitalized:
            name.count == key.count && (name.isEmpty || name[0].lowercasedLetter == key[0])
                && Self.isSame(name, key, from: 1)
        }
    }

    /// Returns whether a name has a key, or nil if it takes a conversion of the name to know it.
    package func converts(_ name: Span<UInt8>, to key: Span<UInt8>) -> Bool? {
        if differ(name, key) { return false }
        if converts(ascii: name, to: key) { return true }
        for index in 0..<name.count where name[index] >= 0x80 { return nil }
        return false
    }

    private static func isSame(_ name: Span<UInt8>, _ key: Span<UInt8>, from start: Int) -> Bool {
        guard name.count == key.count else { return false }
        var index = start
        while index < name.count {
            guard name[index] == key[index], name[index] < 0x80 else { return false }
            index += 1
        }
        return true
    }
}

/// The conversion of names like `one_two` to names like `oneTwo`, compatible with `JSONDecoder`.
///
/// Leading and trailing separators are kept. The words between the others are joined: the first word is lowercased, and
/// each further word is capitalized. A name without a separator between words is unchanged.
private enum CamelCase {
    /// Converts a name; the separator of words is an ASCII character.
    static func key(for name: String, separator: UInt8) -> String {
        guard name.utf8.contains(separator) else { return name }
        let bytes = Array(name.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return key(forUnicode: name, separator: Character(Unicode.Scalar(separator)))
        }
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count)
        _ = forEachByte(ofKeyFor: bytes.elementSpan, separator, lowercasesFirst: true) { byte in
            key.append(byte)
            return true
        }
        // A single word is not lowercased.
        return key.count == bytes.count ? name : String(decoding: key, as: UTF8.self)
    }

    /// Returns whether an ASCII name converts to a key; false for any other name.
    static func isKey(_ key: Span<UInt8>, of name: Span<UInt8>, separator: UInt8) -> Bool {
        // The key is shorter by the separators between words.
        guard key.count <= name.count else { return false }
        var position = 0
        var union: UInt8 = 0
        let isEqual = forEachByte(ofKeyFor: name, separator, lowercasesFirst: key.count < name.count) { byte in
            guard position < key.count, key[position] == byte else { return false }
            position &+= 1
            union |= byte
            return true
        }
        return isEqual && position == key.count && union < 0x80
    }

    /// Calls a closure with each byte of the key of an ASCII name, until the closure returns false.
    ///
    /// - Parameter lowercasesFirst: Whether the first word is lowercased, as in a name of several words.
    /// - Returns: Whether the closure returned true for all bytes.
    @inline(__always)
    private static func forEachByte(
        ofKeyFor name: Span<UInt8>,
        _ separator: UInt8,
        lowercasesFirst: Bool,
        _ body: (UInt8) -> Bool
    ) -> Bool {
        var end = name.count
        while end > 0, name[end &- 1] == separator { end &-= 1 }
        var index = 0
        while index < end, name[index] == separator {
            guard body(separator) else { return false }
            index &+= 1
        }
        while index < end, name[index] != separator {
            guard body(lowercasesFirst ? name[index].lowercasedLetter : name[index]) else { return false }
            index &+= 1
        }
        var isInsideRun = false
        while index < end {
            let byte = name[index]
            index &+= 1
            if byte == separator {
                isInsideRun = false
            } else if byte.isLetter {
                guard body(isInsideRun ? byte | .letterCase : byte & ~.letterCase) else { return false }
                isInsideRun = true
            } else {
                guard body(byte) else { return false }
                isInsideRun = isInsideRun && byte.continuesRun
            }
        }
        while index < name.count {
            guard body(separator) else { return false }
            index &+= 1
        }
        return true
    }

    private static func key(forUnicode name: String, separator: Character) -> String {
        guard let first = name.firstIndex(where: { $0 != separator }) else { return name }
        let body = name[first...]
        let trailing = body.reversed().prefix { $0 == separator }.count
        let words = body.dropLast(trailing).split(separator: separator)
        guard words.count > 1 else { return name }
        var key = String(name[..<first]) + words[0].lowercased()
        for word in words.dropFirst() { capitalize(word, into: &key) }
        return key + String(repeating: separator, count: trailing)
    }

    /// Appends a word, and capitalizes the first letter of every run of letters; an apostrophe or an accent does not
    /// end a run.
    private static func capitalize(_ word: Substring, into text: inout String) {
        var isInsideRun = false
        for scalar in word.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter:
                text += isInsideRun ? scalar.properties.lowercaseMapping : String(scalar)
                isInsideRun = true
            case .lowercaseLetter:
                text += isInsideRun ? String(scalar) : scalar.properties.titlecaseMapping
                isInsideRun = true
            default:
                text.unicodeScalars.append(scalar)
                isInsideRun = isInsideRun && continuesRun(scalar)
            }
        }
    }

    private static func continuesRun(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .initialPunctuation: scalar == "'"
        default: scalar.properties.isCaseIgnorable
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (self | .letterCase) &- UInt8(ascii: "a") < 26 }

    fileprivate var lowercasedLetter: UInt8 { isLetter ? self | .letterCase : self }

    /// Whether a run of letters does not end at an ASCII character: an apostrophe, or a symbol that Unicode calls
    /// case-ignorable.
    fileprivate var continuesRun: Bool {
        self == UInt8(ascii: "'") || self == UInt8(ascii: "^") || self == UInt8(ascii: "`")
    }
}
