public import DecantCore

/// Options for decoding `Decodable` types from JSON, XML, and property lists.
///
/// The names and meanings follow Foundation's `JSONDecoder`. The options of each format have a `decoding` property with
/// the defaults that its standards suggest. The closures and the `userInfo` that ``FormatSerializer`` adds are a part of
/// them, but are neither stored nor compared.
public struct DecodingOptions: Sendable, Hashable, Codable {
    /// The conversion of the names in a body to coding keys.
    public var keys: Keys

    /// The representation of dates in formats without a date type.
    public var dates: Dates

    /// Other representations of dates, in order, for values that ``dates`` cannot read; none by default.
    ///
    /// A representation that occurs twice counts once.
    public var alternativeDates: [Dates] {
        get { otherDates.list }
        set { otherDates = DateFormList(newValue) }
    }

    /// The other representations.
    private(set) var otherDates = DateFormList()

    /// The representation of binary data in formats without a data type.
    public var data: Data

    /// The representation of infinities and NaN.
    public var nonFiniteNumbers: NonFiniteNumbers

    /// The values that are converted if they do not have the requested type; none by default.
    public var conversions: Conversions = []

    /// The custom functions and objects, which are neither stored nor compared.
    package var strategies = CustomStrategies()

    /// Creates options; the defaults match `JSONDecoder`.
    ///
    /// - Parameters:
    ///   - keys: The conversion of names to coding keys.
    ///   - dates: The representation of dates.
    ///   - data: The representation of binary data.
    ///   - nonFiniteNumbers: The representation of infinities and NaN.
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

    /// Creates options with several representations of dates; the other defaults match `JSONDecoder`.
    ///
    /// - Parameters:
    ///   - keys: The conversion of names to coding keys.
    ///   - dates: The representation of dates.
    ///   - alternativeDates: Other representations, in order, for values that the first one cannot read.
    ///   - data: The representation of binary data.
    ///   - nonFiniteNumbers: The representation of infinities and NaN.
    public init(
        keys: Keys = .useDefaultKeys,
        dates: Dates,
        alternativeDates: [Dates],
        data: Data = .base64,
        nonFiniteNumbers: NonFiniteNumbers = .throw
    ) {
        self.init(keys: keys, dates: dates, data: data, nonFiniteNumbers: nonFiniteNumbers)
        self.alternativeDates = alternativeDates
    }
}

extension DecodingOptions {
    /// Whether values may be accepted that do not have the requested form.
    package var needsConverter: Bool { !conversions.isEmpty || acceptsMissingTimeZones }

    /// Whether a form accepts dates without a time zone.
    package var acceptsMissingTimeZones: Bool {
        dates.isLenient || !otherDates.isEmpty && alternativeDates.contains { $0.isLenient }
    }
}

extension DecodingOptions.Dates {
    /// Whether the form accepts dates without a time zone.
    fileprivate var isLenient: Bool { self == .lenientISO8601 || self == .lenientInternetMessage }
}

/// A list of different forms of dates, in 4 bits each: an array would be retained with each copy of the options.
struct DateFormList: Sendable, Hashable {
    private var bits: UInt32 = 0

    init() {}

    init(_ forms: [DecodingOptions.Dates]) {
        var shift: UInt32 = 0
        for (index, form) in forms.enumerated() where !forms[..<index].contains(form) {
            guard let number = DecodingOptions.Dates.allCases.firstIndex(of: form) else { continue }
            bits |= UInt32(number + 1) << shift
            shift += 4
        }
    }

    var isEmpty: Bool { bits == 0 }

    var list: [DecodingOptions.Dates] {
        var (rest, forms) = (bits, [DecodingOptions.Dates]())
        while rest != 0 {
            forms.append(DecodingOptions.Dates.allCases[Int(rest & 15) - 1])
            rest >>= 4
        }
        return forms
    }
}

extension DecodingOptions: StoredPart {
    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws { try self.init(storedIn: decoder, default: Self()) }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try store(in: encoder, default: Self()) }

    package static var storedMembers: [StoredMember<Self>] {
        [
            .choice("keys", \.keys),
            .choice("dates", \.dates),
            .choices("alternativeDates", \.alternativeDates),
            .choice("data", \.data),
            .value("nonFiniteNumbers", \.nonFiniteNumbers),
            .bits("conversions", \.conversions, known: .all),
        ]
    }
}

extension DecodingOptions {
    /// A conversion of names to coding keys.
    ///
    /// The keys of a dictionary with `String` keys are data and are never converted.
    public enum Keys: String, Sendable, Hashable, Codable, CaseIterable {
        /// Uses names unchanged.
        case useDefaultKeys

        /// Converts `one_two_three` to `oneTwoThree`; leading and trailing underscores are kept.
        ///
        /// Each word between underscores is capitalized as a whole, so `some_URL` becomes `someUrl`.
        case convertFromSnakeCase

        /// Converts `pub-date` to `pubDate`; leading and trailing hyphens are kept.
        case convertFromKebabCase

        /// Converts `PubDate` to `pubDate` by lowercasing the first letter.
        case convertFromCapitalized
    }

    /// A representation of dates.
    public enum Dates: String, Sendable, Hashable, Codable, CaseIterable {
        /// A number of seconds since 2001-01-01T00:00:00Z, as `Date` encodes itself.
        case secondsSinceReferenceDate

        /// A number of seconds since 1970-01-01T00:00:00Z.
        case secondsSince1970

        /// A number of milliseconds since 1970-01-01T00:00:00Z.
        case millisecondsSince1970

        /// Text in the format of RFC 3339, the ISO 8601 profile for the internet, with or without fractions of a
        /// second.
        case iso8601

        /// Text in the format of mail, RSS, and HTTP.
        ///
        /// Examples are `Tue, 01 Jul 2003 10:52:37 +0200` and `Sun, 06 Nov 1994 08:49:37 GMT`. The format is RFC 5322
        /// §3.3 with its obsolete forms (named zones, two-digit years, comments) and RFC 9110 §5.6.7 with its two
        /// obsolete forms, RFC 850 and `asctime`. A wrong day of the week is accepted.
        case internetMessage

        /// Text that begins with a date in the order of ISO 8601, in the forms that servers write.
        ///
        /// Examples are `2003-07-01 10:52`, `2003-07-01T10:52:37+0200`, and `2003-07-01`. A date without a time zone is
        /// in UTC and reported by a finding.
        case lenientISO8601

        /// Text in the forms of dates in feeds.
        ///
        /// Examples are `Tue, 1 July 2003 9:52 +02:00`, `July 1, 2003 9:52 AM CEST`, and
        /// `Tue Jul 01 10:52:37 +0000 2003`. The month has its English name: `01/02/2003` is ambiguous and an error. A
        /// date without a time zone is in UTC and reported by a finding.
        case lenientInternetMessage

        /// Text in the form of ASP.NET: the milliseconds since 1970-01-01T00:00:00Z, as in `/Date(1057049557000+0200)/`.
        ///
        /// The offset is the time zone of the server and does not change the time.
        case aspNet
    }

    /// A representation of binary data.
    public enum Data: String, Sendable, Hashable, Codable, CaseIterable {
        /// Text in base64 (RFC 4648 §4).
        case base64

        /// Text in base64 with whitespace at any position (RFC 2045 §6.8, XML Schema part 2 §3.2.16).
        case mimeBase64

        /// An array of numbers from 0 to 255, as `Data` encodes itself.
        case array
    }

    /// A representation of infinities and NaN.
    public enum NonFiniteNumbers: Sendable, Hashable, Codable {
        /// Throws an error if a number is represented as text.
        case `throw`

        /// Converts the given texts.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The text for positive infinity, such as `Infinity`.
        ///   - negativeInfinity: The text for negative infinity.
        ///   - nan: The text for NaN.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)

        /// `INF`, `-INF` and `NaN` (XML Schema part 2 §3.2.4), and `+INF` (version 1.1).
        public static let xmlSchema = convertFromString(positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
    }

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

/// The options of a format that decodes `Decodable` types.
public protocol FormatOptions: StoredOptions {
    /// The lenient options of the format.
    associatedtype Quirks: OptionSet & Sendable & Hashable & Codable

    /// The paths of the format: ``JSONPointer``, or `XML.Path` in XML.
    associatedtype Path: Sendable & Hashable & Codable & ExpressibleByStringLiteral & LosslessStringConvertible

    /// The options for decoding `Decodable` types.
    var decoding: DecodingOptions { get set }

    /// The path to the decoded value; by default, the whole document.
    var path: Path { get set }

    /// The maximum numbers of bad elements that arrays skip, by the path to the array; the path to the whole document
    /// applies to all arrays.
    ///
    /// A path consists of coding keys and begins at the decoded value. Indices may be omitted: `/pages/items` applies
    /// to the items of all pages. Arrays without an entry skip nothing, at no cost.
    var badElements: [Path: Int] { get set }

    /// The accepted deviations from the standard; none by default.
    var quirks: Quirks { get set }

    /// Decodes a value of a `Decodable` type from a body.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The bytes, never empty.
    ///   - context: The context with the limits, which collects the findings.
    /// - Throws: `ResponseError` with the coding path and the position.
    func decode<Value: Decodable>(_ type: Value.Type, from body: ResponseBytes, in context: inout DecodingContext)
        throws(ResponseError) -> Value
}

/// Custom functions and values for decoding `Decodable` types.
///
/// They can be neither stored nor compared, so all of them count as equal. Copying costs one reference, because every
/// copy of the options has them.
package struct CustomStrategies: Sendable, Hashable {
    /// A closure that converts the path of a member to its coding key.
    ///
    /// The path starts at the top; its last key is the unconverted name of the member.
    package typealias Key = @Sendable (_ path: [any CodingKey]) -> any CodingKey

    /// A closure that converts a scalar to a value; it receives the scalar and a function that returns the coding path.
    package typealias Scalar<Value: ScalarDecodable> =
        @Sendable (_ scalar: DecodedScalar, _ path: () -> [any CodingKey]) throws -> Value?

    /// A closure that converts the names of members to coding keys, overriding ``DecodingOptions/keys``.
    ///
    /// As long as it reads only the last key of the path, it is called once for each name at each depth, and the result
    /// holds for all members with this name at this depth. Once it has read an earlier key, it is called for every
    /// member of an object when a key is looked up, and again for the path of an error. The result must depend on
    /// nothing but the path.
    package var key: Key? {
        get { box?.key }
        set { box = Box(newValue, scalars, userInfo) }
    }

    /// The `userInfo` of every decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable] {
        get { box?.userInfo ?? [:] }
        set { box = Box(key, scalars, newValue) }
    }

    /// The custom conversions of scalars, by the identity of the resulting type.
    private var scalars: [ObjectIdentifier: any Sendable] {
        get { box?.scalars ?? [:] }
        set { box = Box(key, newValue, userInfo) }
    }

    /// The strategies; nil if there are none.
    private var box: Box?

    private final class Box: Sendable {
        let key: Key?
        let scalars: [ObjectIdentifier: any Sendable]
        let userInfo: [CodingUserInfoKey: any Sendable]

        init(
            _ key: Key?,
            _ scalars: [ObjectIdentifier: any Sendable],
            _ userInfo: [CodingUserInfoKey: any Sendable]
        ) {
            self.key = key
            self.scalars = scalars
            self.userInfo = userInfo
        }
    }

    /// Creates strategies that change nothing.
    package init() {}

    /// Creates strategies with a conversion of names to coding keys, and the `userInfo` of every decoder.
    package init(key: Key? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        box = Box(key, [:], userInfo)
    }

    /// Sets a custom conversion from scalars to a type such as `Date`, for representations other than those in
    /// ``DecodingOptions``.
    ///
    /// - Parameters:
    ///   - type: The type that the closure creates.
    ///   - make: A closure that converts a scalar. If it returns nil, the options apply. A ``ResponseError`` describes
    ///     the expected scalar; any other error becomes ``ResponseError/Code/dataCorrupted`` at the path of the value,
    ///     with that error as ``ResponseError/underlying``. XML contains text only: if the closure throws a mismatch
    ///     about the kind of the scalar and the text is a number, it is called again with the number.
    package mutating func setScalar<Value: ScalarDecodable>(of type: Value.Type, _ make: @escaping Scalar<Value>) {
        scalars[ObjectIdentifier(type)] = ScalarStrategy(make: make)
    }

    package static func == (left: Self, right: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}

    /// Whether any type has a custom conversion.
    var hasScalars: Bool { box.map { !$0.scalars.isEmpty } ?? false }

    /// Returns whether a type has a custom conversion.
    package func converts(to type: Any.Type) -> Bool { scalars[ObjectIdentifier(type)] != nil }

    /// Converts a scalar to a value, using the custom conversion of the type if it has one.
    ///
    /// - Parameter assumesTimeZone: Set to whether the value is a date that was read as UTC for want of a time zone.
    package func value<Value: ScalarDecodable>(
        _ type: Value.Type,
        _ scalar: DecodedScalar,
        _ options: DecodingOptions,
        assumesTimeZone: inout Bool,
        _ path: () -> [any CodingKey]
    ) throws -> Value {
        let strategy = scalars[ObjectIdentifier(type)] as? ScalarStrategy<Value>
        if let value = try strategy?.make(scalar, path) { return value }
        assumesTimeZone = options.assumesTimeZone(of: scalar, as: type)
        return try type.init(scalar: scalar, options: options)
    }
}

/// The custom conversion of one type.
private struct ScalarStrategy<Value: ScalarDecodable>: Sendable {
    let make: CustomStrategies.Scalar<Value>
}

/// A conformance of `FoundationTypes`, which `DecantFoundation` declares: a program that links it needs no error about a
/// missing import.
package protocol FoundationConformances {}

/// The Foundation types that need `DecantFoundation`, looked up at run time without importing Foundation.
///
/// They only improve error messages: if the lookup fails, such a type is decoded by its `init(from:)`.
package enum FoundationTypes {
    /// The identities of the types; empty in a program without Foundation, or with `DecantFoundation`.
    ///
    /// The lookup by name takes a quarter of a first decoding, so a program with the conformances omits it.
    package static let identifiers = hasConformances ? [] : identifiers(in: ["20FoundationEssentials", "10Foundation"])

    /// Whether the program links `DecantFoundation`.
    private static var hasConformances: Bool {
        let type: Any.Type = FoundationTypes.self
        return type is any FoundationConformances.Type
    }

    /// Looks up the types in the first module that contains them.
    ///
    /// - Parameter modules: The mangled names of the modules, on Linux and on Apple platforms.
    /// - Returns: The identities of the types; empty if no module is present.
    package static func identifiers(in modules: [String]) -> [ObjectIdentifier] {
        guard let module = modules.first(where: { type("4Date", in: $0) != nil }) else { return [] }
        return ["4Date", "4Data", "7Decimal", "3URL"].compactMap { type($0, in: module).map { ObjectIdentifier($0) } }
    }

    private static func type(_ name: String, in module: String) -> Any.Type? {
        _typeByName(module + name + "V")
    }
}

extension StoredMember {
    /// The options for decoding, in which version 0.1.0 also stored the path and the numbers of bad elements by names
    /// that are joined by periods.
    ///
    /// - Parameter parse: Returns the path for names, or nil if there is none.
    package static func decoding<Path: Hashable & LosslessStringConvertible>(
        _ decoding: WritableKeyPath<Part, DecodingOptions>,
        path: WritableKeyPath<Part, Path>,
        badElements: WritableKeyPath<Part, [Path: Int]>,
        parse: @escaping ([String]) -> Path?
    ) -> Self {
        func read(_ text: String, at codingPath: [any CodingKey], _ path: Path?) throws -> Path {
            if let path { return path }
            throw DecodingError.unknownValue(text, named: "path", at: codingPath, [])
        }
        return .part(
            "decoding",
            decoding,
            former: [
                .former("path") { part, container in
                    let text = try container.decode(String.self, forKey: "path")
                    guard !text.isEmpty else { return }
                    part[keyPath: path] = try read(text, at: container.codingPath + ["path" as StoredName], Path(text))
                },
                .former("badElements") { part, container in
                    for (text, count) in try container.decode([String: Int].self, forKey: "badElements") {
                        let names = text.split(separator: ".").map(String.init)
                        let path = try read(
                            text,
                            at: container.codingPath + ["badElements" as StoredName],
                            parse(names)
                        )
                        part[keyPath: badElements][path] = count
                    }
                },
            ]
        )
    }
}
