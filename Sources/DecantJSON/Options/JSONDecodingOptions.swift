public import DecantCore

/// How a `Decodable` type is read from JSON.
///
/// The names and the meaning are those of Foundation's `JSONDecoder`, with these differences: names are equal scalar by
/// scalar, and not if they only look the same (RFC 8259 §8.3); integers and zeros are read exactly, however they are
/// written; null is no value for `Bool` either; and an error about a number has its path and place. A conversion of keys by a function of the caller's
/// own is no part of the options, since it can be neither stored nor compared: see ``JSONDecodingHooks``.
public struct JSONDecodingOptions: Sendable, Hashable, Codable {
    /// How the names of members become coding keys.
    public enum Keys: String, Sendable, Hashable, Codable {
        /// As they are written.
        case useDefaultKeys

        /// `one_two_three` becomes `oneTwoThree`; underscores at the beginning and at the end stay.
        ///
        /// What is between single underscores is capitalised as a whole, so `some_URL` becomes `someUrl`. The keys of a
        /// dictionary with `String` keys are data and stay as they are written.
        case convertFromSnakeCase
    }

    /// How the floating-point values that JSON has no numbers for are written.
    public enum NonConformingFloats: Sendable, Hashable, Codable {
        /// Not at all: a string where a number is asked for is an error.
        case `throw`

        /// As these strings.
        ///
        /// - Parameters:
        ///   - positiveInfinity: The text for positive infinity, such as `Infinity`.
        ///   - negativeInfinity: The text for negative infinity.
        ///   - nan: The text for not-a-number.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the names of members become coding keys.
    public var keys: Keys

    /// How infinities and not-a-number are written.
    public var nonConformingFloats: NonConformingFloats

    /// How dates and bytes are written.
    public var scalars: ScalarStrategies

    /// Creates options; the defaults are those of `JSONDecoder`.
    ///
    /// - Parameters:
    ///   - keys: How the names of members become coding keys.
    ///   - nonConformingFloats: How infinities and not-a-number are written.
    ///   - scalars: How dates and bytes are written.
    public init(
        keys: Keys = .useDefaultKeys,
        nonConformingFloats: NonConformingFloats = .throw,
        scalars: ScalarStrategies = ScalarStrategies()
    ) {
        self.keys = keys
        self.nonConformingFloats = nonConformingFloats
        self.scalars = scalars
    }
}
