import DecantCore

extension XML.DecodingOptions {
    /// How names become coding keys; the keys of a dictionary are data and stay as they are written.
    public enum Keys: String, Sendable, Hashable, Codable {
        /// As they are written.
        case useDefaultKeys

        /// `pub_date` becomes `pubDate`; underscores at the beginning and at the end stay.
        case convertFromSnakeCase

        /// `pub-date` becomes `pubDate`; hyphens at the beginning and at the end stay.
        case convertFromKebabCase

        /// `PubDate` becomes `pubDate`: the first letter becomes a small one.
        case convertFromCapitalized
    }

    /// Which part of a name a coding key means that names no namespace.
    public enum Names: String, Sendable, Hashable, Codable {
        /// The part behind the prefix: namespaces are ignored.
        ///
        /// An element in the namespace of the element around it is taken before those in other namespaces, and an attribute without
        /// a prefix before those with one, so that `title` does not become `media:title` where both are.
        case local

        /// The name as it is written, with its prefix, as in XMLCoder.
        case qualified
    }

    /// What becomes of white space around the text of an element; the value of an attribute stays as it is.
    public enum Strings: String, Sendable, Hashable, Codable {
        /// It does not count.
        case trimmed

        /// It is part of a `String`; around numbers and other values it never counts.
        case asWritten
    }

    /// What an element without content, or an attribute without a value, is to an optional.
    public enum EmptyElements: String, Sendable, Hashable, Codable {
        /// A value, if the type has one for it: the empty string, or a type all parts of which are absent. Nil to numbers, truth
        /// values, dates and the like, which have none.
        case value

        /// Nil.
        case `nil`
    }

    /// What an array or a set is if there is nothing with its name.
    public enum AbsentArrays: String, Sendable, Hashable, Codable {
        /// Empty: in XML a list of none has no other form. An optional array is nil.
        case empty

        /// An error.
        case error
    }

    /// How the floating-point values that have no digits are written.
    public enum NonFiniteFloats: Sendable, Hashable, Codable {
        /// As `INF`, `-INF` and `NaN` (XML Schema part 2 §3.2.4); also as `+INF`.
        case schema

        /// Not at all: they are errors.
        case `throw`

        /// As these strings.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The text for positive infinity.
        ///   - negativeInfinity: The text for negative infinity.
        ///   - nan: The text for not-a-number.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
}

extension XML.DecodingOptions.Keys {
    /// The key that a name stands for.
    func key(for name: String) -> String {
        switch self {
        case .useDefaultKeys: name
        case .convertFromSnakeCase: SnakeCase.camelCase(name)
        case .convertFromKebabCase: SnakeCase.camelCase(name, separator: "-")
        case .convertFromCapitalized: name.prefix(1).lowercased() + name.dropFirst()
        }
    }
}

extension XML.DecodingOptions.NonFiniteFloats {
    /// The value that a word stands for, if it does.
    func value<Number: BinaryFloatingPoint>(of word: String) -> Number? {
        switch self {
        case .schema: Self.value(of: word == "+INF" ? "INF" : word, "INF", "-INF", "NaN")
        case .throw: nil
        case .convertFromString(let positive, let negative, let nan): Self.value(of: word, positive, negative, nan)
        }
    }

    private static func value<Number: BinaryFloatingPoint>(
        of word: String,
        _ positive: String,
        _ negative: String,
        _ nan: String
    ) -> Number? {
        switch word {
        case positive: .infinity
        case negative: -.infinity
        case nan: .nan
        default: nil
        }
    }
}
