/// The ways in which `Decodable` types are read from a body: the same for JSON, XML and property lists.
///
/// The names and meanings are those of Foundation's `JSONDecoder`. A format has these as `decoding` in its own options, with
/// the defaults that its standards suggest. Functions are not part of them, since they can be neither stored nor compared: see
/// ``CustomStrategies``.
public struct DecodingOptions: Sendable, Hashable, Codable {
    /// The conversion of the names in a body to coding keys.
    public var keys: Keys

    /// The form of dates, where the format has none of its own.
    public var dates: Dates

    /// The form of bytes, where the format has none of its own.
    public var data: Data

    /// The form of infinities and not-a-number.
    public var nonFiniteNumbers: NonFiniteNumbers

    /// The values that this release does not know.
    private var unknown = UnknownValues()

    /// Creates options; the defaults are those of `JSONDecoder`.
    ///
    /// - Parameters:
    ///   - keys: The conversion of names to coding keys.
    ///   - dates: The form of dates.
    ///   - data: The form of bytes.
    ///   - nonFiniteNumbers: The form of infinities and not-a-number.
    public init(
        keys: Keys = .useDefaultKeys,
        dates: Dates = .secondsSinceReferenceDate,
        data: Data = .base64,
        nonFiniteNumbers: NonFiniteNumbers = .throw
    ) {
        self.keys = keys
        self.dates = dates
        self.data = data
        self.nonFiniteNumbers = nonFiniteNumbers
    }
}

extension DecodingOptions: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: DecodingOptions())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: DecodingOptions())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.choice(&keys, "keys", default: standard.keys, unknown: &unknown)
        try members.choice(&dates, "dates", default: standard.dates, unknown: &unknown)
        try members.choice(&data, "data", default: standard.data, unknown: &unknown)
        try members.choice(&nonFiniteNumbers, "nonFiniteNumbers", default: standard.nonFiniteNumbers, unknown: &unknown)
    }
}

extension DecodingOptions {
    /// A conversion of names to coding keys; the keys of a dictionary with `String` keys are data and stay as they are written.
    public enum Keys: String, Sendable, Hashable, Codable {
        /// The names as they are written.
        case useDefaultKeys

        /// `one_two_three` becomes `oneTwoThree`; underscores at the beginning and at the end stay.
        ///
        /// The text between single underscores is capitalised as a whole, so `some_URL` becomes `someUrl`.
        case convertFromSnakeCase

        /// `pub-date` becomes `pubDate`; hyphens at the beginning and at the end stay.
        case convertFromKebabCase

        /// `PubDate` becomes `pubDate`: the first letter becomes a small one.
        case convertFromCapitalized
    }

    /// A form of dates.
    public enum Dates: String, Sendable, Hashable, Codable {
        /// A number of seconds since 2001-01-01T00:00:00Z, as `Date` encodes itself.
        case secondsSinceReferenceDate

        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970

        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970

        /// Text by RFC 3339, the profile of ISO 8601 for the internet, with or without fractions of a second.
        case iso8601

        /// Text as mail, RSS and HTTP have it: `Tue, 01 Jul 2003 10:52:37 +0200` or `Sun, 06 Nov 1994 08:49:37 GMT`.
        ///
        /// These are the dates of RFC 5322 §3.3 with its obsolete forms (zones by name, years of two digits, comments) and of
        /// RFC 9110 §5.6.7 with the two obsolete ones, RFC 850 and `asctime`. The day of the week need not be right.
        case internetMessage
    }

    /// A form of bytes.
    public enum Data: String, Sendable, Hashable, Codable {
        /// Text in base64 (RFC 4648 §4).
        case base64

        /// Text in base64 with white space anywhere in it (RFC 2045 §6.8, XML Schema part 2 §3.2.16).
        case mimeBase64

        /// An array of numbers from 0 to 255, as `Data` encodes itself.
        case array
    }

    /// A form of the floating-point values that have no digits.
    public enum NonFiniteNumbers: Sendable, Hashable, Codable {
        /// No conversion: text where a number is expected is an error.
        case `throw`

        /// Texts.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The text for positive infinity, such as `Infinity`.
        ///   - negativeInfinity: The text for negative infinity.
        ///   - nan: The text for not-a-number.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)

        /// `INF`, `-INF` and `NaN` (XML Schema part 2 §3.2.4), and `+INF` (version 1.1).
        public static let xmlSchema = convertFromString(positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
    }
}

extension DecodingOptions.NonFiniteNumbers {
    private enum CodingKeys: CodingKey {
        case positiveInfinity, negativeInfinity, nan
    }

    /// Decodes the text `throw`, or an object with the three texts.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if it is neither.
    public init(from decoder: any Decoder) throws {
        if let text = try? String(from: decoder), text == "throw" {
            self = .throw
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self = .convertFromString(
            positiveInfinity: try container.decode(String.self, forKey: .positiveInfinity),
            negativeInfinity: try container.decode(String.self, forKey: .negativeInfinity),
            nan: try container.decode(String.self, forKey: .nan)
        )
    }

    /// Encodes the text `throw`, or an object with the three texts.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self else {
            return try "throw".encode(to: encoder)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(positiveInfinity, forKey: .positiveInfinity)
        try container.encode(negativeInfinity, forKey: .negativeInfinity)
        try container.encode(nan, forKey: .nan)
    }
}

extension DecodingOptions.Keys {
    /// The key that a name becomes.
    package func key(for name: String) -> String {
        switch self {
        case .useDefaultKeys: name
        case .convertFromSnakeCase: SnakeCase.camelCase(name)
        case .convertFromKebabCase: SnakeCase.camelCase(name, separator: "-")
        case .convertFromCapitalized: name.prefix(1).lowercased() + name.dropFirst()
        }
    }

    /// The conversion that makes a key of a name that differs from it only in style, if there is one.
    package static func conversion(of name: String, to key: String) -> DecodingOptions.Keys? {
        let conversions: [Self] = [.convertFromSnakeCase, .convertFromKebabCase, .convertFromCapitalized]
        return conversions.first { $0.key(for: name) == key }
    }
}

extension DecodingOptions.NonFiniteNumbers {
    /// The value that a text is, if it is one of those that have no digits.
    package func value<Number: BinaryFloatingPoint>(of text: String) -> Number? {
        guard case .convertFromString(let positiveInfinity, let negativeInfinity, let nan) = self else { return nil }
        switch text {
        case positiveInfinity: return .infinity
        case negativeInfinity: return -.infinity
        case nan: return .nan
        default: return text == "+INF" && self == .xmlSchema ? .infinity : nil
        }
    }
}

/// The functions and objects that a caller adds to the decoding of `Decodable` types; they can be neither stored nor compared.
public struct CustomStrategies: Sendable {
    /// A conversion of the path of a member to its coding key: the keys from the top down, its own name as written last.
    public typealias Key = @Sendable (_ path: [any CodingKey]) -> any CodingKey

    /// A function that makes a value of a type from a scalar; it gets the scalar and a function that returns the coding path.
    public typealias Scalar<Value: ScalarDecodable> =
        @Sendable (_ scalar: DecodedScalar, _ path: () -> [any CodingKey]) throws -> Value?

    /// Makes the coding keys of members, in place of ``DecodingOptions/keys``.
    ///
    /// It is called for every member of an object in which a key is looked up, and again for those on the path of an error.
    public var key: Key?

    /// The functions that make values of types that are made from a scalar, by the identity of the type.
    private var scalars: [ObjectIdentifier: any Sendable] = [:]

    /// The `userInfo` of every decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates strategies; by default they change nothing.
    ///
    /// - Parameters:
    ///   - key: Makes the coding keys of members.
    ///   - userInfo: The `userInfo` of every decoder.
    public init(key: Key? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.key = key
        self.userInfo = userInfo
    }

    /// Makes values of a type that is made from a scalar, such as `Date`, in a way that ``DecodingOptions`` does not have.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - make: Makes a value. A result that is nil leaves the value to the options. A ``ScalarMismatch`` has what was expected; any
    ///     other error becomes ``ResponseError/Code/dataCorrupted`` at the path of the value, with that error as
    ///     ``ResponseError/underlying``. XML has text only: if a mismatch that is not about the content is thrown for it, and the
    ///     text is that of a number, the function is called again with the number.
    public mutating func setScalar<Value: ScalarDecodable>(of type: Value.Type, _ make: @escaping Scalar<Value>) {
        scalars[ObjectIdentifier(type)] = ScalarStrategy(make: make)
    }

    /// Whether a type that is made from a scalar has a function of the caller's.
    package var hasScalars: Bool { !scalars.isEmpty }

    /// Makes a value of a type from a scalar, by the function if there is one for the type.
    package func value<Value: ScalarDecodable>(
        _ type: Value.Type,
        _ scalar: DecodedScalar,
        _ options: DecodingOptions,
        _ path: () -> [any CodingKey]
    ) throws -> Value {
        let strategy = scalars[ObjectIdentifier(type)] as? ScalarStrategy<Value>
        return try strategy?.make(scalar, path) ?? type.init(scalar: scalar, options: options)
    }
}

/// A function of the caller's for one type.
private struct ScalarStrategy<Value: ScalarDecodable>: Sendable {
    let make: CustomStrategies.Scalar<Value>
}

/// The conversion of names like `one_two` to names like `oneTwo`, as `JSONDecoder` does it.
///
/// Underscores at both ends stay. The words between the others are joined: the first in lower case, each further one
/// with a capital letter at its beginning and small letters after it. A name without an underscore between words stays
/// as it is, in whatever case it is written.
package enum SnakeCase {
    /// Converts a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - separator: The separator of words, if not an underscore; an ASCII character.
    /// - Returns: The name in camel case.
    package static func camelCase(_ name: String, separator: Unicode.Scalar = "_") -> String {
        guard name.utf8.contains(UInt8(ascii: separator)) else { return name }
        let separator = Character(separator)
        guard let first = name.firstIndex(where: { $0 != separator }) else { return name }
        let body = name[first...]
        let trailing = body.reversed().prefix { $0 == separator }.count
        let words = body.dropLast(trailing).split(separator: separator)
        guard words.count > 1 else { return name }
        let joined = words.dropFirst().reduce(words[0].lowercased()) { $0 + capitalized($1) }
        return name[..<first] + joined + String(repeating: separator, count: trailing)
    }

    /// Capitalises the first letter of every run of letters; an apostrophe or an accent does not end a run.
    private static func capitalized(_ word: Substring) -> String {
        var text = ""
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
        return text
    }

    private static func continuesRun(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .initialPunctuation: scalar == "'"
        default: scalar.properties.isCaseIgnorable
        }
    }
}

/// The comparison of names that are written in different styles: `request_id`, `requestId`, `Request-ID`.
package enum NameStyle {
    /// Returns whether two names differ in nothing but the case of their letters and the separators between their words.
    package static func isSame(_ name: String, _ other: String) -> Bool {
        name.unicodeScalars.lazy.filter(isPart).elementsEqual(other.unicodeScalars.lazy.filter(isPart)) {
            $0 == $1 || $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar != "_" && scalar != "-" && scalar != "." }
}
